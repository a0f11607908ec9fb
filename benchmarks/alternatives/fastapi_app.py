"""FastAPI with SQLAlchemy's ORM; its endpoint is a plain function, so FastAPI runs it in its threads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy import JSON, ForeignKey, create_engine, event, select, update
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from benchmarks.alternatives.answers import RecordedHand
from benchmarks.alternatives.recording import key_fits, score
from scoring.engine.refusal import Refusal

_URL = os.environ["DATABASE_URL"]
_SQLITE = _URL.startswith("sqlite")
engine = create_engine(
    _URL.replace("postgresql://", "postgresql+psycopg://"),
    pool_size=8,
    max_overflow=0,
    **({"connect_args": {"timeout": 10}} if _SQLITE else {}),
)

if _SQLITE:
    # As in SQLAlchemy's documentation: pysqlite does not begin transactions correctly by itself.
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


class Base(DeclarativeBase):
    """The product's tables."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}


class AccessKey(Base):
    """A key."""

    __tablename__ = "scoring_accesskey"
    id: Mapped[str] = mapped_column(primary_key=True)
    table_id: Mapped[str]
    role: Mapped[str]
    digest: Mapped[str]


class Match(Base):
    """A match."""

    __tablename__ = "scoring_match"
    id: Mapped[str] = mapped_column(primary_key=True)
    table_id: Mapped[str]
    game: Mapped[str]
    seats: Mapped[list[Any]]
    options: Mapped[dict[str, Any]]
    start: Mapped[dict[str, Any]]
    version: Mapped[int]
    hand_count: Mapped[int]
    state: Mapped[str]
    summary: Mapped[str]
    totals: Mapped[list[Any]]
    winners: Mapped[list[Any]]
    finished: Mapped[bool]
    ended: Mapped[bool]
    hand_open: Mapped[bool]
    can_redo: Mapped[bool]
    updated_at: Mapped[datetime]
    archived_at: Mapped[datetime | None]


class Hand(Base):
    """A hand."""

    __tablename__ = "scoring_hand"
    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str]
    match_id: Mapped[str] = mapped_column(ForeignKey("scoring_match.id"))
    number: Mapped[int]
    input: Mapped[str]
    result: Mapped[str]
    points: Mapped[str]
    state: Mapped[str]
    complete: Mapped[bool]
    recorded_at: Mapped[datetime]


class Change(Base):
    """A change."""

    __tablename__ = "scoring_change"
    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str]
    match_id: Mapped[str] = mapped_column(ForeignKey("scoring_match.id"))
    version: Mapped[int]
    kind: Mapped[str]
    number: Mapped[int]
    before: Mapped[str]
    after: Mapped[str]
    target: Mapped[int]
    undo_status: Mapped[str]
    at: Mapped[datetime]


def session() -> Iterator[Session]:
    """A session for one request."""
    with Session(engine) as db:
        yield db


Credentials = Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]
Database = Annotated[Session, Depends(session)]
application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)


@application.post(
    "/api/v1/matches/{match_id}/hands", status_code=201, response_model=RecordedHand, response_model_exclude_unset=True
)
def record_hand(match_id: str, credentials: Credentials, db: Database, hand: Annotated[dict[str, Any], Body()]) -> Any:
    """Records a hand."""
    key_id, _, secret = credentials.credentials.partition(".")
    with db.begin():
        key = db.get(AccessKey, key_id)
        if key is None or not key_fits(secret, key.digest):
            raise HTTPException(401)
        match = db.scalar(select(Match).where(Match.id == match_id, Match.table_id == key.table_id).with_for_update())
        if match is None or key.role != "scorer":
            raise HTTPException(404)
        try:
            rows = score(match, hand)
        except Refusal as refusal:
            raise HTTPException(422, str(refusal)) from None
        for name, value in rows.match.items():
            setattr(match, name, value)
        db.add(Hand(**rows.hand))
        # What was undone can no longer be redone.
        db.execute(
            update(Change)
            .where(Change.match_id == match.id, Change.undo_status == "undone")
            .values(undo_status="dropped")
        )
        db.add(
            Change(
                table_id=match.table_id,
                match_id=match.id,
                version=match.version,
                kind="record",
                number=match.hand_count,
                before="",
                after=rows.hand["input"],
                target=0,
                undo_status="done",
                at=match.updated_at,
            )
        )
    return rows.answer

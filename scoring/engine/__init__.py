"""The engine: what all games share. Pure Python: nothing here imports Django or touches a database.

>>> from scoring.engine.match import replay
>>> from scoring.games import get
>>> result = replay(get("points"), players=2, hands=[{"kind": "round", "scores": [5, 3]}])
>>> result.totals
[5, 3]
"""

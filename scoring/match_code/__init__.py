"""A match as text that fits into QR codes, and back: ``docs/match-code.md`` describes the format.

Pure Python: nothing here imports Django, a database or the web. ``encode`` and ``decode`` know no game; ``replay``
scores what was decoded by the calculators.

    >>> from scoring.match_code import decode, encode, replay
    >>> codes = encode(match)
    >>> replay(decode(codes)).totals
"""

from scoring.match_code.coded_match import CodedChange, CodedMatch, CodedPart, totals_only, without_names
from scoring.match_code.history import digest_of
from scoring.match_code.payload import code_in, decode, encode, encoded_size, missing_parts
from scoring.match_code.replayed import Difference, ReplayedMatch, replay

__all__ = [
    "CodedChange",
    "CodedMatch",
    "CodedPart",
    "Difference",
    "ReplayedMatch",
    "code_in",
    "decode",
    "digest_of",
    "encode",
    "encoded_size",
    "missing_parts",
    "replay",
    "totals_only",
    "without_names",
]

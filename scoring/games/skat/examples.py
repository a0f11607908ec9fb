"""Hands as they are entered, one or more of each kind: for the documentation and the tests."""

from __future__ import annotations

from scoring.engine.game import Example

EXAMPLES: tuple[Example, ...] = (
    Example(
        "Hearts, with 2, bid 30, 74 card points",
        [
            {
                "kind": "suit",
                "trump": "H",
                "declarer": 2,
                "bid": 30,
                "hand": False,
                "matadors": {"with": 2},
                "announced": "none",
                "declarer_points": 74,
                "declarer_tricks": 6,
            }
        ],
        [0, 0, 30],
    ),
    Example(
        "The quick entry: clubs, against 2, lost",
        [{"kind": "suit", "trump": "C", "declarer": 0, "matadors": {"against": 2}, "outcome": {"won": False}}],
        [-72, 0, 0],
    ),
    Example(
        "Hearts hand, bid 40; the skat holds the spade jack: overbid",
        [
            {
                "kind": "suit",
                "trump": "H",
                "declarer": 1,
                "bid": 40,
                "hand": True,
                "cards": ["JH", "AH", "10H", "KH", "9H", "AC", "10C", "AS", "8S", "7D"],
                "skat": ["JS", "7C"],
                "outcome": {"won": False},
            }
        ],
        [0, -80, 0],
    ),
    Example(
        "Grand hand, schwarz announced, ten tricks",
        [
            {
                "kind": "grand",
                "declarer": 0,
                "hand": True,
                "announced": "schwarz",
                "matadors": {"with": 2},
                "declarer_points": 120,
                "declarer_tricks": 10,
            }
        ],
        [192, 0, 0],
    ),
    Example(
        "Grand, the trumps named, the defenders' pile counted",
        [
            {
                "kind": "grand",
                "declarer": 2,
                "trumps_held": ["JC", "JS", "JD"],
                "defender_cards": ["AH", "10H", "7H", "KD", "QD", "8C"],
            }
        ],
        [0, 0, 96],
    ),
    Example(
        "Spades, given up",
        [{"kind": "suit", "trump": "S", "declarer": 1, "matadors": {"with": 1}, "conceded": True}],
        [0, -44, 0],
    ),
    Example(
        "Null open from the hand, one trick",
        [{"kind": "null", "declarer": 1, "bid": 46, "hand": True, "open": True, "declarer_tricks": 1}],
        [0, -118, 0],
    ),
    Example(
        "Null, made",
        [{"kind": "null", "declarer": 1, "outcome": {"won": True}}],
        [0, 23, 0],
    ),
    Example(
        "Ramsch, two tied for fewest",
        [{"kind": "ramsch", "points": [52, 34, 34], "tricks": [4, 3, 3], "last_trick": [10, 8, 9]}],
        [0, 10, 0],
    ),
    Example(
        "Passed in",
        [{"kind": "passed_in"}],
        [0, 0, 0, 0],
        players=4,
        options={"rules": "international"},
    ),
    Example(
        "Kontra in a Bock hand",
        [
            {
                "kind": "suit",
                "trump": "D",
                "declarer": 0,
                "matadors": {"with": 1},
                "declarer_points": 65,
                "kontra": "kontra",
            }
        ],
        [72, 0, 0],
        options={"kontra": "kontra", "bock": "on"},
        start={"bock_hands_left": 3},
    ),
    Example(
        "Without three in hearts: what may be bid?",
        [
            {
                "kind": "bid_help",
                "game": "H",
                "cards": ["JD", "AH", "10H", "KH", "9H", "AC", "10C", "AS", "8S", "7D"],
            }
        ],
        [0, 0, 0],
    ),
)

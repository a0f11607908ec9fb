"""How much each feature of a document counts. Written by ``manage.py fit_search --write``; do not edit."""

WEIGHTS = {
    "heading": 0.751,
    "passage": 0.721,
    "asked": 0.964,
    "all_fields": 1.672,
    "anywhere": 1.736,
    "heading_typed": 1.134,
    "way_typed": 1.186,
    "way_and_heading": 1.502,
    "ways_top": 1.309,
    "telling": 0.629,
    "in_a_row": 1.575,
    "intent": 0.164,
    "meaning": 2.664,
}

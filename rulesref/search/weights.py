"""How much each figure of a document counts. Written by ``manage.py fit_search --write``; do not edit."""

#: In the order of the hits.
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
    "usual": 1.500,
    "same_figures": 0.700,
    "section": 0.000,
}

#: In whether the first hit answers: it does if the sum is above 0.
SURENESS = {
    "heading": -0.160,
    "passage": -0.401,
    "asked": 0.469,
    "all_fields": 0.537,
    "anywhere": 0.865,
    "heading_typed": 0.076,
    "way_typed": 0.440,
    "way_and_heading": 0.355,
    "ways_top": 0.954,
    "telling": 0.210,
    "in_a_row": 1.810,
    "intent": 0.141,
    "meaning": 0.843,
    "other_figures": 0.026,
    "missing": -1.786,
    "unknown": -1.387,
    "constant": 0.248,
}

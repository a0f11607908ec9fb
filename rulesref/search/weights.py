"""How much each figure of a document counts. Written by ``manage.py fit_search --write``; do not edit."""

#: In the order of the hits.
WEIGHTS = {
    "heading": 0.701,
    "passage": 0.957,
    "asked": 0.957,
    "all_fields": 1.807,
    "anywhere": 2.069,
    "heading_typed": 1.009,
    "way_typed": 1.152,
    "way_and_heading": 1.328,
    "ways_top": 1.423,
    "telling": 0.659,
    "in_a_row": 1.645,
    "intent": 0.175,
    "meaning": 2.806,
    "usual": 0.349,
    "same_figures": 0.318,
    "section": 0.640,
}

#: In whether the first hit answers: it does if the sum is above 0.
SURENESS = {
    "heading": 0.038,
    "passage": 0.155,
    "asked": 0.833,
    "all_fields": 0.707,
    "anywhere": 0.746,
    "heading_typed": 0.612,
    "way_typed": 0.379,
    "way_and_heading": 0.468,
    "ways_top": 0.649,
    "telling": 0.367,
    "in_a_row": 1.455,
    "intent": 0.181,
    "meaning": 1.155,
    "usual": -0.168,
    "same_figures": -0.927,
    "section": 0.123,
    "differences": -0.435,
    "fact": -0.714,
    "elsewhere": -1.065,
    "missing": -1.320,
    "unknown": -1.110,
    "constant": 0.438,
}

"""How much each figure of a document counts. Written by ``manage.py fit_search --write``; do not edit."""

#: In the order of the hits.
WEIGHTS = {
    "heading": 0.689,
    "passage": 1.045,
    "asked": 1.085,
    "all_fields": 1.755,
    "anywhere": 2.175,
    "heading_typed": 0.918,
    "way_typed": 1.122,
    "way_and_heading": 1.430,
    "ways_top": 1.499,
    "telling": 0.635,
    "in_a_row": 1.722,
    "intent": 0.184,
    "meaning": 2.850,
    "usual": 0.380,
    "same_figures": 0.362,
    "section": 0.758,
}

#: In whether the first hit answers: it does if the sum is above 0.
SURENESS = {
    "heading": 0.046,
    "passage": 0.179,
    "asked": 0.872,
    "all_fields": 0.712,
    "anywhere": 0.731,
    "heading_typed": 0.611,
    "way_typed": 0.350,
    "way_and_heading": 0.462,
    "ways_top": 0.660,
    "telling": 0.362,
    "in_a_row": 1.416,
    "intent": 0.187,
    "meaning": 1.084,
    "usual": -0.154,
    "same_figures": -0.904,
    "section": 0.117,
    "differences": -0.419,
    "fact": -0.611,
    "elsewhere": -1.169,
    "missing": -1.345,
    "unknown": -1.099,
    "constant": 0.479,
}

#: By language the sum above which the first hit answers.
DOUBTS: dict[str, float] = {}

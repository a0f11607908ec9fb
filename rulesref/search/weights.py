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

#: In whether the first hit answers.
SURENESS = {
    "heading": -0.149,
    "passage": -0.168,
    "asked": 0.868,
    "all_fields": 0.543,
    "anywhere": 0.784,
    "heading_typed": 0.621,
    "way_typed": 0.293,
    "way_and_heading": 0.484,
    "ways_top": 0.856,
    "telling": 0.178,
    "in_a_row": 1.429,
    "intent": 0.146,
    "meaning": 0.893,
    "usual": -0.156,
    "same_figures": -0.841,
    "section": 0.112,
    "differences": -0.412,
    "fact": -0.517,
    "elsewhere": -1.087,
    "missing": -1.411,
    "unknown": -1.352,
    "constant": -0.880,
}

#: By language the sum above which the first hit answers.
DOUBTS = {
    "de": -2.000,
    "en": -1.500,
    "es": -1.700,
    "fr": -1.400,
    "it": -1.700,
    "pt-br": -1.700,
    "ru": -1.700,
    "zh-hans": -1.700,
}

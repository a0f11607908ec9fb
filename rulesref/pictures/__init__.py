"""Pictures of the rules pages: SVG drawn from data.

A picture comes into a page as a fenced block of Markdown (``fences.fence``): its info string is the data of the
drawing as JSON, its content the picture in words. ``drawing.draw`` makes the HTML, when the page is rendered.

| module | what it does |
| --- | --- |
| ``fences`` | a picture as a block of Markdown, and back |
| ``drawing`` | the HTML of a picture of any kind |
| ``svg``, ``signs``, ``cards`` | elements, signs of the suits, cards |
| ``ladder``, ``seating``, ``trick``, ``boards``, ``layout`` | the kinds of picture |
| ``content`` | the pictures of a game from ``content/pictures/SLUG.yaml``, worked out by its calculator |
"""

"""Random requests to the served API, made from its own document."""

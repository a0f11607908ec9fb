"""For the documentation only: examples, and models of each game's own calls."""

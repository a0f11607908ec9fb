"""Random legal hands of every game, many thousands of them, and what must be true of each."""

"""``make code-mutants``: small changes of our own code, and whether a test notices each."""

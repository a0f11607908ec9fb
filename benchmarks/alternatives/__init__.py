"""The endpoint that records a hand, as it would be written with other frameworks (see README.md in benchmarks)."""

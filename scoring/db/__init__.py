"""Hand-written SQL for the hot paths, and the write lock of SQLite."""

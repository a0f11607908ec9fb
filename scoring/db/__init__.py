"""Hand-written SQL for the most frequent calls (match_rows), and the lock for writers of SQLite (write_lock)."""

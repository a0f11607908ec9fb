"""Hand-written SQL for the most frequent calls, and the lock for writers of SQLite (write_lock)."""

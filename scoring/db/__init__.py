"""Hand-written SQL for the most frequent statements, and the lock for writers of SQLite (write_lock)."""

"""Hand-written SQL for the hot paths (match_rows), and the lock at which writers of SQLite take turns (write_lock)."""

"""The database: its settings, checks before serving, backups, the backend for PostgreSQL."""

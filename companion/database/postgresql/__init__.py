"""The backend for PostgreSQL that the settings name as ``ENGINE``."""

"""Keeping score: the engine and the games (pure Python), matches, the REST API and the phone pages."""

"""Reads: matches, hands and statistics from the database."""

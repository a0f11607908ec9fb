"""Writes: changes to matches, tables and access keys, each in one transaction."""

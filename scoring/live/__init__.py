"""Event streams: watchers of matches, and how they learn of changes."""

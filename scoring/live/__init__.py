"""Event streams: watchers of matches, and how changes are noticed."""

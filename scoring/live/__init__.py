"""Event streams: who watches a match, and how a change is noticed."""

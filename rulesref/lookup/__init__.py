"""Lookups: a trick, a bid or a value that a game's calculator works out from cards tapped on the page."""

"""The views of seasons."""

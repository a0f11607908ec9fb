"""The views of club events, one module for each who looks."""

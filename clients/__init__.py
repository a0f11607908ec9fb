"""The published clients: what is written by hand of them, and what makes the rest from the OpenAPI document."""

"""Assistants: the Model Context Protocol at ``/mcp``."""

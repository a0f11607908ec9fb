"""The Model Context Protocol at ``/mcp``: rules and calculators as tools for assistants (docs/api/assistants.md)."""

"""The rules pages: all games, a game's page, search, lookups."""

"""The pages of seasons: events that are counted together."""

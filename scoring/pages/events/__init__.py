"""The pages of club events: organiser, referee, player, table, hall and guests."""

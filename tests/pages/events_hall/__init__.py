"""What everybody in the hall sees of an event: ranking, display, guests, paper."""

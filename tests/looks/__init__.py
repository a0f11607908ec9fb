"""What the pages look like: pictures, controls as drawn, several fonts."""

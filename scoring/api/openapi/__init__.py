"""What only the documentation needs: examples, and models of each game's own calls."""

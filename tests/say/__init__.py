"""Lines as players speak, and what they mean."""

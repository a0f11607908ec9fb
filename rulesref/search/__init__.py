"""The search over all rules pages."""

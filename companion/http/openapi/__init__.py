"""How the API is described: JSON Schema of the models, and drf-spectacular's words filled in for our views."""

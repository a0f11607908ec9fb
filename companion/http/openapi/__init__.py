"""The OpenAPI description: JSON Schema of the models, and drf-spectacular adapted to our views."""

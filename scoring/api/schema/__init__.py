"""The API described in OpenAPI 3.1: made from the same models that check what comes in."""

"""The views of the API, by resource, each with its OpenAPI description."""

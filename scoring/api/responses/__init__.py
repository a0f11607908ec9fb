"""Models of responses, by resource. The OpenAPI document is made from them, and so are most responses."""

"""Models of the answers, by resource. The OpenAPI document is made from them, and so are most answers."""

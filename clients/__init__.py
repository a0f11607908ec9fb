"""The published clients: their hand-written parts, and the build of the rest from the OpenAPI document."""

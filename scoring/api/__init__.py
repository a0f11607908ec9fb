"""The REST API: checks requests and passes them to the services and selectors."""

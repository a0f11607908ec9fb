"""The REST API: what comes in over HTTP is checked here and handed to the domain modules beside this package."""

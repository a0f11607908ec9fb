"""The Django project: settings, URLs, the server, errors, security headers and health."""

"""Code shared by all HTTP responses: problems, error pages, security headers, compression."""

"""Code that all HTTP responses share: problems, error pages, security headers, compression."""

"""What every HTTP response has in common: problems, error pages, security headers, compression."""

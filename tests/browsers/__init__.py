"""The main flow in Chromium, Firefox and WebKit."""

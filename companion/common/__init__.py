"""What every room may use: signals of this process, outages of what is optional, metrics, private folders."""

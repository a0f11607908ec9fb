"""What an operator relies on: logs, metrics, backups, commands."""

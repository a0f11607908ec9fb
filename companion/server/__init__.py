"""The server: one connection, Django in threads, the addresses of this machine, lines of the log."""

"""Sends the deliveries that ``scoring.services.webhook_events`` wrote.

outgoing: one request. claims: which process sends what, and what came of it. sender: the task that does it.
"""

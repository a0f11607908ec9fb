"""Sends the deliveries that ``scoring.services.webhook_events`` wrote.

outgoing: one request. claims: which process sends to a webhook, and the results. sender: the task that does it.
"""

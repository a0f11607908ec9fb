"""Evenings, tournaments and leagues, calculated: draws, seats, rankings, list checks, fees and prizes.

Nothing here knows the web or the database. What is random is drawn once, from a text that is spoken in the hall, and
stored by whoever calls. Each format of ``formats`` is one module with the same three functions.
"""

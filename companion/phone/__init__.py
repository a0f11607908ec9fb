"""The Companion on the phone alone: the same Django, calculators and SQLite, inside the browser.

``settings`` are those of the phone, ``gateway`` answers its requests, ``build`` packs everything that a
phone fetches (``contents``), ``browser/`` holds what runs outside Python. docs/phone.md has the whole picture.
"""

"""The Companion on the phone alone: the same Django, calculators and SQLite, inside the browser (docs/phone.md).

``settings`` are those of the phone, ``gateway`` answers its requests, ``build`` packs the files that a phone fetches
(``contents``), ``browser/`` has the code outside Python.
"""

"""``make generators``: other people's generators, run on the served document, and a hand of every game through each."""

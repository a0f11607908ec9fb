#!/usr/bin/env python
"""Django's command line for the Companion; where the package is installed, the command ``companion`` is the same."""

from companion.__main__ import main

if __name__ == "__main__":
    main()

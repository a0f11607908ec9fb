"""The server's settings, with the tools that the conformance suite calls."""

from companion.settings import *  # noqa: F403

ROOT_URLCONF = "tests.assistants.everything"

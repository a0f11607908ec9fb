"""Tests of the pages of seasons."""

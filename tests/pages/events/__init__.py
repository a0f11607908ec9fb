"""Tests of the pages of club events."""

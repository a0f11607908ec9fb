"""Texts that are translated: how they are marked and found, and a language that shows what is not."""

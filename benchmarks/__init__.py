"""Benchmarks, as ratios to a floor measured in the same run (see README.md in this folder)."""

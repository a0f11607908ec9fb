"""The views of the pages, a module for each task of a person."""

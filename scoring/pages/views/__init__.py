"""The views of the pages, one module for each thing that a person does."""

"""The addresses of the API, by resource. What a call takes and answers is described beside it."""

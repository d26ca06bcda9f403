"""Positional encodings, shown and computed: a web page and an HTTP API."""

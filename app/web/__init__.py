"""HTTP: pages, the API, wire formats, errors, headers."""

"""The API: numbers of the encodings, as JSON, CSV, NPY or PNG."""

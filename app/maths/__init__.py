"""Pure NumPy kernels, one concept a file; nothing here knows of the web, of words or of controls."""

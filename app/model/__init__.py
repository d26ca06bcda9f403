"""A pretrained transformer in NumPy: what the order of words does to a model that people use."""

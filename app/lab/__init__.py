"""Experiments that train models, and the reader of what they found; only the experiments need PyTorch."""

"""Small language models that differ in their positional encoding only, read beyond their trained length."""

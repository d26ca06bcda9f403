"""Sinusoidal positions as a PyTorch module."""

import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    """Adds waves to the token vectors: each place gets a pattern of its own."""

    def __init__(
        self,
        d_model: int,
        max_len: int = 1000,
        base: float = 10_000.0,
        dropout: float = 0.1,
    ) -> None:
        """Make max_len rows, each d_model numbers wide."""
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        position = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
        even = torch.arange(0, d_model, 2, dtype=torch.float64)
        div_term = torch.exp(even * (-math.log(base) / d_model))
        angle = position * div_term
        pe = torch.zeros(max_len, d_model, dtype=torch.float64)
        pe[:, 0::2] = torch.sin(angle)
        pe[:, 1::2] = torch.cos(angle[:, : d_model // 2])
        self.register_buffer("pe", pe.to(torch.get_default_dtype()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add its row to every token; x is shaped (batch, sequence, width)."""
        seq_len = x.shape[1]
        if seq_len > len(self.pe):
            raise ValueError(f"{seq_len} tokens, but {len(self.pe)} rows")
        x = x + self.pe[:seq_len]
        return self.dropout(x)

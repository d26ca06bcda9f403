"""A small decoder-only transformer that takes its positions from outside."""

import math

import torch
from torch import nn
from torch.nn import functional

from app.lab.extrapolation.places import T5_BUCKETS, Places
from app.lab.extrapolation.settings import Shape


class Decoder(nn.Module):
    """Token vectors, layers of attention and feed-forward parts with the norm before each, and a read-out.

    `encoding` decides only which trained table there is: "learned" has one of `max_len` positions, "t5" one
    of biases.
    """

    def __init__(
        self, n_tokens: int, shape: Shape, encoding: str, *, max_len: int, causal: bool = True
    ) -> None:
        super().__init__()
        self.n_heads, self.causal = shape.n_heads, causal
        self.tokens = nn.Embedding(n_tokens, shape.d_model)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.n_layers))
        self.norm = nn.LayerNorm(shape.d_model)
        self.read_out = nn.Linear(shape.d_model, n_tokens)
        for layer in self.layers:
            # What is added to the stream starts small, the smaller the more layers add to it (GPT-2).
            for part in (layer.join, layer.down):
                nn.init.normal_(part.weight, std=0.02 / math.sqrt(2 * shape.n_layers))
        # Both tables start at nothing: they draw no random numbers, so a seed means the same weights for all.
        self.position_table = (
            nn.Parameter(torch.zeros(max_len, shape.d_model)) if encoding == "learned" else None
        )
        self.bias_table = nn.Parameter(torch.zeros(T5_BUCKETS, shape.n_heads)) if encoding == "t5" else None

    def forward(self, tokens: torch.Tensor, where: Places) -> torch.Tensor:
        """Return the scores of the next token at every position, shape (batch, seq_len, n_tokens)."""
        seq_len = tokens.shape[1]
        stream = self.tokens(tokens)
        if self.position_table is not None:
            stream = stream + self.position_table[:seq_len]
        if where.added is not None:
            stream = stream + where.added
        bias = where.bias
        if self.bias_table is not None and where.buckets is not None:
            bias = self.bias_table[where.buckets].permute(2, 0, 1)
            if self.causal:
                hidden = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)
                bias = bias.masked_fill(hidden, -math.inf)
        for layer in self.layers:
            stream = layer(stream, where, bias, causal=self.causal)
        return self.read_out(self.norm(stream))


class Layer(nn.Module):
    """Attention and a feed-forward part."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.n_heads = shape.n_heads
        self.before_attention = nn.LayerNorm(shape.d_model)
        self.query_key_value = nn.Linear(shape.d_model, 3 * shape.d_model)
        self.join = nn.Linear(shape.d_model, shape.d_model)
        self.before_feed_forward = nn.LayerNorm(shape.d_model)
        self.up = nn.Linear(shape.d_model, 4 * shape.d_model)
        self.down = nn.Linear(4 * shape.d_model, shape.d_model)

    def forward(
        self, stream: torch.Tensor, where: Places, bias: torch.Tensor | None, *, causal: bool
    ) -> torch.Tensor:
        """Return the stream, shape (batch, seq_len, d_model), with what this layer adds to it.

        `bias`, shape (n_heads, seq_len, seq_len), is added to the scores and holds the mask, if there is one;
        `causal` masks where no bias does.
        """
        batch, seq_len, d_model = stream.shape
        mixed = self.query_key_value(self.before_attention(stream))
        heads = mixed.view(batch, seq_len, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
        query, key, value = heads[0], heads[1], heads[2]
        if where.cosine is not None and where.sine is not None:
            query, key = (turned(x, where.cosine, where.sine) for x in (query, key))
        # The fast kernel wants a bias with an axis for the batch.
        seen = functional.scaled_dot_product_attention(
            query,
            key,
            value,
            attn_mask=None if bias is None else bias[None],
            is_causal=causal and bias is None,
        )
        stream = stream + self.join(seen.transpose(1, 2).reshape(batch, seq_len, d_model))
        return stream + self.down(functional.gelu(self.up(self.before_feed_forward(stream))))


def turned(x: torch.Tensor, cosine: torch.Tensor, sine: torch.Tensor) -> torch.Tensor:
    """Rotate the pairs (i, i + d/2) of queries or keys, shape (…, seq_len, d_head)."""
    first, second = x.chunk(2, dim=-1)
    return torch.cat([first * cosine - second * sine, first * sine + second * cosine], dim=-1)

"""Arithmetic, the golden counts of ViT, and the facts measured when the table was chosen."""

EXPECTED = {
    "patches.rows": 224 / 16,
    "patches.columns": 320 / 16,
    "patches.count": 280,
    "patches.seq_len": 281,
    "patches.side": 37,
    "patches.beside_share": 99.9,
    "patches.codes_share": 96.9,
}

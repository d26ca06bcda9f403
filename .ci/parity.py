#!/usr/bin/env python3
"""Compare with PyTorch, transformers and the real model's runtime, live; renew tests/golden/parity.json.

The PyTorch listing that the page shows is run here, too: its result and the values of its lines are compared,
and what was measured goes to app/listings/parity.json.

Run by `make parity` in a virtual environment of its own; `make test` compares with the values written here.
"""

import hashlib
import inspect
import json
import math
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402
import torch  # noqa: E402
from tokenizers.implementations import BertWordPieceTokenizer  # noqa: E402
from transformers import GPTNeoXConfig, LlamaConfig  # noqa: E402
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS  # noqa: E402
from transformers.models.bloom.modeling_bloom import build_alibi_tensor  # noqa: E402
from transformers.models.gemma4 import modeling_gemma4 as gemma4  # noqa: E402
from transformers.models.gpt_neox import modeling_gpt_neox as neox  # noqa: E402
from transformers.models.gptj import modeling_gptj as gptj  # noqa: E402
from transformers.models.llama import modeling_llama as llama  # noqa: E402
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding  # noqa: E402
from transformers.models.t5.modeling_t5 import T5Attention  # noqa: E402
from transformers.models.whisper.modeling_whisper import sinusoids  # noqa: E402

from app.listings import sinusoidal_numpy  # noqa: E402
from app.listings.statements import run  # noqa: E402
from tests.maths.parity_cases import COLUMNS, VOCABULARY, difference, model_file, ours  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "parity.json"
MEASURED = ROOT / "app" / "listings" / "parity.json"
SHOWN = ROOT / "app" / "listings" / "sinusoidal_torch.py"


class PositionalEncoding(torch.nn.Module):
    """The sinusoidal class as it stands in countless PyTorch projects."""

    def __init__(self, d_model: int, max_len: int, base: float = 10_000.0) -> None:
        super().__init__()
        position = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
        steps = torch.arange(0, d_model, 2, dtype=torch.float64)
        div_term = torch.exp(steps * (-math.log(base) / d_model))
        pe = torch.zeros(max_len, d_model, dtype=torch.float64)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)


def sinusoidal_class(seq_len: int, d_model: int, base: float) -> torch.Tensor:
    return PositionalEncoding(d_model, seq_len, base).pe


def must(fact: bool, what: str) -> None:
    if not fact:
        raise AssertionError(f"the shown module: {what}")


def shown() -> dict[str, Any]:
    """Run the text that the page shows."""
    names: dict[str, Any] = {"__name__": "shown"}
    exec(compile(SHOWN.read_text(encoding="utf-8"), str(SHOWN), "exec"), names)  # noqa: S102
    return names


def listing(seq_len: int, d_model: int, base: float, number_format: str) -> torch.Tensor:
    """What the shown module adds to zeros; a third sentence and rows to spare make mistakes visible."""
    usual = torch.get_default_dtype()
    torch.set_default_dtype(getattr(torch, number_format))
    try:
        module = shown()["PositionalEncoding"](d_model, seq_len + 3, base, dropout=0.5)
        module.eval()
        must(not list(module.parameters()), "nothing is trained")
        must(module.state_dict().keys() == {"pe"}, "the table is saved with the model")
        out = module(torch.zeros(3, seq_len, d_model))
        must(torch.equal(out[0], out[2]), "every sentence gets the same rows")
        module.train()
        must(bool((module(torch.ones(3, seq_len, d_model)) == 0).any()), "dropout works in training")
        return out[0]
    finally:
        torch.set_default_dtype(usual)


def lines_of_the_listing(seq_len: int, d_model: int, base: float) -> float:
    """Return how far PyTorch's values of every line are from its NumPy twin's, which the page shows."""
    at_the_end: dict[str, Any] = {}

    def watch(frame: Any, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != str(SHOWN):
            return None
        if event == "return" and frame.f_code.co_name == "__init__":
            at_the_end.update(frame.f_locals)
        return watch

    made = shown()["PositionalEncoding"]
    sys.settrace(watch)
    try:
        made(d_model, seq_len + 3, base)
    finally:
        sys.settrace(None)
    arguments = {"max_len": seq_len + 3, "d_model": d_model, "base": base}
    found, _ = run(sinusoidal_numpy, "positional_encoding", arguments)
    last = {name: value for values in found.values() for name, value in values.items()}
    worst = 0.0
    for name in ("position", "even", "div_term", "angle", "pe"):
        must(tuple(at_the_end[name].shape) == last[name].shape, f"the shape of {name}")
        worst = max(worst, float(abs(at_the_end[name].numpy() - last[name]).max()))
    return worst


def marian(seq_len: int, d_model: int) -> torch.Tensor:
    return MarianSinusoidalPositionalEmbedding(seq_len, d_model).create_weight()


def config(d_head: int, base: float, scaling: dict[str, Any]) -> LlamaConfig:
    trained = scaling.get("original_max_position_embeddings", 4096)
    factor = scaling.get("factor", 1.0)
    return LlamaConfig(
        hidden_size=d_head,
        num_attention_heads=1,
        head_dim=d_head,
        # Dynamic NTK takes this for the trained length, the others want to see it extended.
        max_position_embeddings=trained if scaling["rope_type"] == "dynamic" else int(factor * trained),
        rope_parameters={"rope_theta": base, **scaling},
    )


def rope_frequencies(
    kind: str, d_head: int, base: float, seq_len: int, **scaling: Any
) -> tuple[torch.Tensor, float]:
    made = config(d_head, base, {"rope_type": kind, **scaling})
    if kind == "default":
        return llama.LlamaRotaryEmbedding.compute_default_rope_parameters(made)
    return ROPE_INIT_FUNCTIONS[kind](made, torch.device("cpu"), seq_len=seq_len)


def yarn_over_turns(
    d_head: int, base: float, seq_len: int, beta_fast: float, beta_slow: float, **scaling: Any
) -> tuple[torch.Tensor, float]:
    """YaRN's ramp as the paper has it: no library calls it YaRN, but Llama 3's rule is the same one."""
    bands = {"low_freq_factor": beta_slow, "high_freq_factor": beta_fast}
    frequencies, _ = rope_frequencies("llama3", d_head, base, seq_len, **scaling, **bands)
    return frequencies, yarn_factor(**scaling)


def yarn_factor(factor: float, **scaling: Any) -> float:
    return rope_frequencies("yarn", 64, 10_000.0, 1, factor=factor, **scaling)[1]


def dynamic_of_the_paper(d_head: int, base: float, seq_len: int, factor: float) -> tuple[torch.Tensor, float]:
    """The paper's s = l/L knows no factor: it is the code's, factor·l/L − (factor − 1), at the factor 1."""
    del factor
    return rope_frequencies("dynamic", d_head, base, seq_len, factor=1.0)


def neox_config(d_head: int, base: float, share: float) -> GPTNeoXConfig:
    parameters = {"rope_type": "default", "rope_theta": base, "partial_rotary_factor": share}
    return GPTNeoXConfig(hidden_size=d_head, num_attention_heads=1, rope_parameters=parameters)


def rope_partial(d_head: int, base: float, share: float) -> tuple[torch.Tensor, float]:
    return neox.GPTNeoXRotaryEmbedding.compute_default_rope_parameters(neox_config(d_head, base, share))


def rope_partial_half(x: list[float], positions: list[int], share: float) -> torch.Tensor:
    place = torch.tensor([positions])
    rotary = neox.GPTNeoXRotaryEmbedding(neox_config(len(x), 10_000.0, share))
    q = torch.tensor(x).expand(1, 1, len(positions), len(x))
    return neox.apply_rotary_pos_emb(q, q, *rotary(torch.zeros(1), place))[0][0, 0]


def rope_proportional(d_head: int, base: float, share: float, factor: float) -> tuple[torch.Tensor, float]:
    return rope_frequencies("proportional", d_head, base, 1, partial_rotary_factor=share, factor=factor)


def rope_proportional_half(x: list[float], positions: list[int], share: float) -> torch.Tensor:
    inv_freq, _ = rope_proportional(len(x), 10_000.0, share, 1.0)
    # As in Gemma4TextRotaryEmbedding.forward, which wants the configuration of a whole model.
    angle = torch.outer(torch.tensor(positions).float(), inv_freq)
    both = torch.cat((angle, angle), dim=-1)
    q = torch.tensor(x).expand(1, 1, len(positions), len(x))
    return gemma4.apply_rotary_pos_emb(q, both.cos()[None], both.sin()[None])[0, 0]


def rope_half(x: list[float], positions: list[int]) -> torch.Tensor:
    place = torch.tensor([positions])
    cosine, sine = llama.LlamaRotaryEmbedding(config(len(x), 10_000.0, {"rope_type": "default"}))(
        torch.zeros(1, dtype=torch.float32), place
    )
    q = torch.tensor(x).expand(1, 1, len(positions), len(x))
    return llama.apply_rotary_pos_emb(q, q, cosine, sine)[0][0, 0]


def rope_interleaved(x: list[float], positions: list[int]) -> torch.Tensor:
    table = gptj.create_sinusoidal_positions(max(positions) + 1, len(x))[positions]
    sine, cosine = torch.split(table[None], len(x) // 2, dim=-1)
    q = torch.tensor(x).expand(1, len(positions), 1, len(x))
    return gptj.apply_rotary_pos_emb(q, sine, cosine)[0, :, 0]


def alibi(n_heads: int, seq_len: int) -> torch.Tensor:
    return build_alibi_tensor(torch.ones(1, seq_len), n_heads, torch.float32)[:, 0]


def buckets(first: int, last: int, num_buckets: int, max_distance: int, bidirectional: bool) -> torch.Tensor:
    return T5Attention._relative_position_bucket(
        torch.arange(first, last + 1),
        bidirectional=bidirectional,
        num_buckets=num_buckets,
        max_distance=max_distance,
    )


def wordpiece(sentence: str) -> torch.Tensor:
    return torch.tensor(BertWordPieceTokenizer(str(VOCABULARY)).encode(sentence).ids)


def minilm(sentence: str) -> torch.Tensor:
    session = onnxruntime.InferenceSession(model_file())
    ids = wordpiece(sentence).numpy()[None]
    found = session.run(
        ["last_hidden_state"],
        {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)},
    )
    return torch.from_numpy(found[0][0, :, :COLUMNS])


REFERENCES: dict[str, tuple[Callable[..., Any], Any, str]] = {
    "sinusoidal": (sinusoidal_class, PositionalEncoding, "torch"),
    "listing": (listing, SHOWN, "torch"),
    "sinusoidal_blocks": (marian, MarianSinusoidalPositionalEmbedding, "transformers"),
    "sinusoidal_whisper": (lambda seq_len, d_model: sinusoids(seq_len, d_model), sinusoids, "transformers"),
    "rope_half": (rope_half, llama.apply_rotary_pos_emb, "transformers"),
    "rope_interleaved": (rope_interleaved, gptj.apply_rotary_pos_emb, "transformers"),
    "alibi": (alibi, build_alibi_tensor, "transformers"),
    "t5_buckets": (buckets, T5Attention._relative_position_bucket, "transformers"),
    "wordpiece": (wordpiece, BertWordPieceTokenizer, "tokenizers"),
    "minilm": (minilm, onnxruntime.InferenceSession, "onnxruntime"),
}
REFERENCES |= {
    name: (reference, source, "transformers")
    for name, reference, source in (
        ("rope_yarn_turns", yarn_over_turns, ROPE_INIT_FUNCTIONS["llama3"]),
        ("rope_dynamic_paper", dynamic_of_the_paper, ROPE_INIT_FUNCTIONS["dynamic"]),
        ("rope_partial", rope_partial, neox.GPTNeoXRotaryEmbedding.compute_default_rope_parameters),
        ("rope_partial_half", rope_partial_half, neox.apply_rotary_pos_emb),
        ("rope_proportional", rope_proportional, ROPE_INIT_FUNCTIONS["proportional"]),
        ("rope_proportional_half", rope_proportional_half, gemma4.apply_rotary_pos_emb),
    )
}
for kind in ("default", "linear", "dynamic", "yarn", "llama3"):
    source = (
        llama.LlamaRotaryEmbedding.compute_default_rope_parameters
        if kind == "default"
        else ROPE_INIT_FUNCTIONS[kind]
    )
    REFERENCES[f"rope_{kind}"] = (
        lambda kind=kind, **given: rope_frequencies(kind, **given), source, "transformers"
    )  # fmt: skip

# Kind, parameters, largest difference allowed: relative for frequencies, which span many decades, else
# absolute. Float32 inside a reference decides its tolerance.
LLAMA31 = {
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}
YARN = {"factor": 16.0, "beta_fast": 32.0, "beta_slow": 1.0, "original_max_position_embeddings": 4096}
GPT_OSS = {"factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "original_max_position_embeddings": 4096}
X = [1.0, 2.0, 3.0, 4.0, -0.5, 0.25, 2.5, -1.0]
SENTENCES = [
    "dog bites man",
    "man bites dog",
    "Hund beißt Mann",
    "Die Anwältin, die die Richterin traf, rief die Polizistin an",
    "Don't panic: it's 3.5 % (or $42)!",
    "NAÏVE Café, Ελληνικά και ΣΑΣ, İstanbul",
    "東京タワー and 上海abc",
    "한국어 हिन्दी العربية",
    "unaffable antidisestablishmentarianism qwxz",
    "🙂 emoji, ﬁne ligature, x² and ½",
    "zero\u200bwidth, soft\u00adhyphen, e\u0301 \ufffd tail",
    "x" * 100,
    "x" * 101,
    "¿Qué? «Gänsefüßchen» „so“ — dash…",
]
CASES: list[tuple[str, dict[str, Any], float]] = [
    ("sinusoidal", {"seq_len": 40, "d_model": 16, "base": 10_000.0}, 1e-12),
    ("sinusoidal", {"seq_len": 40, "d_model": 6, "base": 500_000.0}, 1e-12),
    *(
        ("listing", {"seq_len": 20, "d_model": width, "base": base, "number_format": "float64"}, 1e-12)
        for width, base in ((6, 10_000.0), (5, 10_000.0), (1, 10_000.0), (7, 500_000.0))
    ),
    ("listing", {"seq_len": 20, "d_model": 7, "base": 10_000.0, "number_format": "float32"}, 1e-7),
    ("sinusoidal_blocks", {"seq_len": 30, "d_model": 12}, 1e-6),
    ("sinusoidal_blocks", {"seq_len": 30, "d_model": 7}, 1e-6),
    ("sinusoidal_whisper", {"seq_len": 30, "d_model": 12}, 3e-6),
    ("rope_half", {"x": X, "positions": [0, 1, 3, 50]}, 3e-5),
    ("rope_interleaved", {"x": X, "positions": [0, 1, 3, 50]}, 3e-5),
    ("rope_default", {"d_head": 128, "base": 500_000.0, "seq_len": 1}, 2e-6),
    ("rope_linear", {"d_head": 128, "base": 10_000.0, "seq_len": 1, "factor": 4.0}, 2e-6),
    *(
        ("rope_dynamic", {"d_head": 128, "base": 10_000.0, "seq_len": n, "factor": 2.0}, 2e-6)
        for n in (2048, 4096, 8192, 100_000)
    ),
    ("rope_yarn", {"d_head": 128, "base": 10_000.0, "seq_len": 1, **YARN}, 2e-6),
    ("rope_yarn", {"d_head": 64, "base": 1_000_000.0, "seq_len": 1, **YARN | {"factor": 4.0}}, 2e-6),
    *(
        ("rope_yarn", {"d_head": 64, "base": 150_000.0, "seq_len": 1, **GPT_OSS, "truncate": whole}, 2e-6)
        for whole in (True, False)
    ),
    # Short: both ends of the ramp lie outside the head, where they are cut off.
    *(
        ("rope_yarn", {"d_head": 16, "base": 10_000.0, "seq_len": 1, **YARN, **short}, 2e-6)
        for short in (
            {"original_max_position_embeddings": 128, "truncate": False},
            {"original_max_position_embeddings": 1_000_000, "truncate": False},
        )
    ),
    ("rope_yarn", {"d_head": 64, "base": 10_000.0, "seq_len": 1, **YARN, "attention_factor": 0.7}, 2e-6),
    ("rope_yarn_turns", {"d_head": 128, "base": 10_000.0, "seq_len": 1, **YARN}, 2e-6),
    ("rope_yarn_turns", {"d_head": 64, "base": 150_000.0, "seq_len": 1, **GPT_OSS}, 2e-6),
    *(
        ("rope_dynamic_paper", {"d_head": 128, "base": 10_000.0, "seq_len": n, "factor": 2.0}, 2e-6)
        for n in (2048, 4096, 8192, 100_000)
    ),
    *(
        ("rope_partial", {"d_head": width, "base": 10_000.0, "share": share}, 2e-6)
        for width, share in ((96, 0.25), (80, 0.4))
    ),
    ("rope_partial_half", {"x": X, "positions": [0, 1, 3, 50], "share": 0.5}, 3e-5),
    ("rope_proportional", {"d_head": 512, "base": 1_000_000.0, "share": 0.25, "factor": 1.0}, 2e-6),
    ("rope_proportional", {"d_head": 256, "base": 1_000_000.0, "share": 1.0, "factor": 8.0}, 2e-6),
    ("rope_proportional_half", {"x": X, "positions": [0, 1, 3, 50], "share": 0.5}, 3e-5),
    ("rope_llama3", {"d_head": 128, "base": 500_000.0, "seq_len": 1, **LLAMA31}, 2e-6),
    ("rope_llama3", {"d_head": 64, "base": 500_000.0, "seq_len": 1, **LLAMA31 | {"factor": 32.0}}, 2e-6),
    *(("alibi", {"n_heads": heads, "seq_len": 12}, 1e-5) for heads in (1, 2, 3, 8, 12, 20, 33)),
    *(
        (
            "t5_buckets",
            {"first": -400, "last": 400, "num_buckets": n, "max_distance": far, "bidirectional": both},
            0.0,
        )
        for n, far in ((32, 128), (64, 256), (16, 100))
        for both in (True, False)
    ),
    *(("wordpiece", {"sentence": sentence}, 0.0) for sentence in SENTENCES),
    *(("minilm", {"sentence": sentence}, 1e-5) for sentence in SENTENCES[:4]),
]


def plain(found: Any) -> dict[str, Any]:
    """Return what a reference gave as lists; frequencies come with an attention factor."""
    if isinstance(found, tuple):
        return {"values": found[0].double().tolist(), "attention_factor": float(found[1])}
    return {"values": (found.double() if found.is_floating_point() else found).tolist()}


def source_of(source: Any) -> tuple[str, str]:
    """Return name and text of what was compared with."""
    if isinstance(source, Path):
        return source.relative_to(ROOT).as_posix(), source.read_text(encoding="utf-8")
    return f"{source.__module__}.{source.__qualname__}".replace("__main__", "parity"), inspect.getsource(
        source
    )


def main() -> int:
    written, failed = [], 0
    worst_line = max(lines_of_the_listing(20, width, 10_000.0) for width in (1, 5, 6, 64))
    failed += worst_line > 1e-12
    print(f"{'DIFFERS' if worst_line > 1e-12 else 'agrees':8}{'lines of the listing':20}{worst_line:10.2e}")
    for kind, given, tolerance in CASES:
        reference, source, package = REFERENCES[kind]
        with torch.no_grad():
            expected = plain(reference(**given))
        found = ours(kind, given)
        worst = difference(found, expected)
        failed += worst > tolerance
        verdict = "DIFFERS" if worst > tolerance else "agrees"
        print(f"{verdict:8}{kind:20}{worst:10.2e} (≤ {tolerance:.0e})  {given}")
        name, text = source_of(source)
        written.append(
            {
                "kind": kind,
                "parameters": given,
                "tolerance": tolerance,
                "measured": worst,
                "package": package,
                "version": version(package),
                "source": name,
                "source_sha256": hashlib.sha256(text.encode()).hexdigest(),
                **expected,
            }
        )
    if failed:
        print(f"{failed} of {len(CASES)} differ; {GOLDEN.name} is left as it was")
        return 1
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in written)
    GOLDEN.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    exact = [
        entry["measured"] for entry in written
        if entry["kind"] in ("sinusoidal", "listing") and entry["tolerance"] <= 1e-12
    ]  # fmt: skip
    measured = {"torch": version("torch").partition("+")[0], "largest_difference": max(exact)}
    MEASURED.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
    print(f"{len(written)} comparisons written to {GOLDEN.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Worked examples of the API: the page shows these lines, and the tests run them as the page shows them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import quote

from app.i18n import msg

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"curl": "curl", "python": "Python", "javascript": "JavaScript"}
)
"""What examples are written in: id and name."""

_SAFE = ":/[]~%"


@dataclass(frozen=True)
class Example:
    """One question, asked from a shell, from Python with NumPy, and from JavaScript.

    In the lines, ``ADDRESS`` stands for the server (scheme, host and sub-path), ``LANG`` for the language of
    the page.
    """

    id: str  # anchor on the page
    title: str  # marked with `msg`, as `text` is
    text: str
    curl: str
    python: str
    javascript: str

    def lines(self, address: str, lang: str) -> dict[str, str]:
        """Return the lines by the id of their language; `address` has no slash at the end."""
        # The host is what the request says: in lines meant for a shell it may hold no quotes.
        words = {"ADDRESS": quote(address, safe=_SAFE), "LANG": lang}
        return {
            name: re.sub(r"\b(ADDRESS|LANG)\b", lambda found: words[found[0]], getattr(self, name)).strip(
                "\n"
            )
            for name in LANGUAGES
        }


EXAMPLES = (
    Example(
        id="matrix-json",
        title=msg("A matrix as JSON"),
        text=msg(
            "64 positions with 6 dimensions each; row 50 belongs to position 50. "
            "The answer also names every parameter, the defaults included."
        ),
        curl="""
curl 'ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6'
""",
        python="""
import json
from urllib.request import urlopen

import numpy as np

url = "ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6"
with urlopen(url) as answer:
    matrix = np.array(json.load(answer)["values"], dtype=float)
print(matrix[50].tolist())
""",
        javascript="""
const url = "ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6";
const { values } = await (await fetch(url)).json();
console.log(JSON.stringify(values[50]));
""",
    ),
    Example(
        id="matrix-csv",
        title=msg("The same as CSV"),
        text=msg(
            "One line per position, here rounded to four decimals. "
            "The parameters sep and decimal suit it to spreadsheets set to another language."
        ),
        curl="""
curl 'ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6&format=csv&precision=4'
""",
        python="""
from urllib.request import urlopen

import numpy as np

url = "ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6&format=csv&precision=4"
with urlopen(url) as answer:
    matrix = np.loadtxt(answer, delimiter=",")
print(matrix[50].tolist())
""",
        javascript="""
const url = "ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6&format=csv&precision=4";
const text = await (await fetch(url)).text();
const matrix = text.trim().split("\\n").map((line) => line.split(",").map(Number));
console.log(JSON.stringify(matrix[50]));
""",
    ),
    Example(
        id="matrix-npy",
        title=msg("The same as a NumPy file"),
        text=msg(
            "The bytes of the float64 numbers, and so the shortest way into an array. "
            "In JavaScript, too, a short header is all that stands before the numbers."
        ),
        curl="""
curl --output matrix.npy 'ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6&format=npy'
""",
        python="""
from io import BytesIO
from urllib.request import urlopen

import numpy as np

url = "ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6&format=npy"
with urlopen(url) as answer:
    matrix = np.load(BytesIO(answer.read()))
print(matrix[50].tolist())
""",
        javascript="""
const url = "ADDRESS/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6&format=npy";
const bytes = await (await fetch(url)).arrayBuffer();
const header = 10 + new DataView(bytes).getUint16(8, true);
const numbers = new Float64Array(bytes.slice(header));
console.log(JSON.stringify([...numbers.slice(50 * 6, 51 * 6)]));
""",
    ),
    Example(
        id="frequencies",
        title=msg("The frequencies of RoPE"),
        text=msg(
            "Angle per position and wavelength of every pair, for heads 128 wide and the base 500,000. "
            "The methods for longer contexts are parameters too, such as scaling=yarn."
        ),
        curl="""
curl 'ADDRESS/api/encodings/rope/frequencies?d_model=128&base=500000'
""",
        python="""
import json
from urllib.request import urlopen

import numpy as np

url = "ADDRESS/api/encodings/rope/frequencies?d_model=128&base=500000"
with urlopen(url) as answer:
    inv_freq = np.array(json.load(answer)["inv_freq"])
print(inv_freq[[0, 1, 32, 63]].tolist())
""",
        javascript="""
const url = "ADDRESS/api/encodings/rope/frequencies?d_model=128&base=500000";
const { inv_freq } = await (await fetch(url)).json();
console.log(JSON.stringify([0, 1, 32, 63].map((pair) => inv_freq[pair])));
""",
    ),
    Example(
        id="rope-score",
        title=msg("A score under RoPE"),
        text=msg(
            "A query at position 5 and a key at position 2, both rotated, then multiplied. "
            "At positions 103 and 100 the score is the same, at 2 and 5 it is another: "
            "what counts is distance and direction."
        ),
        curl="""
curl 'ADDRESS/api/encodings/rope/score?q=1,2,3,4&k=0.5,-1,2,0.25&q_pos=5&k_pos=2'
""",
        python="""
import json
from urllib.request import urlopen

url = "ADDRESS/api/encodings/rope/score?q=1,2,3,4&k=0.5,-1,2,0.25&q_pos=5&k_pos=2"
with urlopen(url) as answer:
    found = json.load(answer)
print([found["score"], found["unrotated"]])
""",
        javascript="""
const url = "ADDRESS/api/encodings/rope/score?q=1,2,3,4&k=0.5,-1,2,0.25&q_pos=5&k_pos=2";
const { score, unrotated } = await (await fetch(url)).json();
console.log(JSON.stringify([score, unrotated]));
""",
    ),
    Example(
        id="word-order",
        title=msg("Does the order of words matter?"),
        text=msg(
            "One attention layer reads a sentence forwards and backwards, here with sinusoidal positions. "
            "The verdict holds by how much the output of a word changes at most, and by how much the mean "
            "does. With encoding=none both are 0 up to rounding."
        ),
        curl="""
curl --get 'ADDRESS/api/word-order' \\
  --data-urlencode 'sentence=dog bites man' \\
  --data 'order=2,1,0' \\
  --data 'encoding=sinusoidal'
""",
        python="""
import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"sentence": "dog bites man", "order": "2,1,0", "encoding": "sinusoidal"})
with urlopen(f"ADDRESS/api/word-order?{query}") as answer:
    verdict = json.load(answer)["verdict"]
print([verdict["per_word_max_abs"], verdict["pooled_max_abs"]])
""",
        javascript="""
const query = new URLSearchParams({ sentence: "dog bites man", order: "2,1,0", encoding: "sinusoidal" });
const { verdict } = await (await fetch(`ADDRESS/api/word-order?${query}`)).json();
console.log(JSON.stringify([verdict.per_word_max_abs, verdict.pooled_max_abs]));
""",
    ),
    Example(
        id="error",
        title=msg("An error"),
        text=msg(
            "A base must be greater than 1. The answer has status 422 and says which parameter broke which "
            "rule, in the language asked for."
        ),
        curl="""
curl 'ADDRESS/api/encodings/sinusoidal/matrix?base=0.5&lang=LANG'
""",
        python="""
import json
from urllib.error import HTTPError
from urllib.request import urlopen

try:
    urlopen("ADDRESS/api/encodings/sinusoidal/matrix?base=0.5&lang=LANG")
except HTTPError as error:
    problem = json.load(error)
    print(problem["status"], problem["detail"])
""",
        javascript="""
const answer = await fetch("ADDRESS/api/encodings/sinusoidal/matrix?base=0.5&lang=LANG");
const problem = await answer.json();
console.log(problem.status, problem.detail);
""",
    ),
)
"""In the order of the page."""

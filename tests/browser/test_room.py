"""No state that a page accepts makes a figure ask the API for more than it computes."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.encodings.registry import Registry, standard_registry
from app.main import create_app
from app.settings import Settings
from app.web.pages.room import Room
from app.web.pages.state import read_state, state_model
from app.web.sections import FIGURES
from tests.browser.conftest import Visitor

# What every figure asks in a state as it was read, and as it is fitted while sliders move. Figures of the
# explorer's matrix ask for that; those of the quiz are the same in every state.
QUESTIONS = """async ([states, cells]) => {
    const main = document.querySelector('script[type=module]').src;
    const load = name => import(new URL(`${name}.js`, main));
    const page = JSON.parse(document.getElementById('page-data').textContent);
    const limits = { ...page.limits, cells };
    const { Format } = await load('core/format');
    const { frameQuery, infoOf, normalise } = await load('core/questions');
    const context = {
        page: { ...page, limits }, format: new Format(page.separators, page.words, 0),
        client: { peek: () => undefined },
    };
    const figures = await Promise.all(
        [...document.querySelectorAll('[data-figure]')].map(one => one.dataset.figure)
            .filter(id => !['quiz', 'explorer', 'clocks'].includes(id))
            .map(async id => [id, (await load(`figures/${id}`)).default]));
    const asked = new Map();
    for (const given of states) {
        const state = normalise({ ...given }, page.encodings, limits);
        const { encoding, parameters } = frameQuery(state, infoOf(page.encodings, state.encoding));
        const all = [[`/encodings/${encoding}/matrix`, parameters]];
        for (const [, Figure] of figures)
            all.push(...Object.values(Figure.prototype.questions?.call({ page: context }, state) ?? {}));
        for (const [path, query] of all) asked.set(JSON.stringify([path, query]), [path, query]);
    }
    return [figures.map(([id]) => id), [...asked.values()]];
}"""


@pytest.fixture(scope="module")
def tight() -> Iterator[tuple[Registry, Room, TestClient, Any]]:
    """An application with the smallest limit that it accepts."""
    tables = Settings().tables_dir
    model = state_model(standard_registry(tables), FIGURES.values())
    least = Room(standard_registry(tables), model, FIGURES.values()).least_cells
    registry = standard_registry(tables, max_cells=least)
    app = create_app(Settings(max_cells=least))
    with TestClient(app) as client:
        yield registry, Room(registry, model, FIGURES.values()), client, model


def addresses() -> Iterator[dict[str, str]]:
    sizes = [
        ("8192", "1"),
        ("8192", "9999999"),
        ("1", "9999999"),
        ("512", "9999999"),
        ("7", "1000"),
        ("64", "64"),
    ]
    kinds = [
        ("sinusoidal", "torch", "sinusoidal"),
        ("rope", "rope", "learned"),
        ("learned", "numpy", "sinusoidal"),
    ]
    for (d_model, seq_len), (encoding, listing, compared) in product(sizes, kinds):
        yield {
            "d_model": d_model,
            "seq_len": seq_len,
            "encoding": encoding,
            "listing": listing,
            "compared": compared,
            "pos": "9999999",
            "k": "-512" if listing == "rope" else "512",
            "window": "131072",
            "bias_kind": "t5" if listing == "numpy" else "alibi",
            "bias_heads": "32",
            "bias_len": "24",
            "bias_reach": "128",
            "image_height": "320",
            "image_width": "320",
            "naive_idea": "binary" if listing == "numpy" else "index",
            "padding": "32",
            "rotary_width": "8",
            "sentence": "one two three four five six seven eight nine ten eleven twelve",
        }


def test_every_question_of_an_accepted_state_is_answered(
    visit: Visitor, tight: tuple[Registry, Room, TestClient, Any]
) -> None:
    registry, room, client, model = tight
    page = visit().open("/en/")
    states = []
    for address in addresses():
        state = read_state(model, registry, room, address, "dog bites man", "en").values
        states.append(
            {name: list(value) if isinstance(value, tuple) else value for name, value in state.items()}
        )
    # A wish beyond the room comes from a slider, too: the script fits it.
    states += [{**state, "seq_len": 640, "d_model": 512} for state in states[:3]]
    figures, questions = page.evaluate(QUESTIONS, [states, registry.max_cells])
    assert {"distance", "listing", "shift", "wavelengths", "sum"} <= set(figures)
    assert len(questions) > 100
    refused = {}
    for path, query in questions:
        answer = client.head(f"/api{path}", params=query)
        if answer.status_code != 200:
            refused[path] = client.get(f"/api{path}", params=query).json()["detail"]
    assert refused == {}

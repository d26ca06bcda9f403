import pytest

from app.figures.figure import plain
from app.figures.parts import assemble, axis, bars, cells, dots, legend_row, line, text

MARGIN = {"l": 1, "r": 2, "t": 3, "b": 4}


def test_only_traces_with_words_are_in_the_legend() -> None:
    traces = [line("a", "ink", width=1, legend="wave"), dots("b", "ink", size=4), line("c", "ink", width=1)]
    traces += [text("d", "ink", where="top left"), bars("e", "ink", width=1)]
    drawn = plain(assemble(traces, margin=MARGIN, legend=legend_row()))
    assert [trace["showlegend"] for trace in drawn["data"]] == [True, False, False, False, False]
    assert drawn["data"][0]["name"] == "wave"
    assert drawn["layout"]["showlegend"] is True


def test_a_figure_without_a_legend_shows_none_and_keeps_its_margins() -> None:
    layout = plain(assemble([], margin=MARGIN))["layout"]
    assert layout["showlegend"] is False
    assert layout["margin"] == {**MARGIN, "autoexpand": False}
    assert "meta" not in layout


def test_what_is_given_wins_over_what_is_usual() -> None:
    both = dots("a", "ink", ("x2", "y3"), size=4, mode="lines+markers", hoverinfo="all").to_plotly_json()
    assert (both["mode"], both["hoverinfo"], both["xaxis"], both["yaxis"]) == (
        "lines+markers",
        "all",
        "x2",
        "y3",
    )
    assert axis([0, 1], "y", ticks="")["ticks"] == ""
    assert legend_row(0.5, yanchor="middle")["yanchor"] == "middle"


@pytest.mark.parametrize(
    ("outline_width", "expected"), [(None, {}), (0, {"outline_width": 0}), (2.5, {"outline_width": 2.5})]
)
def test_an_outline_of_no_width_is_not_the_usual_outline(
    outline_width: float | None, expected: dict[str, float]
) -> None:
    assert (
        dots("a", "ink", size=4, outline_width=outline_width).meta == {"id": "a", "color": "ink"} | expected
    )


def test_an_empty_title_keeps_its_place_for_the_script() -> None:
    assert "title" not in axis([0, 1], "y")
    assert axis([0, 1], "y", "", standoff=8)["title"] == {"text": "", "standoff": 8}


def test_the_pointer_finds_no_cell_where_there_is_none() -> None:
    assert cells("a").hoverongaps is False
    assert cells("a", gaps=False).hoverongaps is True
    assert cells("a", numbers_up_to=6).meta == {"id": "a", "numbers_up_to": 6}

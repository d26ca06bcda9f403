import numpy as np
import pytest

from app.maths.index import index_table
from app.maths.learned import rows

TABLE = np.arange(20.0).reshape(5, 4)


def test_rows_of_a_table() -> None:
    np.testing.assert_array_equal(rows(TABLE, 1, 2), TABLE[1:3])
    np.testing.assert_array_equal(rows(TABLE, 4, 1), TABLE[4:])


@pytest.mark.parametrize(("start", "length"), [(-1, 2), (4, 2), (5, 1), (0, 6)])
def test_a_row_beyond_the_table_does_not_exist(start: int, length: int) -> None:
    with pytest.raises(ValueError, match=r"start must keep every position within rows 0…4"):
        rows(TABLE, start, length)


def test_no_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="seq_len must be at least 1, got 0"):
        rows(TABLE, 0, 0)


def test_index_counts_in_every_column() -> None:
    np.testing.assert_array_equal(index_table(np.array([0.0, -2.5, 7]), 2), [[0, 0], [-2.5, -2.5], [7, 7]])
    with pytest.raises(ValueError, match="d_model must be at least 1, got 0"):
        index_table(np.arange(2.0), 0)


def test_index_divided_by_the_length_of_the_text() -> None:
    np.testing.assert_array_equal(
        index_table(np.array([0.0, 2.0, 7.0]), 2, "length", 8), [[0, 0], [0.25, 0.25], [0.875, 0.875]]
    )
    for text_len in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="text_len must be greater than 0"):
            index_table(np.arange(2.0), 2, "length", text_len)
    with pytest.raises(ValueError, match="scale must be 'none' or 'length'"):
        index_table(np.arange(2.0), 2, "log")  # type: ignore[arg-type]

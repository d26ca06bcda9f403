"""Beside these, tests/golden/parity.json holds what the library `tokenizers` cuts."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.tokenizer import Tokenizer
from app.settings import Settings

TOKENIZER = Tokenizer(Settings().model_dir / "bert_uncased_vocab.txt")


def test_the_rows_of_berts_special_tokens() -> None:
    # As in the vocabulary of bert-base-uncased: https://arxiv.org/abs/1810.04805, released 2018.
    assert len(TOKENIZER.ids) == 30_522
    assert [TOKENIZER.ids[token] for token in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")] == [
        0, 100, 101, 102, 103,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "pieces"),
    [
        ("dog bites man", "dog bites man"),
        ("Hund beißt Mann", "hu ##nd bei ##ß ##t mann"),
        # The example of BERT's own documentation.
        ("unaffable", "una ##ffa ##ble"),
        ("don't stop, now!", "don ' t stop , now !"),
        ("naïve CAFÉ", "naive cafe"),
        # Two code points, an e and its accent.
        ("cafe\u0301", "cafe"),
        ("3+4=$7", "3 + 4 = $ 7"),
        ("上海abc", "上 海 abc"),
        ("zero\u200bwidth", "zero ##wi ##dt ##h"),
        ("[SEP] [MASK]", "[ sep ] [ mask ]"),
        ("🙂", "[UNK]"),
        ("ok🙂", "[UNK]"),
        ("\u200b", ""),
    ],
)
def test_known_cuts(sentence: str, pieces: str) -> None:
    cut = TOKENIZER.cut(sentence.split())
    assert " ".join(cut.tokens[1:-1]) == pieces
    assert (cut.tokens[0], cut.tokens[-1]) == ("[CLS]", "[SEP]")
    assert [TOKENIZER.ids[token] for token in cut.tokens] == list(cut.ids)


def test_a_word_of_more_than_100_characters_is_unknown() -> None:
    assert "[UNK]" not in TOKENIZER.pieces("x" * 100)
    assert TOKENIZER.pieces("x" * 101) == ["[UNK]"]


def test_pieces_move_with_their_word() -> None:
    cut = TOKENIZER.cut(("Hund", "beißt", "Mann"))
    assert cut.words == (None, 0, 0, 1, 1, 1, 2, None)
    order = cut.reordered((2, 1, 0))
    assert " ".join(cut.tokens[token] for token in order) == "[CLS] mann bei ##ß ##t hu ##nd [SEP]"
    assert cut.reordered((0, 1, 2)) == tuple(range(8))


@given(st.lists(st.text(), max_size=8), st.randoms())
def test_any_text_is_cut_and_any_order_is_a_permutation(texts: list[str], dealer: Random) -> None:
    words = [word for text in texts for word in text.split()]
    cut = TOKENIZER.cut(words)
    assert len(cut.tokens) == len(cut.ids) == len(cut.words) == len(cut)
    order = list(range(len(words)))
    dealer.shuffle(order)
    moved = cut.reordered(order)
    assert sorted(moved) == list(range(len(cut)))
    owners = [cut.words[token] for token in moved][1:-1]
    assert owners == [word for word in order for owner in cut.words if owner == word]


@given(st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=40))
def test_the_pieces_of_a_plain_word_join_to_the_word(word: str) -> None:
    assert "".join(piece.removeprefix("##") for piece in TOKENIZER.pieces(word)) == word.lower()

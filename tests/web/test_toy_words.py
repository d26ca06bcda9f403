from app.web.toy_words import in_english


def test_a_word_of_the_toy_sentence_is_known_in_every_language_whatever_stands_around_it() -> None:
    assert in_english(["Hund", "„beißt“", "MANN."]) == ["dog", "bites", "man"]
    assert in_english(["dog", "Bites,", "man"]) == ["dog", "bites", "man"]


def test_other_words_stay_as_they_were_typed() -> None:
    assert in_english(["Katze", "cat!", "?!"]) == ["Katze", "cat!", "?!"]

"""Games as text."""

import random
import re

import pytest

from crownd.notation import BadText, GameText, Layout, Line, Move, from_san, read_texts, to_san, write_plain_text, write_text


def read(text):
    return list(read_texts(text.splitlines()))


def test_tags_comments_signs_and_variations_are_kept():
    (game,) = read('''[White "A \\"B\\" C"]
[Black "D"]

{before} 1. 11-15! {after} (1. 9-14 $5 {inside} 22-18 (1... 24-20)) 22-18 2. 15x22?? 1-0
''')
    assert game.tags == [("White", 'A "B" C'), ("Black", "D")]
    assert game.line.comments == ["before"]
    first, second, third = game.line.moves
    assert (first.text, first.nags, first.comments) == ("11-15", [1], ["after"])
    (variation,) = first.variations
    assert [move.text for move in variation.moves] == ["9-14", "22-18"]
    assert variation.moves[0].nags == [5]
    assert variation.moves[1].variations == [Line([], [Move("24-20")])]
    assert (second.text, third.text, third.nags) == ("22-18", "15x22", [4])
    assert game.result == "1-0"


def test_a_nag_outside_the_standard_stays_as_a_comment():
    for nag in ("$256", "$4294967297", "$9999999999", "$" + "9" * 5000, "$-1", "$x", "$1x", "$\u00b2", "$"):
        (game,) = read(f"1. 11-15 $1 {nag} {{c}} 22-18 $255 $0 $007 *")
        first, second = game.line.moves
        assert (first.nags, first.comments) == ([1], [nag, "c"])
        assert second.nags == [255, 7]


def test_what_is_written_reads_the_same():
    written = GameText(
        tags=[("Event", 'a "quoted" \\ name'), ("Date", "2024.01.02")],
        line=Line(["before all"], [
            Move("11-15", [1], ["a comment that is so long that it has to be broken over more than one line of the file"],
                 [Line([], [Move("9-14", [5], ["well"]), Move("22-18")]), Line(["only words"], [Move("10-14")])]),
            Move("22-18", [4, 10]), Move("15x22"),
        ]),
        result="0-1",
    )
    for layout in (Layout(), Layout(writes_signs=True), Layout(numbers_second=False), Layout(7, second_begins=True)):
        text = write_text(written, layout)
        assert max(map(len, text.splitlines())) <= 80
        (again,) = read(text)
        assert (again.tags, again.result) == (written.tags, "0-1")
        assert again.line == written.line


def test_a_plain_game_reads_the_same():
    written = GameText(tags=[("Game", "towers")], line=Line([], [Move("G6-F5", [2], ["+0.12/9 0.034s"]), Move("B3-C4")]))
    (again,) = read(write_plain_text(written, second_begins=True))
    assert again.line == written.line
    assert again.tags == written.tags


def test_unusual_texts_are_accepted():
    assert [game.moves() for game in read("1 11-15 22-18 2.15x22 *\n\n11-15 *\n")] == [["11-15", "22-18", "15x22"], ["11-15"]]
    assert [game.result for game in read('[A "1"]\n\n1. 11-15\n\n[A "2"]\n\n1. 9-13 2-0\n')] == ["", "2-0"]
    assert read("1. 11-15 (1. 9-13 22-18 0-1")[0].moves() == ["11-15"]
    assert read("\ufeff% a line\n; a comment\n1. 11-15* $7 1/2-1/2")[0].line.moves[0].nags == [7, 7]
    assert read("") == read("\n\n; nothing\n") == []


def test_faults_name_their_line():
    with pytest.raises(BadText, match="line 2: a comment in braces has no end"):
        read("1. 11-15\n{ no end\n22-18")
    with pytest.raises(BadText, match="nest more than 100 deep"):
        read("1. 11-15 " + "(1. 9-13 " * 101)


def test_no_text_does_more_harm_than_to_be_refused():
    chance = random.Random(7)
    parts = ["[", "]", '"', "\\", "{", "}", "(", ")", ";", "%", "$", "$" + "9" * 5000, "1.", "1...", "11-15", "!?", "*", "1-0", " ", "\n",
             "\n\n", "1 first a", "\u0664", "\0", "²", "[A \"b\"]"]
    for _ in range(3000):
        text = "".join(chance.choice(parts) for _ in range(chance.randrange(30)))
        try:
            games = read(text)
        except BadText:
            continue
        for game in games:
            assert write_text(game).endswith("\n") and write_plain_text(game)


def test_braces_in_comments_do_not_end_them():
    (again,) = read(write_text(GameText(line=Line([], [Move("11-15", [], ["a } b"])]))))
    assert again.line.moves[0].comments == ["a | b"]


def test_san_needs_only_the_legal_moves():
    fen = "4k3/8/8/R6R/8/8/8/K3R3 w - - 0 1"
    legal = ["a5c5", "h5c5", "e1e5", "a5e5", "h5e5", "a1b1", "e1e8"]
    assert to_san(fen, "a5c5", legal) == "Rac5"
    assert to_san(fen, "a1b1", legal) == "Kb1"
    assert to_san(fen, "e1e8", legal) == "Rxe8"
    assert from_san(fen, "Rac5", legal) == "a5c5"
    assert from_san(fen, "Rc5", legal) is None
    assert from_san(fen, "Kb1+", legal) == "a1b1"
    assert from_san(fen, "Rxe8", legal) == "e1e8"
    assert from_san(fen, "Qa1", legal) is None
    rows = "k7/8/8/R7/8/8/8/R3K3 w - - 0 1"
    assert to_san(rows, "a1a3", ["a1a3", "a5a3"]) == "R1a3"
    assert from_san(rows, "R5a3", ["a1a3", "a5a3"]) == "a5a3"


def test_moves_are_read_as_people_write_them():
    for moves in ("1. 11–15 23—19 2. 8−11 22×17", "1. 11 - 15 23 - 19 2. 8- 11 22 x 17", "11-15, 23-19, 8-11, 22x17", "1 11 - 15 23 -19 2 8-11, 22x 17"):
        (game,) = read(moves + " 1 - 0")
        assert [re.sub("[–—−]", "-", text).replace("×", "x") for text in game.moves()] == ["11-15", "23-19", "8-11", "22x17"]
        assert game.result == "1-0"
    (game,) = read("1. 11 - 15! {good – really} 23-19?, 2. 8-11 *")
    assert (game.line.moves[0].nags, game.line.moves[0].comments, game.line.moves[1].nags) == ([1], ["good – really"], [2])


def test_long_lists_of_spaced_moves_are_read_in_one_pass():
    for part in ("11 - ", "11 - 15 ", "1", "11 x", "11-15,"):
        read(part * 200_000)

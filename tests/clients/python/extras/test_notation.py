"""Games as text."""

import random

import pytest

from crownd.files import read_games
from crownd.notation import GameText, Layout, Line, Move, to_san, write_plain_text, write_text
from crownd.notation.san import pieces_of


@pytest.fixture
def read(engine):
    """Parses games of English draughts. Fails if one is damaged."""

    def texts(text, game="english"):
        damaged = []
        games = [record.text for record in read_games(engine, text.split("\n"), game=game, damaged=damaged)]
        assert not damaged, damaged[0]
        return games

    return texts


def test_unusual_signs_and_nags(read):
    for sign, nags, signs in (("$256", [1, 256], []), ("$999999999", [1, 999999999], []), ("$4294967297", [1], ["$4294967297"]),
                              ("$" + "9" * 5000, [1], ["$" + "9" * 5000]), ("(!?!!!)", [1], ["!?!!!"]), ("(**)", [1], ["**"])):
        (game,) = read(f"1. 11-15 $1 {sign} {{c}} 22-18 $255 $0 $007 *")
        first, second = game.line.moves
        assert (first.nags, first.signs, first.comments) == (nags, signs, ["c"])
        assert second.nags == [255, 0, 7]
        for layout in (Layout(), Layout(writes_signs=True)):
            assert read(write_text(game, layout))[0].line == game.line


def test_round_trip(read):
    written = GameText(
        tags=[("Event", 'a "quoted" \\ name'), ("Date", "2024.01.02")],
        line=Line(["before all"], [
            Move("11-15", [1], ["a comment that is so long that it has to be broken over more than one line of the file"],
                 [Line([], [Move("9-14", [5], ["well"]), Move("22-18")]),
                  Line(["only words"], [Move("10-14")], comments_behind=["behind"])]),
            Move("22-18", [10, 4], [], signs=["!?!!!"]), Move("15x22", [], ["a } b", "{ %", "[a]"]),
        ], [18], ["!?!!!"], [Line([], [Move("nothing")])]),
        result="0-1",
    )
    for layout in (Layout(), Layout(writes_signs=True), Layout(numbers_second=False), Layout(7, second_begins=True)):
        text = write_text(written, layout)
        assert max(map(len, text.splitlines())) <= 80
        (again,) = read(text)
        assert (again.tags, again.result) == (written.tags, "0-1")
        assert again.line == written.line


def test_plain_format_round_trip(read):
    written = GameText(tags=[("Game", "towers")], line=Line([], [Move("G6-F5", [2], ["+0.12/9 0.034s"]), Move("B3-C4")]))
    (again,) = read(write_plain_text(written, second_begins=True))
    assert again.line == written.line
    assert again.tags == written.tags


def test_line_breaks_before_special_characters(read):
    words = "% [a ; ( )".split()
    written = GameText(line=Line([], [Move("11-15", [], [" ".join(words[number % 5] + "x" * (number % 9) for number in range(200))])]))
    lines = write_text(written).splitlines()
    assert len(lines) > 10 and not any(line.startswith(("%", "[")) for line in lines)
    assert read("\n".join(lines))[0].line == written.line


def test_unicode_spaces_are_kept(read):
    comment = "a\u00a0b\u2003c \u3000d"
    (game,) = read(write_text(GameText([("Event", comment)], Line([], [Move("11-15", [], [comment])]))))
    assert game.line.moves[0].comments == [comment] and game.tag("event") == comment


def test_line_numbers_of_damage(engine):
    for text, line, why in (("1. 11-15\n{ no end\n22-18", 2, "the comment that begins in line 2 has no end"),
                            ("1. 11-15 " + "(1. 9-13 " * 101, 1, "nest more than 100 deep"), ("1. 11-15\n22-18\n9-9", 3, "9-9: ")):
        damaged = []
        assert not list(read_games(engine, text.splitlines(), game="english", damaged=damaged))
        assert damaged[0].fault_line == line and why in damaged[0].why


def test_random_text(engine):
    chance = random.Random(7)
    parts = ["[", "]", '"', "\\", "{", "}", "(", ")", ";", "%", "$", "$" + "9" * 5000, "1.", "1...", "11-15", "!?", "*", "1-0", " ", "\n",
             "\n\n", "1 first a", "\u0664", "\0", "²", "[A \"b\"]", "\r", "\udc80", "\ud800", "\x1b"]
    text = ["".join(chance.choice(parts) for _ in range(chance.randrange(30))) for _ in range(3000)]
    damaged = []
    games = list(read_games(engine, text, game="english", damaged=damaged))
    assert len(games) > 10 and len(damaged) > 10
    for game in games:
        assert write_text(game.text).endswith("\n") and write_plain_text(game.text)


def test_san_disambiguation():
    pieces = pieces_of("4k3/8/8/R6R/8/8/8/K3R2r w - - 0 1")
    for move, san in (("a5c5", "Rac5"), ("h5c5", "Rhc5"), ("a1b1", "Kb1"), ("e1e8", "Rexe8"), ("h1h2", "Rh2"), ("c1c2", "c1c2"),
                      ("Rc5", "Rc5")):
        assert to_san(pieces, move) == san
    assert to_san(pieces_of("k7/8/8/R7/8/8/8/R3K3 w - - 0 1"), "a1a3") == "R1a3"

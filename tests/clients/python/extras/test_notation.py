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


def test_line_breaks(read):
    for words, longest in (("% [a ; ( )", 100), ("a b c d e", 80)):
        comment = " ".join(words.split()[number % 5] + "x" * (number % 9) for number in range(200))
        written = GameText(line=Line([], [Move("11-15", [], [comment])]))
        lines = write_text(written).splitlines()
        assert len(lines) > 10 and max(map(len, lines)) <= longest and not any(line.startswith(("%", "[")) for line in lines)
        assert read("\n".join(lines))[0].line == written.line


def test_deep_nesting(engine):
    damaged = []
    assert not list(read_games(engine, ["1. 11-15 " + "(1. 9-13 " * 101], game="english", damaged=damaged))
    assert damaged[0].fault_line == 1 and "nest more than 100 deep" in damaged[0].why


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

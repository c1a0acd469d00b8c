"""Files of games, read and written by the daemon's rules."""

import sys

import pytest

from crownd.files import read_games, record_of, to_text, write_games
from crownd.frame import games_to_dataframe
from crownd.sync import Game

PDN = """[Event "One"]
[White "Ann"]
[Black "Ben"]
[GameType "21"]
[Result "0-1"]

1. 11-15! {a first move} (1. 9-14 22-18) 22-18 2. 15x22 25x18 0-1

[Event "Damaged"]
[GameType "21"]

1. 11-15 11-15 *

[Event "Three"]
[GameType "21"]

1. 12-16 *
"""

STARTS = {
    "english": (None, "[GameType \"21,"),
    "spanish": (None, "[GameType \"24,"),
    "stupid": (None, '[Game "stupid"]'),
    "towers": (None, '[Game "towers"]'),
    "reduced-chess": ("r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1", "[FEN "),
}


def test_games_are_played_by_the_rules_and_their_texts_kept(engine, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text(PDN)
    damaged = []
    one, three = read_games(engine, path, damaged=damaged)
    assert one.game.moves == ("11-15", "22-18", "15x22", "25x18")
    assert one.text.tag("White") == "Ann"
    assert one.text.line.moves[0].comments == ["a first move"]
    assert (one.number, three.number) == (1, 3)
    assert three.game.moves == ("12-16",)
    (fault,) = damaged
    assert str(fault).startswith("game 2 (line 9): move 1, 11-15: ")


def test_without_a_list_damaged_games_are_warnings(engine):
    with pytest.warns(UserWarning, match="game 2"):
        assert len(list(read_games(engine, PDN.splitlines()))) == 2


def test_a_comment_without_an_end_is_told(engine):
    damaged = []
    assert len(list(read_games(engine, ['[GameType "21"]', "", "1. 11-15 *", "", "1. 9-13 { no end"], damaged=damaged))) == 1
    assert "game 2 (line 5)" in str(damaged[0])


@pytest.mark.parametrize("name", STARTS)
def test_what_is_written_reads_the_same(engine, tmp_path, name):
    position, tag = STARTS[name]
    game = Game(engine, name, position)
    for _ in range(12):
        game.push(game.legal_moves()[0])
    record = record_of(game, {"Event": "Test"})
    path = tmp_path / "games"
    assert write_games([record, record], path) == 2
    assert tag in path.read_text()
    again = list(read_games(engine, path))
    assert [each.game.moves for each in again] == [game.moves] * 2
    assert again[0].game.name == name
    assert again[0].game.fen() == game.fen()
    assert to_text(again[0]) == to_text(record)
    assert list(tmp_path.iterdir()) == [path]


def test_comments_and_variations_survive_reading_and_writing(engine):
    (record,) = read_games(engine, PDN.split("\n\n[Event \"Damaged")[0].splitlines())
    text = to_text(record)
    assert "1. 11-15! {a first move} (1. 9-14 22-18) 22-18 2. 15x22 25x18 0-1" in text
    (again,) = read_games(engine, text.splitlines())
    assert again.text.line == record.text.line


def test_pgn_is_written_in_san_with_move_numbers(engine):
    game = Game(engine, "reduced-chess", "4k3/8/8/R6R/8/8/8/K7 b - - 3 40", ["e8e7", "a5c5"])
    text = to_text(record_of(game))
    assert "40... Ke7 41. Rac5 *" in text
    (again,) = read_games(engine, text.splitlines())
    assert again.game.moves == ("e8e7", "a5c5")


def test_the_game_of_a_file_that_names_none_is_found(engine):
    (record,) = read_games(engine, ["1. G6-F5 B3-C4 *"])
    assert record.game.name == "towers"
    damaged = []
    assert not list(read_games(engine, ["1. zebra *"], damaged=damaged))
    assert "as a game of english: move 1, zebra: " in str(damaged[0])


def test_an_unknown_game_is_told_with_those_that_are_known(engine):
    damaged = []
    assert not list(read_games(engine, ['[Game "chess960"]', "", "1. e2e4 *"], damaged=damaged))
    assert "it has english, " in str(damaged[0])


def test_in_pdn_the_side_that_begins_second_has_no_number(engine):
    game = Game(engine, "english", "W:W18,22:B1,2", ["18-15", "1-6", "15-10"])
    assert "\n18-15 2. 1-6 15-10 *" in to_text(record_of(game))


def test_latin_1_is_read(engine, tmp_path):
    path = tmp_path / "old.pdn"
    path.write_bytes(PDN.replace("Ann", "André").encode("latin-1"))
    record = next(read_games(engine, path, damaged=[]))
    assert record.text.tag("White") == "André"


def test_positions_go_through_a_game(engine):
    (record,) = read_games(engine, ["1. 11-15 22-18 *"], game="english")
    assert [(before.turn, move) for before, move in record.positions()] == [("b", "11-15"), ("a", "22-18")]


def test_a_table_of_games_needs_pandas(engine, monkeypatch):
    records = list(read_games(engine, PDN.splitlines(), damaged=[]))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="needs pandas: install python3-pandas"):
        games_to_dataframe(records)


def test_a_table_of_games_has_a_row_for_each(engine):
    pytest.importorskip("pandas")
    records = list(read_games(engine, PDN.splitlines(), damaged=[]))
    frame = games_to_dataframe(records)
    assert list(frame["plies"]) == [4, 1]
    assert frame["White"][0] == "Ann"
    assert list(frame.columns[:6]) == ["game", "plies", "state", "winner", "reason", "moves"]
    assert len(games_to_dataframe([])) == 0

"""Reading and writing of game files."""

import os
import random
import re
import sys
import time
import tracemalloc

import pytest

import crownd
from crownd import game_reader, pdn
from crownd.files import games_to_dataframe, read_games, record_of, to_text, write_games
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


def test_read_games(engine, tmp_path):
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
    assert str(fault) == "game 2 (line 9): line 12: 11-15: source-empty: there is no piece on 11"


def test_damaged_games_are_warnings(engine):
    with pytest.warns(UserWarning, match="game 2"):
        assert len(list(read_games(engine, PDN.splitlines()))) == 2


def test_san(engine):
    game = Game(engine, "reduced-chess", "4k3/8/8/R6R/8/8/8/K7 b - - 3 40", ["e8e7", "a5c5"])
    text = to_text(record_of(game))
    assert "40... Ke7 41. Rac5 *" in text
    (again,) = read_games(engine, text.splitlines())
    assert again.game.moves == ("e8e7", "a5c5")


def test_game_detection(engine):
    (record,) = read_games(engine, ["1. G6-F5 B3-C4 *"])
    assert record.game.name == "towers"
    damaged = []
    assert not list(read_games(engine, ["1. zebra *"], damaged=damaged))
    assert "zebra: unreadable: " in str(damaged[0])


def test_unknown_game(engine):
    damaged = []
    assert not list(read_games(engine, ['[Game "chess960"]', "", "1. e2e4 *"], damaged=damaged))
    assert "chess960" in str(damaged[0]) and "english" in str(damaged[0])
    with pytest.raises(crownd.BadArgument, match="'chess960'"):
        next(read_games(engine, ["1. e2e4 *"], game="chess960"))


def test_no_move_number_for_second_side_in_pdn(engine):
    game = Game(engine, "english", "W:W18,22:B1,2", ["18-15", "1-6", "15-10"])
    assert "\n18-15 2. 1-6 15-10 *" in to_text(record_of(game))


def test_encodings(engine, tmp_path):
    path = tmp_path / "old.pdn"
    for encoding in ("latin-1", "cp1252", "utf-8", "utf-8-sig", "utf-16"):
        path.write_bytes(PDN.replace("Ann", "André").encode(encoding))
        for source in (path, path.open("rb"), path.open(encoding="utf-8", errors="surrogateescape")):
            if encoding != "utf-16" or source is path:
                record = next(read_games(engine, source, damaged=[]))
                assert record.text.tag("White") == "André"
            if source is not path:
                source.close()


def test_positions(engine):
    (record,) = read_games(engine, ["1. 11-15 22-18 *"], game="english")
    assert [(before.turn, move) for before, move in record.positions()] == [("b", "11-15"), ("a", "22-18")]


def test_dataframe_without_pandas(engine, monkeypatch):
    records = list(read_games(engine, PDN.splitlines(), damaged=[]))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="needs pandas: install python3-pandas"):
        games_to_dataframe(records)


def test_dataframe(engine):
    pytest.importorskip("pandas")
    records = list(read_games(engine, PDN.splitlines(), damaged=[]))
    frame = games_to_dataframe(records)
    assert list(frame["plies"]) == [4, 1]
    assert list(frame["winner"]) == ["a", None]
    assert frame["White"][0] == "Ann"
    assert list(frame.columns[:6]) == ["game", "plies", "state", "winner", "reason", "moves"]
    assert len(games_to_dataframe([])) == 0


def test_break_while_reading(engine):
    game = Game(engine, "spanish", moves=["10-14"])
    lines = PDN.splitlines() * 300
    with engine.analysis(game) as analysis:
        for _ in range(3):
            for record in read_games(engine, lines, damaged=[]):
                assert record.number == 1
                break
        left = read_games(engine, lines, damaged=[])
        other = read_games(engine, ["1. 11-15 {not", "ended"], game="english", damaged=[])
        assert next(left).number == 1 and not list(other)
        assert [record.number for record in left] == [number for number in range(2, 901) if number % 3 != 2]
        analysis.stop()
    assert game.push("23-20") == "23-20"


def test_long_lines_are_sent_in_parts(program):
    text = PDN.replace("\n", "\r\n") * 2 + '[Event "' + "long " * 500 + '"]\r[GameType "21"]\r\r' + " " * 1000 + "1. 11-15"
    text += " {" + "ab c  " * 300 + "}" + " \t" * 400 + "(9-14) " * 300 + "22-18 *"
    with crownd.sync.Engine.popen([program, "--no-tables", "--max-line", "256", "--max-queue", "4096"], timeout=300) as narrow:
        damaged = []
        games = list(read_games(narrow, [text], damaged=damaged))
    assert [(each.number, each.game.moves) for each in games] == [
        (1, ("11-15", "22-18", "15x22", "25x18")), (3, ("12-16",)), (4, ("11-15", "22-18", "15x22", "25x18")), (6, ("12-16",)),
        (7, ("11-15", "22-18"))]
    assert games[-1].text.tag("Event") == "long " * 499 + "long"
    first = games[-1].text.line.moves[0]
    assert first.comments == [" ".join(["ab c"] * 300)] and len(first.variations) == 300
    assert [fault.fault_line for fault in damaged] == [12, 29]


def test_commands_preserve_the_text():
    chance = random.Random(9)
    for _ in range(2000):
        text = "".join(chance.choice(["ab", "cde", " ", "  ", "\t", "\n", "\r", "\r\n", "\n\n", "{fghijklmno}"])
                       for _ in range(chance.randrange(60))).encode()
        cuts = sorted(chance.randrange(len(text) + 1) for _ in range(chance.randrange(5)))
        blocks = [text[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(text)])]
        lines = [b""]
        for command in b"".join(game_reader._commands(iter(blocks), 16)).split(b"\n"):
            assert len(command) <= 16 + len("read line ")
            lines[-1] += command[len("read line "):].strip(b" \t")
            if command.startswith(b"read line "):
                lines.append(b"")
        read, expected = ([b" ".join(line.split()) for line in some]
                          for some in (lines, text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")))
        assert b"\n".join(read).rstrip() == b"\n".join(expected).rstrip()


def test_long_line_uses_little_memory(program):
    game = b'[GameType "21"] 11-15 {' + b"long " * 200 + b"} * "

    class Text:
        left = 800

        def read(self, size):
            self.left -= 1
            return game * 10 if self.left >= 0 else b""

    with crownd.sync.Engine.popen([program, "--no-tables"], timeout=300) as own:
        tracemalloc.start()
        count = sum(1 for _ in read_games(own, Text()))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert count == 8000 and peak < 6_000_000


def test_results(engine):
    won = Game(engine, "english", "B:W14:B9,K2", ["9x18"])
    record = record_of(won)
    assert (record.text.result, record.outcome, record.text.tag("Result")) == ("1-0", crownd.Outcome("b", won.status.reason), "1-0")
    (again,) = read_games(engine, to_text(record).splitlines())
    assert (again.outcome, again.warnings) == (crownd.Outcome("b"), [])
    (other,) = read_games(engine, to_text(record).replace("1-0", "0-1").splitlines())
    assert other.outcome == crownd.Outcome("a") and "by the rules the game ended with win b" in str(other.warnings[0])


def test_algebraic_squares(engine, tmp_path):
    for name, number in (("english", 21), ("spanish", 24)):
        game = Game(engine, name)
        for ply in range(60):
            if game.over:
                break
            legal = game.legal_moves()
            game.push(legal[ply * 7 % len(legal)])
        record = record_of(game)
        path = tmp_path / name
        assert write_games([record], path, squares="algebraic") == 1
        text = path.read_text()
        assert f'[GameType "{number},' in text and ",A0," in text and not re.search(r"[0-9]{2}[-x]", text)
        (again,) = read_games(engine, path)
        assert (again.game.moves, to_text(again, squares="algebraic") + "\n") == (game.moves, text)
        assert to_text(pdn.Game.from_record(record), squares="algebraic") + "\n" == text
        assert len(set(record.form.algebraic.values())) == 32
    towers = record_of(Game(engine, "towers", moves=["G6-F5"]))
    assert to_text(towers, squares="algebraic") == to_text(towers)
    with pytest.raises(ValueError, match="numeric or algebraic"):
        to_text(towers, squares="alphabetic")


def test_annotated_plain_games_are_written_as_pdn(engine):
    text = '[Game "towers"]\n\n{before} 1. G6-F5! $10 {a} {b} (1. A6-B5) 1... B3-C4 *\n'
    (record,) = read_games(engine, text.splitlines())
    assert to_text(record) == text
    (again,) = read_games(engine, to_text(record).splitlines())
    assert again.text.line == record.text.line


def test_joiners_and_soft_hyphens_are_kept(engine):
    text = '[Event "a\u200db"]\n[GameType "21"]\n\n1. 11-15 {a\u200bb \u00adc \U0001f468\u200d\U0001f469} *\n'
    (record,) = read_games(engine, text.splitlines())
    assert to_text(record) == text


def test_pipes_are_written_directly(engine, tmp_path):
    record = record_of(Game(engine, "english"))
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    for path in (fifo, f"/dev/fd/{os.open(fifo, os.O_WRONLY)}"):
        write_games([record], path)
        assert os.read(reader, 1 << 16).decode() == f"{to_text(record)}\n"
    assert fifo.is_fifo()


def test_position_among_moves_becomes_a_tag(engine):
    (record,) = read_games(engine, ['[GameType "21"]', "", '/FEN "B:W14:B9,K2"/ 1. 9x18 *'])
    assert record.text.tags[1:] == [("SetUp", "1"), ("FEN", "B:W14:B9,K2")]
    assert (record.game.position, record.game.moves) == ("B:W14:B9,K2", ("9x18",))


def test_pause_longer_than_idle_timeout(daemon):
    with crownd.sync.Engine.connect(f"tcp://127.0.0.1:{daemon('--idle-timeout', 2)}", timeout=300) as remote:
        games = read_games(remote, PDN.splitlines() * 200, damaged=[])
        assert next(games).number == 1
        time.sleep(7)
        assert sum(1 for _ in games) == 399

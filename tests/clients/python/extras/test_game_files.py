"""Reads the files of tests/game_files and compares the result with the .read files. Writing and reading preserves all text."""

import asyncio
import random

import pytest
from conftest import TOP
from support import STARTS

import crownd
from crownd import pdn
from crownd.files import GameRecord, read_games, record_of, write_games
from crownd.notation import GameText, Line, Move
from crownd.sync import Game

FILES = sorted(path for path in (TOP / "tests/game_files").iterdir() if path.suffix != ".read")
assert len(FILES) > 150


def games_in(path):
    """The lines of a .read file, as one list per game."""
    games = []
    for line in path.with_name(path.name + ".read").read_text(encoding="utf-8").split("\n"):
        if line.startswith("readgame "):
            games.append([])
        if line.startswith("read") and not line.startswith("readok "):
            games[-1].append(line)
    return games


def lines_of(record):
    """The lines of a .read file for a record."""
    text, outcome = record.text, record.outcome
    yield f"readgame {record.number} line {text.number_of_line} {record.game.name}"
    yield from (f"readtag {name} {value}".rstrip() for name, value in text.tags)
    yield f"readstart {record.game.position or 'startpos'}"
    yield from lines_of_line(text.line)
    meaning = "unknown" if outcome is None else f"win {outcome.winner}" if outcome.winner else "draw"
    yield f"readresult {meaning} {text.result}"
    yield from (f"readwarning {warning.line} {warning.why}" for warning in record.warnings)
    yield f"readdone {record.number} plies {record.game.ply}"


def lines_of_line(line):
    yield from lines_of_annotations(line)
    for move in line.moves:
        yield f"{'readmove' if move.legal else 'readtext'} {move.text}"
        yield from lines_of_annotations(move)


def lines_of_annotations(annotated):
    yield from (f"readnag {nag}" for nag in annotated.nags)
    yield from (f"readnag {sign.lstrip('$')}" for sign in annotated.signs)
    yield from (f"readcomment {comment}" for comment in annotated.comments)
    for variation in annotated.variations:
        yield "readvariation begin"
        yield from lines_of_line(variation)
        yield "readvariation end"
        yield from (f"readcomment {comment}" for comment in variation.comments_behind)


def expected_lines(lines):
    """Normalizes lines like records: without empty variations and invalid results, NAGs before comments, the position as a tag."""
    kept = []
    for line in lines:
        if line == "readvariation end" and kept[-1] == "readvariation begin":
            kept.pop()
            continue
        if line.startswith("readresult unknown ") and line.split(" ", 2)[2] not in ("*", "0-0"):
            line = "readresult unknown "
        at = len(kept)
        if line.startswith("readnag "):
            while kept[at - 1].startswith("readcomment "):
                at -= 1
        kept.insert(at, line)
    start = next((line.partition(" ")[2] for line in kept if line.startswith("readstart ")), "startpos")
    tags = [line for line in kept if line.startswith("readtag ")]
    if start != "startpos" and not any(start in tag for tag in tags):
        kept[len(tags) + 1:len(tags) + 1] = ["readtag SetUp 1", f"readtag FEN {start}"]
    return kept


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_corpus(engine, path):
    damaged = []
    records = {record.number: record for record in read_games(engine, path, damaged=damaged)}
    faults = {fault.number: fault for fault in damaged}
    games = games_in(path)
    assert len(records) + len(faults) == len(games)
    for number, lines in enumerate(games, 1):
        errors = [line for line in lines if line.startswith("readerror ")]
        if errors:
            fault = faults[number]
            _, line, _, sentence = errors[0].split(" ", 3)
            assert (fault.fault_line, fault.why) == (int(line), sentence)
            assert lines[0].startswith(f"readgame {number} line {fault.line} ")
        else:
            assert list(lines_of(records[number])) == expected_lines(lines)


class Words(pdn.BaseVisitor):
    """Collects all comments and signs."""

    def __init__(self):
        self.words = []

    def visit_comment(self, comment):
        self.words.append(comment)

    visit_sign = visit_comment

    def result(self):
        return sorted(self.words)


def check_round_trip(engine, folder, records):
    """Checks that records are unchanged after writing and reading, and that their trees have the same moves and comments."""
    write_games(records, folder / "first")
    again = list(read_games(engine, folder / "first"))
    assert len(again) == len(records)
    for one, other in zip(records, again):
        assert other.text.line == one.text.line
        assert (other.text.tags, other.text.result or "*") == (one.text.tags, one.text.result or "*")
        assert list(other.game.moves) == one.text.moves()
    write_games(again, folder / "second")
    assert (folder / "second").read_bytes() == (folder / "first").read_bytes()
    write_games(map(pdn.Game.from_record, records), folder / "trees")
    for record, tree in zip(records, pdn.read_games(engine, folder / "trees")):
        assert list(tree.mainline_moves()) == record.text.moves()
        words = tree.accept(Words())
        for word in pdn.walk_text(record.text, Words()):
            words.remove(word)
        assert all(word.startswith("[") for word in words)  # duplicate tags
        assert pdn.walk_text(tree.text(), pdn.GameBuilder()).text().line == tree.text().line


def test_corpus_round_trip(engine, tmp_path):
    records = [record for path in FILES for record in read_games(engine, path, damaged=[])]
    assert len(records) > 150
    check_round_trip(engine, tmp_path, records)


WORDS = ["good", "bad", "11-15", "22x18", "1.", "1-0", "*", "(", ")", "[", "]", "{", "}", ";", "%", "$5", '"', "\\", '[Event "x"]', "?!",
         "ñ", "½", "…", "\u00a0", "棋", "\U0001f600", "±", "-", "1 first A6-B5", "'", "<b>", "readmove"]


def comment_of(chance):
    return " ".join(chance.choice(WORDS) for _ in range(chance.randrange(1, 12)))


def annotate(chance, move):
    """Adds random comments, NAGs and signs."""
    if chance.random() < 0.3:
        move.nags += [chance.choice([0, 1, 2, 3, 4, 5, 6, 7, 10, 18, 200, 300, 12345]) for _ in range(chance.randrange(1, 3))]
    if chance.random() < 0.05:
        move.signs.append(chance.choice(["!?!!!", "???", "!!!", "$99999999999"]))
    if chance.random() < 0.3:
        move.comments += [comment_of(chance) for _ in range(chance.randrange(1, 3))]


async def random_line(chance, game, plies, depth):
    """A line of random moves with variations, and the game at its end."""
    line = Line()
    if depth and chance.random() < 0.3:
        line.comments.append(comment_of(chance))
    for _ in range(plies):
        legal = await game.legal_moves()
        if not legal:
            break
        before = game.copy()
        move = Move(await game.push(chance.choice(legal)))
        annotate(chance, move)
        while depth < 3 and chance.random() < 0.1:
            variation, _ = await random_line(chance, before.copy(), chance.randrange(1, 4), depth + 1)
            if chance.random() < 0.2:
                variation.comments_behind.append(comment_of(chance))
            move.variations.append(variation)
        line.moves.append(move)
    return line, game


async def random_games(program, count):
    """Random games, as names and lines."""
    async with await crownd.Engine.popen([program, "--no-tables"], timeout=300) as own:
        async def one(number):
            chance = random.Random(number)
            name = chance.choice(list(STARTS))
            line, _ = await random_line(chance, await crownd.Game(own, name, STARTS[name]), chance.randrange(12), 0)
            return name, line

        return [each for first in range(0, count, 100)
                for each in await asyncio.gather(*(one(number) for number in range(first, first + 100)))]


def test_random_games_round_trip(engine, program, tmp_path):
    starts = {name: record_of(Game(engine, name, start)) for name, start in STARTS.items()}
    chance = random.Random(1)
    records = []
    for name, line in asyncio.run(random_games(program, 2000)):
        start = starts[name]
        text = GameText([("Event", comment_of(chance)), ("White", 'Ann "X" \\'), *start.text.tags], line, "*")
        records.append(GameRecord(start.game, text, start.form))
    assert len(records) == 2000
    check_round_trip(engine, tmp_path, records)


def test_python_chess_reads_pgn(engine, tmp_path):
    chess = pytest.importorskip("chess.pgn")
    game = Game(engine, "reduced-chess", STARTS["reduced-chess"])
    chance = random.Random(2)
    while not game.over and game.ply < 60:
        game.push(chance.choice(game.legal_moves()))
    record = record_of(game, {"Event": "x"})
    record.text.line.moves[0].comments.append("a } b")
    write_games([record], tmp_path / "game.pgn")
    with open(tmp_path / "game.pgn", encoding="utf-8") as file:
        read = chess.read_game(file)
    assert not read.errors
    assert tuple(move.uci() for move in read.mainline_moves()) == game.moves

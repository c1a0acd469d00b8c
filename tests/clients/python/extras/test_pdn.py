"""Trees of moves and their visitors."""

import asyncio
import copy
import pickle

import pytest
from support import STARTS

import crownd
from crownd import pdn
from crownd.files import read_games as read_records
from crownd.files import record_of, to_text
from crownd.sync import Game

PDN = """[Event "One"]
[White "Ann"]
[GameType "21"]
[Result "0-1"]

{before all} 1. 11-15! {first} ({instead} 1. 9-14?! 22-18 (22-17 {deep} 2. 11-16) 2. 5-9) (1. 10-14) 22-18
2. 15x22 {third} {and more} 25x18 $10 0-1
"""


@pytest.fixture
def tree(engine):
    (found,) = pdn.read_games(engine, PDN.splitlines())
    return found


def test_read_games(tree):
    assert list(tree.headers.items()) == [("Event", "One"), ("White", "Ann"), ("GameType", "21"), ("Result", "0-1")]
    assert (tree.name, tree.comment, tree.ply()) == ("english", "before all", 0)
    assert list(tree.mainline_moves()) == ["11-15", "22-18", "15x22", "25x18"]
    assert [node.move for node in tree.variations] == ["11-15", "9-14", "10-14"]
    main, other, last = tree.variations
    assert (main.comment, main.nags, main.is_main_variation(), main.starts_variation()) == ("first", {1}, True, False)
    assert (other.starting_comment, other.nags, other.starts_variation(), other.is_mainline()) == ("instead", {6}, True, False)
    assert [node.move for node in other.variations] == ["22-18", "22-17"]
    deep = other.variation("22-17").variation("11-16")
    assert (deep.moves(), deep.ply(), deep.parent.comment, deep.game()) == (("9-14", "22-17", "11-16"), 3, "deep", tree)
    assert last.is_end() and last.next() is None
    end = tree.end()
    assert (end.move, end.nags, end.is_mainline(), end.parent.comments) == ("25x18", {10}, True, ["third", "and more"])


def test_round_trip(engine, tree):
    (record,) = read_records(engine, PDN.splitlines())
    assert tree.text().tags == record.text.tags and tree.text().line == record.text.line
    assert str(tree) == to_text(record)
    (again,) = pdn.read_games(engine, str(tree).splitlines())
    assert str(again) == str(tree)


@pytest.mark.parametrize("name", STARTS)
def test_all_games(engine, name):
    game = Game(engine, name, STARTS[name])
    for _ in range(5):
        game.push(game.legal_moves()[0])
    record = record_of(game, {"Event": "Test"})
    tree = pdn.Game.from_record(record)
    assert str(tree) == to_text(record)
    assert tree.end().position(engine) == game
    assert tree.variations[0].position(engine).moves == game.moves[:1]
    tree.variations[0].nags.add(1)
    (again,) = pdn.read_games(engine, str(tree).splitlines())
    assert again.text().line == tree.text().line


def test_positions_of_variations(engine, tree):
    node = tree.variation("9-14").variation("22-17").variation("11-16")
    position = node.position(engine)
    assert (position.moves, position.turn) == (("9-14", "22-17", "11-16"), "a")
    assert tree.position(engine) == Game(engine, "english")
    wrong = node.add_variation("1-2")
    with pytest.raises(pdn.NotPlayable, match="move 2, 1-2: ") as caught:
        wrong.position(engine)
    assert caught.value.plies == 3
    with pytest.raises(ValueError, match="set its name"):
        pdn.Game().add_variation("11-15").position(engine)


def test_positions_of_pgn(engine):
    text = '[FEN "4k3/8/8/R6R/8/8/8/K7 b - - 3 40"]\n\n40... Ke7 (40... Kd7 41. Rac5) 41. Rac5 *\n'
    (tree,) = pdn.read_games(engine, text.splitlines())
    assert tree.variation("e8d7").variation("a5c5").position(engine).moves == ("e8d7", "a5c5")
    end = tree.end()
    assert end.add_variation("Kf6").add_variation("Rhh3").position(engine).moves == ("e8e7", "a5c5", "e7f6", "h5h3")
    with pytest.raises(pdn.NotPlayable, match="move 3, Rb8: ") as caught:
        end.add_variation("Kf7").add_variation("Rb8").position(engine)
    assert caught.value.plies == 3
    end.variations.clear()
    assert "40... Ke7 (40... Kd7 41. Rac5) 41. Rac5 *" in str(tree)


def test_asyncio(program):
    async def main():
        async with await crownd.Engine.popen([program, "--no-tables"], timeout=300) as engine:
            trees = [tree async for tree in pdn.read_games(engine, PDN.splitlines())]
            game = await trees[0].variations[1].position(engine)
            return trees, game.moves, await game.legal_moves()

    (tree,), moves, legal = asyncio.run(main())
    assert moves == ("9-14",) and "22-18" in legal
    assert tree.comment == "before all"


def test_building_a_tree(engine):
    game = pdn.Game({"White": "Ann", "Result": "1-0"}, name="english")
    line = game.add_line(["11-15", "22-18"], comment="so far", nags=[4])
    assert (line.move, line.comment, line.nags, line.ply()) == ("22-18", "so far", {4}, 2)
    line.parent.add_variation("23-19", starting_comment="or")
    first = game.add_main_variation("9-14")
    assert [node.move for node in game.variations] == ["9-14", "11-15"] and first.is_main_variation()
    game.promote("11-15")
    game.add_variation("10-14")
    game.demote(0)
    game.promote(2)
    assert [node.move for node in game.variations] == ["9-14", "10-14", "11-15"]
    game.promote_to_main("11-15")
    game.remove_variation("10-14")
    assert str(game) == '[White "Ann"]\n[Result "1-0"]\n\n1. 11-15 (1. 9-14) 1... 22-18 $4 {so far} ({or} 1... 23-19) 1-0\n'
    assert game.has_variation("9-14") and not game.has_variation("10-14") and game.has_variation(1) and not game.has_variation(2)
    with pytest.raises(KeyError):
        game.variation("10-14")
    assert game.variation(first) is first
    first.comment = ""
    first.starting_comment = "kept"
    game.promote_to_main(first)
    assert "kept" in str(game)


def test_promote_to_main(engine, tree):
    tree.promote_to_main("9-14")
    (again,) = pdn.read_games(engine, str(tree).splitlines())
    assert list(again.mainline_moves()) == ["9-14", "22-18", "5-9"]
    assert [node.move for node in again.variations] == ["9-14", "11-15", "10-14"]
    assert [node.move for node in again.variation("11-15").mainline()] == ["22-18", "15x22", "25x18"]


class Recorder(pdn.BaseVisitor):
    """Records all calls."""

    def __init__(self, skip=False):
        self.calls = []
        self.skip = skip

    def record(self, each, *_):
        self.calls.append(each)

    visit_header = visit_move = visit_nag = visit_result = record

    def visit_comment(self, comment):
        self.calls.append(f"{{{comment}}}")

    def begin_variation(self):
        self.calls.append("(")
        return pdn.SKIP if self.skip else None

    def end_variation(self):
        self.calls.append(")")

    def result(self):
        return self.calls


def test_order_of_visitor_calls(engine, tree):
    expected = ["Event", "White", "GameType", "Result", "{before all}", "11-15", 1, "{first}", "(", "{instead}", "9-14", 6, "22-18", "(",
                "22-17", "{deep}", "11-16", ")", "5-9", ")", "(", "10-14", ")", "22-18", "15x22", "{third}", "{and more}", "25x18", 10,
                "0-1"]
    assert tree.accept(Recorder()) == expected
    (record,) = read_records(engine, PDN.splitlines())
    assert pdn.walk_text(record.text, Recorder()) == expected
    assert tree.variation("9-14").accept(Recorder()) == ["9-14", 6, "22-18", "(", "22-17", "{deep}", "11-16", ")", "5-9"]


def test_skipped_variations(engine, tree):
    (record,) = read_records(engine, PDN.splitlines())
    expected = ["11-15", 1, "{first}", "(", "(", "22-18", "15x22", "{third}", "{and more}", "25x18", 10, "0-1"]
    for calls in (tree.accept(Recorder(skip=True)), pdn.walk_text(record.text, Recorder(skip=True))):
        assert calls[5:] == expected


def test_string_exporter(tree):
    def shown(**parts):
        return tree.accept(pdn.StringExporter(tree.form, **parts))

    assert shown(headers=False, comments=False, variations=False) == "1. 11-15 22-18 2. 15x22 25x18 0-1\n"
    assert shown(comments=False, variations=False).startswith('[Event "One"]')
    assert "(10-14)" not in shown(variations=False) and "{first}" in shown(variations=False)
    assert shown() == str(tree)
    assert pdn.Game().accept(pdn.StringExporter(headers=False)) == "*\n"


def test_unrepresentable_text_becomes_comments(engine):
    text = '[Event "One"]\n[GameType "21"]\n["a line that is no tag"]\n[Event "Two"]\n\n$10 (1. 9-14) {a} 1. 11-15 ({only words}) 22-18 *\n'
    (tree,) = pdn.read_games(engine, text.splitlines())
    assert tree.comments == ['[Event "Two"]', "$10", "(1. 9-14)", "a", '["a line that is no tag"]']
    assert tree.variations[0].comments == ["only words"]
    assert list(tree.mainline_moves()) == ["11-15", "22-18"]


def test_comments_after_variations(engine):
    text = '[GameType "21"]\n[Result "*"]\n\n1. 11-15!?!!! {a} (1. 9-14 22-18 (22-17) {b}) {c} (1. 10-14) {d} 22-18 *\n'
    (tree,) = pdn.read_games(engine, text.splitlines())
    assert str(tree) == text
    assert tree.variation("11-15").signs == ["!?!!!"] and tree.variation("9-14").comments_behind == ["c"]
    tree.promote_to_main("9-14")
    for word in "abcd":
        assert f"{{{word}}}" in str(tree)


def test_outcome(engine):
    text = '[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 {0-1 is not played} 0-1\n\n[GameType "24"]\n\n1. 11-15 22-18 1-0\n'
    english, spanish = pdn.read_games(engine, text.replace("11-15 22-18", "10-14 23-20").splitlines())
    assert (english.outcome(), spanish.outcome()) == (crownd.Outcome("a"), crownd.Outcome("w"))
    assert str(english).endswith("0-1\n") and english.headers["Result"] == "1-0"  # unchanged
    for result, outcome in (("1-0", "b"), ("2-0", "b"), ("0-1", "a"), ("1/2-1/2", None), ("1-1", None)):
        english.headers["Result"] = result + " on time"
        assert english.outcome() == crownd.Outcome(outcome) and str(english).endswith(f" {result}\n")
    for word in ("*", "Black wins", "0-0", "1-2"):
        english.headers["Result"] = word
        assert english.outcome() is None and str(english).endswith(" 0-0\n" if word == "0-0" else " *\n")


def test_invalid_move_numbers():
    for number in ("0", "-3", "9" * 5000, "\u0664", "\u00b2", "x"):
        tree = pdn.Game({"FEN": f"4k3/8/8/8/8/8/8/R3K3 w - - 3 {number}"})
        tree.add_variation("Ra2")
        assert "1. Ra2 *" in str(tree)
    tree.headers["FEN"] = "4k3/8/8/8/8/8/8/R3K3 w - - 3 40"
    assert "40. Ra2 *" in str(tree)


def test_pickle_and_copy(engine, tree):
    for other in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree)):
        assert (str(other), other.name, other.form) == (str(tree), tree.name, tree.form)
        other.add_variation("12-16")
        assert not tree.has_variation("12-16")
    node = tree.variation("9-14").variation("22-17")
    other = copy.deepcopy(node)
    assert (other.moves(), other.comment, other.game() is tree) == (("9-14", "22-17"), "deep", False)
    long = pdn.Game()
    long.add_line(["a2a3", "e7d7", "a3a2", "d7e7"] * 700)
    assert str(pickle.loads(pickle.dumps(long))) == str(copy.deepcopy(long)) == str(long)
    assert "Result" not in pickle.loads(pickle.dumps(long)).headers

"""Files and judged games with asyncio engines."""

import asyncio

import pytest
from support import STARTS
from test_files import PDN

import crownd
from crownd import pdn
from crownd.files import read_games, record_of, to_text, write_games
from crownd.judge import judge_game
from crownd.sync import Game


def run(program, work):
    async def main():
        async with await crownd.Engine.popen([program, "--no-tables"], timeout=300) as engine:
            return await work(engine)
    return asyncio.run(main())


def test_read_games(engine, program):
    async def read(own):
        return [record async for record in read_games(own, PDN.splitlines(), damaged=damaged)]

    damaged, faults = [], []
    records = run(program, read)
    expected = list(read_games(engine, PDN.splitlines(), damaged=faults))
    assert [(each.number, each.game.moves, each.text, each.form) for each in records] == [
        (each.number, each.game.moves, each.text, each.form) for each in expected]
    assert list(map(to_text, records)) == list(map(to_text, expected))
    assert damaged == faults
    assert [(before.moves, move) for before, move in records[0].positions()] == [
        (before.moves, move) for before, move in expected[0].positions()]


def test_warnings_name_the_caller(program):
    async def read(own):
        with pytest.warns(UserWarning, match="game 2") as caught:
            assert [record.number async for record in read_games(own, PDN.splitlines())] == [1, 3]
        return caught[0].filename

    assert run(program, read) == __file__


@pytest.mark.parametrize("name", STARTS)
def test_record_of(engine, program, tmp_path, name):
    async def write(own):
        game = crownd.Game(own, name, STARTS[name])
        for _ in range(6):
            await game.push((await game.legal_moves())[0])
        record = await record_of(game, {"Event": "Test"})
        assert write_games([record], tmp_path / "games") == 1
        return game.moves, to_text(record)

    moves, text = run(program, write)
    assert (tmp_path / "games").read_text() == text + "\n"
    assert text == to_text(record_of(Game(engine, name, STARTS[name], moves), {"Event": "Test"}))


def test_copy_of_games(engine, program, tmp_path):
    async def copy(own):
        assert await write_games(read_games(own, PDN.splitlines(), damaged=[]), tmp_path / "async") == 2
        assert await write_games(pdn.read_games(own, PDN.splitlines(), damaged=[]), tmp_path / "trees") == 2

    run(program, copy)
    assert write_games(read_games(engine, PDN.splitlines(), damaged=[]), tmp_path / "sync") == 2
    assert write_games(pdn.read_games(engine, PDN.splitlines(), damaged=[]), tmp_path / "more") == 2
    texts = [path.read_text() for path in sorted(tmp_path.iterdir())]
    assert len(texts) == 4 and "(1. 9-14 22-18)" in texts[0]
    assert texts[0] == texts[2] and texts[1] == texts[3]


def test_failed_write_keeps_file(program, tmp_path):
    async def copy(own):
        async def records():
            async for record in read_games(own, PDN.splitlines(), damaged=[]):
                yield record
            raise OSError("no more")
        with pytest.raises(OSError, match="no more"):
            await write_games(records(), tmp_path / "games")

    (tmp_path / "games").write_text("as before")
    run(program, copy)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("games", "as before")]


def test_judge_game(engine, program):
    moves = "11-15 23-19 8-11 19-16 12x19 22-17".split()
    limit = crownd.Limit(nodes=3000)

    async def judge(own):
        game = await crownd.Game(own, "english", None, moves)
        return [judged async for judged in judge_game(own, game, limit)]

    judged = run(program, judge)
    assert judged == list(judge_game(engine, Game(engine, "english", None, moves), limit))
    assert len(judged) == 6


def test_break_in_judge_game(engine):
    game = Game(engine, "english", None, ["11-15", "22-18"])
    for judged in judge_game(engine, game, crownd.Limit(nodes=100)):
        assert judged.ply == 1
        break
    assert engine.play(game, crownd.Limit(nodes=100)).move


def test_sync_game_with_asyncio_engine(engine, program):
    async def mix(own):
        with pytest.raises(TypeError, match="both"):
            judge_game(own, Game(engine, "english"), crownd.Limit(nodes=10))

    run(program, mix)

"""Searches, counts and other requests about a position."""

import asyncio
import math
import os
import pathlib
import struct
import tempfile
import time
import zlib

from support import CROWND, GAMES, TIMEOUT, WRONG_COUNTS, AsyncTest, expect_error

import crownd
from crownd import BookMove, Clocks, Game, Limit, Score, Wdl


def one_position(text, moves):
    """An opening book with one position. Each move has score 7, depth 12 and 9 visits."""
    entry = bytes([0, len(text)]) + text.encode() + bytes([len(moves)])
    for move in moves:
        entry += bytes([len(move)]) + move.encode() + bytes([14, 12, 300 & 127 | 128, 300 >> 7, 200 & 127 | 128, 200 >> 7, 9])
    facts = b"game english\n"
    blocks = 40 + len(facts)
    rest = (struct.pack("<IQQQ", len(facts), 1, 1, blocks + len(entry)) + facts + entry + struct.pack("<Q", blocks))
    return b"crownbk\x01" + struct.pack("<I", zlib.crc32(rest)) + rest


class Play(AsyncTest):
    async def test_all_games_and_limits(self):
        limits = (Limit(time=0.05), Limit(nodes=500), Limit(depth=3), Limit(mate=1, depth=3),
                  Limit(clocks=Clocks(first=1, second=1, first_increment=0.01, moves_to_go=10)))
        for name in GAMES:
            game = await Game(self.engine, name)
            for limit in limits:
                with self.subTest(name, limit=limit):
                    result = await self.engine.play(game, limit)
                    self.assertIn(result.move, await game.legal_moves())
                    self.assertEqual(result.info.pv[0], result.move)

    async def test_limits(self):
        game = await Game(self.engine, "english")
        self.assertEqual((await self.engine.play(game, Limit(depth=4))).info.depth, 4)
        for wrong in (Limit(depth=0), Limit(time=-1), Limit(nodes=0), Limit(nodes=math.inf), Limit(time=math.inf), Limit(time=math.nan),
                      Limit(time=True), Limit(white_clock=math.inf), Limit(clocks=Clocks(first=1, first_increment=math.nan)),
                      Limit(clocks=Clocks(first=1, moves_to_go=-1)), Limit(white_clock=1, remaining_moves=math.inf)):
            with self.subTest(wrong):
                await expect_error(ValueError, self.engine.play(game, wrong))
        for wrong in WRONG_COUNTS:
            with self.subTest(wrong):
                for limit in (Limit(depth=wrong), Limit(nodes=wrong), Limit(mate=wrong)):
                    await expect_error(ValueError, self.engine.play(game, limit))
                await expect_error(ValueError, self.engine.play(game, Limit(depth=1), multipv=wrong))
                with self.assertRaisesRegex(ValueError, "expected an integer of at least 1"):
                    await self.engine.perft(game, wrong)
        self.assertTrue((await self.engine.play(game, Limit(nodes=1e3))).move)

    async def test_multipv(self):
        game = await Game(self.engine, "english")
        lines = await self.engine.analyse(game, Limit(depth=5), multipv=3)
        self.assertEqual([line.multipv for line in lines], [1, 2, 3])
        self.assertEqual(len({line.pv[0] for line in lines}), 3)
        self.assertGreaterEqual(lines[0].score.value(), lines[2].score.value())

    async def test_root_moves(self):
        game = await Game(self.engine, "english")
        self.assertEqual((await self.engine.play(game, Limit(depth=3), root_moves=["12-16"])).move, "12-16")
        await expect_error(crownd.IllegalMove, self.engine.play(game, Limit(depth=3), root_moves=["1-2"]))
        self.assertTrue((await self.engine.play(game, Limit(depth=3))).move)

    async def test_info_callback(self):
        infos = []
        await self.engine.play(await Game(self.engine, "towers"), Limit(depth=4), info=infos.append)
        self.assertEqual([info.depth for info in infos if info.score][-1], 4)

    async def test_options(self):
        game = await Game(self.engine, "english")
        infos = []
        await self.engine.play(game, Limit(depth=2), options={"uci_showwdl": True}, info=infos.append)
        self.assertIsNotNone(infos[-1].wdl)
        self.assertIsNone((await self.engine.play(game, Limit(depth=2))).info.wdl)
        await self.engine.configure({"UCI_ShowWDL": True, "Hash": 1, "Clear Hash": None})
        self.assertIsNotNone((await self.engine.play(game, Limit(depth=2))).info.wdl)

    async def test_invalid_options(self):
        game = await Game(self.engine, "english")
        await expect_error(crownd.BadArgument, self.engine.configure({"Hash": "lots"}))
        await expect_error(crownd.BadArgument, self.within_timeout(self.engine.play(game, Limit(depth=90), options={"Hash": "lots"})))
        await expect_error(ValueError, self.engine.configure({"UCI_Variant": "towers"}))
        self.assertEqual((await self.engine.options())["Hash"].min, 1)
        self.assertIn("towers", (await self.engine.options())["UCI_Variant"].values)

    async def test_reserved_options(self):
        game = await Game(self.engine, "english")
        for options in ({"UCI_Variant": "towers"}, {" uci_variant": "towers"}, {"UCI_Variant value towers": None}, {"MULTIPV": 3}):
            for call in (self.engine.configure(options), self.engine.play(game, Limit(depth=1), options=options)):
                with self.assertRaisesRegex(ValueError, "cannot be set|no word 'value'"):
                    await call
            self.assertIn((await self.engine.play(game, Limit(depth=1))).move, await game.legal_moves())

    async def test_options_in_any_case(self):
        for options in ({"hash": 1}, {"Hash": 2}, {"hash": 3}):
            await self.engine.configure(options)
        await self.engine.play(await Game(self.engine, "english"), Limit(depth=1))
        self.assertIn("3", [session.options.get("Hash") for session in self.engine._pool.sessions])

    async def test_searches_are_deterministic(self):
        nodes = set()
        for _ in range(3):
            nodes.add((await self.engine.play(await Game(self.engine, "spanish"), Limit(depth=7))).info.nodes)
        self.assertEqual(len(nodes), 1)

    async def test_rules_during_searches(self):
        game = await Game(self.engine, "english")
        async with self.engine.analysis(game) as first, self.engine.analysis(game, multipv=2) as second:
            await game.push("11-15")
            self.assertEqual(len(await game.legal_moves()), 7)
            self.assertEqual((await first.__anext__()).depth, 1)
            self.assertEqual((await second.__anext__()).depth, 1)
            self.assertTrue((await self.engine.play(game, Limit(depth=3))).move)
            first.stop()
            self.assertIn((await first.wait()).move, ("9-14", "9-13", "10-14", "10-15", "11-15", "11-16", "12-16"))


class Analysis(AsyncTest):
    async def test_limit_ends_iteration(self):
        game = await Game(self.engine, "english")
        depths = [info.depth async for info in self.engine.analysis(game, Limit(depth=4)) if info.score]
        self.assertEqual(depths[-1], 4)

    async def test_errors_are_raised_in_loop(self):
        game = await Game(self.engine, "english")
        with self.assertRaises(crownd.IllegalMove):
            async for _ in self.engine.analysis(game, root_moves=["1-2"]):
                self.fail("got an info")

    async def test_ponderhit(self):
        game = await Game(self.engine, "english", None, ["11-15"])
        async with self.engine.ponder(game, Limit(depth=3)) as ponder:
            waiting = asyncio.ensure_future(ponder.wait())
            while ponder.info is None or ponder.info.depth != 3:
                await ponder.__anext__()
            self.assertFalse(waiting.done())
            ponder.ponderhit()
            self.assertIn((await waiting).move, await game.legal_moves())

    async def test_stopped_pondering(self):
        game = await Game(self.engine, "english", None, ["11-15"])
        async with self.engine.ponder(game, Limit(time=3600)) as ponder:
            ponder.stop()
            self.assertTrue((await self.within_timeout(ponder.wait())).move)


class OtherRequests(AsyncTest):
    async def test_perft_probe_evaluation_tables_and_ping(self):
        game = await Game(self.engine, "english")
        perft = await self.engine.perft(game, 4)
        self.assertEqual((perft.total, sum(perft.moves.values()), len(perft.moves)), (1469, 1469, 7))
        probe = await self.engine.probe(await Game(self.engine, "english", "W:WK29:BK22"))
        self.assertEqual((probe.value, probe.moves), (crownd.Exact("loss", 2), {"29-25": crownd.Exact("loss", 2)}))
        evaluation = await self.engine.evaluate(game)
        self.assertIsNotNone(evaluation.score.cp)
        self.assertIn("driving", evaluation.terms)
        self.assertIsInstance(await self.engine.tables(), tuple)
        self.assertIsInstance(await self.engine.tables(game), tuple)
        self.assertGreater(await self.engine.ping(), 0)

    async def test_book(self):
        engine = await crownd.Engine.popen([CROWND, "--no-books"], timeout=TIMEOUT)
        self.addAsyncCleanup(engine.close)
        game = await Game(engine, "english")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        book = os.path.join(folder.name, "one.cbk")
        pathlib.Path(book).write_bytes(one_position(await game.fen(), ("11-15", "9-14")))
        self.assertEqual(await engine.book(game), ())
        await expect_error(crownd.BadArgument, engine.configure({"BookFile": "/nowhere/a.cbk"}))
        await engine.configure({"BookFile": book, "OwnBook": True})
        moves = await engine.book(game)
        self.assertEqual(moves, tuple(BookMove(move, Score(cp=7), 12, Wdl(300, 500, 200), 9) for move in ("11-15", "9-14")))
        engine._pool.open_rules_session().fail(crownd.EngineTerminated("simulated failure"))
        self.assertEqual(await engine.book(game), moves)
        infos = []
        result = await engine.play(game, Limit(depth=2), info=infos.append)
        self.assertEqual((result.move, "book" in [info.string for info in infos]), ("11-15", True))
        await game.push("12-16")
        self.assertEqual(await engine.book(game), ())

    async def test_searches_wait_for_session(self):
        async with await crownd.Engine.popen(self.engine._pool.connector.arguments, searches=1) as engine:
            games = [await Game(engine, "towers") for _ in range(5)]
            begin = time.monotonic()
            results = await self.within_timeout(asyncio.gather(*(engine.play(game, Limit(time=0.05)) for game in games)))
            self.assertTrue(all(result.move for result in results))
            self.assertGreater(time.monotonic() - begin, 5 * 0.04)

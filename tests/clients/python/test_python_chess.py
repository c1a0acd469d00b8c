"""Names and behaviour adopted from python-chess."""

import gc
import random
import unittest

from support import CROWND, GAMES, TIMEOUT, AsyncTest, expect_error, fake

import crownd
from crownd import Clocks, Cp, Game, Limit, Mate, MateGiven, Score, Wdl


KNOWN_LIGHT = {"english": False, "spanish": True, "towers": False, "reduced-chess": True}
"""Whether the light side begins."""


class Scores(unittest.TestCase):
    ORDER = [Mate(0), Mate(-1), Mate(-3), Mate(-40), Cp(-20000), Cp(-500), Cp(0), Cp(7), Cp(20000), Mate(9), Mate(1), MateGiven]

    def test_order(self):
        mixed = random.Random(3).sample(self.ORDER, len(self.ORDER))
        self.assertEqual(sorted(mixed), self.ORDER)
        self.assertEqual((min(mixed), max(mixed)), (Mate(0), MateGiven))
        for at, score in enumerate(self.ORDER):
            for beside, other in enumerate(self.ORDER):
                self.assertEqual((score < other, score <= other, score > other, score >= other, score == other),
                                 (at < beside, at <= beside, at > beside, at >= beside, at == beside))
        self.assertEqual([score.value() for score in self.ORDER], sorted(score.value() for score in self.ORDER))
        self.assertEqual([score.score(mate_score=30000) for score in self.ORDER],
                         sorted(score.score(mate_score=30000) for score in self.ORDER))
        with self.assertRaises(TypeError):
            Cp(1) < 2

    def test_order_of_bounds(self):
        order = [Cp(4), Score(cp=5, bound="upperbound"), Cp(5), Score(cp=5, bound="lowerbound"), Cp(6)]
        self.assertEqual(sorted(reversed(order)), order)
        self.assertEqual(-Score(cp=5, bound="upperbound"), Score(cp=-5, bound="lowerbound"))

    def test_negation(self):
        self.assertEqual([-score for score in self.ORDER], [MateGiven, *sorted(-score for score in self.ORDER[1:-1])[::-1], Mate(0)])
        for score in self.ORDER:
            self.assertEqual((-(-score), score.is_mate()), (score, score.mate is not None))
        self.assertEqual((-Wdl(1, 2, 997), Wdl(600, 200, 200).expectation()), (Wdl(997, 2, 1), 0.7))

    def test_formatting(self):
        self.assertEqual(list(map(str, (Cp(12), Cp(-3), Cp(0), Mate(3), Mate(-2), Mate(0), MateGiven))),
                         ["+12", "-3", "+0", "#+3", "#-2", "#-0", "#+0"])
        self.assertEqual((Cp(7).score(), Mate(2).score(), Mate(2).score(mate_score=1000), Mate(-2).score(mate_score=1000)),
                         (7, None, 998, -998))

    def test_invalid_scores(self):
        for wrong in ({}, {"cp": 1, "mate": 1}, {"cp": 1, "won": True}, {"mate": 1, "won": True}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                Score(**wrong)

    def test_pov(self):
        score = Score(cp=30, bound="lowerbound", side="b")
        self.assertEqual((score.pov("b"), score.pov("a"), score.pov("a").pov("b")), (score, -score, score))
        self.assertEqual(score.pov("a").side, "a")
        self.assertRaises(ValueError, Cp(1).pov, "a")


class Limits(unittest.TestCase):
    def test_clocks_by_colour(self):
        limit = Limit(nodes=9, white_clock=60, black_clock=50, white_inc=2, black_inc=1, remaining_moves=5)
        self.assertEqual(limit.without_colours(True), Limit(nodes=9, clocks=Clocks(60, 50, 2, 1, 5)))
        self.assertEqual(limit.without_colours(False), Limit(nodes=9, clocks=Clocks(50, 60, 1, 2, 5)))
        self.assertRaises(ValueError, Limit(white_clock=1, clocks=Clocks(1)).without_colours, True)

    def test_positional_parameters(self):
        self.assertEqual(Limit(1.5, 7, 100, 2), Limit(time=1.5, depth=7, nodes=100, mate=2))

    def test_ends(self):
        for limit in (Limit(time=1), Limit(depth=1), Limit(nodes=1), Limit(mate=1), Limit(white_clock=0), Limit(black_clock=1),
                      Limit(clocks=Clocks(second=1))):
            self.assertTrue(limit.ends, limit)
        for limit in (Limit(), Limit(white_inc=1), Limit(remaining_moves=4), Limit(clocks=Clocks(first_increment=1, moves_to_go=3))):
            self.assertFalse(limit.ends, limit)


class Games(AsyncTest):
    async def test_methods_of_board(self):
        game = await Game(self.engine, "english", None, ["11-15", "22-18"])
        self.assertEqual((game.peek(), game.is_game_over(), game.outcome()), ("22-18", False, None))
        for move, legal in (("15x22", True), ("15 x 22", True), ("9-14", False), ("nonsense", False), ("15x22 25x18", False), ("", False),
                            ("1\n2", False)):
            self.assertIs(await game.is_legal(move), legal, move)
        self.assertEqual(game.moves, ("11-15", "22-18"))
        self.assertFalse(await (await Game(self.engine, "english", "B:W14,15,22,23:B10")).is_legal("10x26"))
        with self.assertRaises(IndexError):
            (await Game(self.engine, "english")).peek()

    async def test_side_of_scores(self):
        for name in GAMES:
            game = await Game(self.engine, name)
            for _ in range(2):
                (line,) = await self.engine.analyse(game, Limit(depth=3))
                self.assertEqual(line.score.side, game.turn)
                board = await game.board()
                self.assertEqual(line.score.pov(board.white), -line.score.pov(board.black))
                self.assertEqual((await self.engine.evaluate(game)).score.side, game.turn)
                if line.pv and not line.score.is_mate():
                    await game.push(line.pv[0])

    async def test_score_is_before_the_move(self):
        game = await Game(self.engine, "reduced-chess")
        result = await self.engine.play(game, Limit(depth=3))
        self.assertEqual((result.move, result.score, result.score.side), ("a5a3", Mate(1), "w"))
        await game.push(result.move)
        result = await self.engine.play(game, Limit(depth=3))
        self.assertEqual((result.move, result.score), (None, Mate(0)))

    async def test_white_clock_is_of_light_pieces(self):
        await self.engine.play(await Game(self.engine, "english"), Limit(depth=1))  # opens all sessions
        for name in GAMES:
            game = await Game(self.engine, name)
            sent = []
            for session in self.engine._pool.sessions:
                session._write = lambda text, write=session._write: (sent.append(text.decode()), write(text))[1]
            result = await self.engine.play(game, Limit(depth=1, white_clock=60, black_clock=50, white_inc=2))
            self.assertTrue(result.move)
            first = (await game.board()).sides[0]
            light = (first.name == (await game.board()).white)
            self.assertEqual(light, KNOWN_LIGHT.get(name, light))
            words = [text for text in sent if "go depth" in text][-1]
            self.assertIn("wtime 60000 btime 50000 winc 2000" if light else "wtime 50000 btime 60000 binc 2000", words)

    async def test_infinite_limits_are_rejected(self):
        game = await Game(self.engine, "english")
        for limit in (Limit(), Limit(white_inc=1), Limit(clocks=Clocks(first_increment=1))):
            await expect_error(ValueError, self.engine.play(game, limit))


class Pondering(AsyncTest):
    LIMIT = Limit(depth=6)

    def ponder_searches(self):
        return [each.search for each in self.engine._searches.ponder_searches._entries]

    async def start_pondering(self, limit=LIMIT, name="english"):
        game = await Game(self.engine, name)
        result = await self.engine.play(game, limit, ponder=True)
        self.assertIsNotNone(result.ponder)
        await game.push(result.move)
        (search,) = self.ponder_searches()
        self.assertFalse(search.ended)
        return game, result, search

    async def test_ponder_hit(self):
        for limit in (self.LIMIT, Limit(white_clock=300, black_clock=300), Limit(time=0.2)):
            with self.subTest(limit):
                game, result, search = await self.start_pondering(limit)
                await game.push(result.ponder)
                lines = []
                result = await self.within_timeout(self.engine.play(game, limit, info=lines.append))
                self.assertIn(result.move, await game.legal_moves())
                self.assertTrue(search.ended and lines)
                self.assertEqual(await search.result(), result)
                self.assertEqual(self.ponder_searches(), [])

    async def test_ponder_miss(self):
        game, result, search = await self.start_pondering()
        await game.push(next(move for move in await game.legal_moves() if move != result.ponder))
        result = await self.within_timeout(self.engine.play(game, self.LIMIT))
        self.assertIn(result.move, await game.legal_moves())
        self.assertNotEqual(await search.result(), result)

    async def test_other_parameters_are_a_miss(self):
        for order in ({"limit": Limit(depth=5)}, {"multipv": 2}, {"options": {"UCI_ShowWDL": True}}, {"root_moves": True}):
            with self.subTest(order):
                game, result, search = await self.start_pondering()
                await game.push(result.ponder)
                if "root_moves" in order:
                    order = {"root_moves": (await game.legal_moves())[:1]}
                result = await self.within_timeout(self.engine.play(game, **{"limit": self.LIMIT, **order}))
                self.assertTrue(result.move)
                self.assertNotEqual(await search.result(), result)

    async def test_low_clock_is_a_miss(self):
        game, result, search = await self.start_pondering(Limit(white_clock=300, black_clock=300))
        await game.push(result.ponder)
        self.assertTrue((await self.within_timeout(self.engine.play(game, Limit(white_clock=1, black_clock=1)))).move)
        self.assertTrue(search._abandoned)

    async def test_pondering_during_a_game(self):
        game = await Game(self.engine, "reduced-chess", "6 Ka1,Rb2 Kd4 w")
        while not game.over and game.ply < 30:
            await game.push((await self.within_timeout(self.engine.play(game, Limit(nodes=300), ponder=True))).move)
            self.assertLessEqual(len(self.ponder_searches()), 1)

    async def test_pondering_stops(self):
        game, _, search = await self.start_pondering()
        async with self.engine.analysis(game) as analysis:
            self.assertTrue((await analysis.__anext__()).depth)
            self.assertTrue((await self.within_timeout(search.result())).move)
        game, _, search = await self.start_pondering()
        await self.engine.new_game()
        self.assertTrue((await self.within_timeout(search.result())).move)
        game, _, search = await self.start_pondering()
        del game
        gc.collect()
        self.assertTrue((await self.within_timeout(search.result())).move)
        self.assertIsNone(self.engine._searches.ponder_searches.remove(await Game(self.engine, "english")))
        self.assertEqual(self.ponder_searches(), [])

    async def test_pondering_yields_to_other_searches(self):
        async with await crownd.Engine.popen(CROWND, timeout=TIMEOUT, searches=1) as engine:
            one, other = await Game(engine, "english"), await Game(engine, "towers")
            for call in (lambda: engine.play(other, self.LIMIT, ponder=True), lambda: engine.perft(other, 2), lambda: engine.probe(other)):
                self.assertIsNotNone((await engine.play(one, self.LIMIT, ponder=True)).ponder)
                self.assertEqual(len(engine._searches.ponder_searches._entries), 1)
                self.assertTrue(await self.within_timeout(call()))

    async def test_failed_pondering(self):
        behaviour = ("go", "say:info depth 1 multipv 1 score cp 1 pv m|bestmove m ponder x", "move", "say:error illegal-move no: no")
        async with await crownd.Engine.popen(fake(*behaviour), timeout=TIMEOUT) as engine:
            result = await engine.play(await Game(engine, "english"), Limit(depth=1), ponder=True)
            self.assertEqual((result.move, result.ponder), ("m", "x"))

"""However a search is left, it ends. Here only one may run at a time: one that went on would keep the next from its turn."""

import asyncio
import gc
import unittest

from support import CROWND, PATIENCE, AsyncTest

import crownd
from crownd import Game, Limit
from crownd.opener import Opener


class Mishap(Exception):
    """What goes wrong in the body of a loop."""


class Cancellation(AsyncTest):
    async def asyncSetUp(self):
        self.engine = await crownd.Engine.popen(CROWND, timeout=PATIENCE, searches=1)
        self.game = await Game(self.engine, "english")

    async def the_next_search_gets_its_turn(self):
        session = next(session for session in self.engine._sessions._all if session.searched is not None)
        self.assertTrue((await self.soon(self.engine.play(self.game, Limit(depth=2)))).move)
        self.assertTrue(session.alive, "the search ended by its stop, not with its connection")

    async def cancel_when_it_runs(self, coroutine):
        task = asyncio.ensure_future(coroutine)
        while not any(session.searched is not None and session._requests for session in self.engine._sessions._all):
            await asyncio.sleep(0.01)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task

    async def test_a_cancelled_play(self):
        await self.cancel_when_it_runs(self.engine.play(self.game, Limit(time=3600)))
        await self.the_next_search_gets_its_turn()

    async def test_a_play_that_is_timed_out(self):
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(self.engine.play(self.game, Limit(depth=100)), 0.5)
        await self.the_next_search_gets_its_turn()

    async def test_a_cancelled_play_that_waits_for_its_turn(self):
        async with self.engine.analysis(self.game):
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(self.engine.play(self.game, Limit(depth=3)), 0.2)
        await self.the_next_search_gets_its_turn()

    async def test_a_cancelled_loop(self):
        async def loop():
            async for _ in self.engine.analysis(self.game):
                pass
        await self.cancel_when_it_runs(loop())
        await self.the_next_search_gets_its_turn()

    async def test_a_loop_that_is_cancelled_in_its_body(self):
        async def loop():
            async for _ in self.engine.analysis(self.game):
                await asyncio.sleep(3600)
        await self.cancel_when_it_runs(loop())
        await self.the_next_search_gets_its_turn()

    async def test_a_loop_that_is_left(self):
        async for _ in self.engine.analysis(self.game):
            break
        gc.collect()
        await self.the_next_search_gets_its_turn()

    async def test_an_exception_in_the_body(self):
        try:
            async for _ in self.engine.analysis(self.game):
                raise Mishap
        except Mishap as kept:
            gc.collect()
            await self.the_next_search_gets_its_turn()
            self.assertIsNotNone(kept.__traceback__)

    async def test_an_exception_in_a_with_block(self):
        analysis = self.engine.analysis(self.game)
        with self.assertRaises(Mishap):
            async with analysis:
                raise Mishap
        await self.the_next_search_gets_its_turn()
        self.assertFalse(analysis._search is None)

    async def test_a_forgotten_analysis(self):
        analysis = await self.engine.analysis(self.game).start()
        del analysis
        gc.collect()
        await self.the_next_search_gets_its_turn()

    async def test_a_generator_around_an_analysis_that_is_closed(self):
        async def depths():
            async with self.engine.analysis(self.game) as analysis:
                async for info in analysis:
                    yield info.depth
        generator = depths()
        await generator.__anext__()
        await generator.aclose()
        await self.the_next_search_gets_its_turn()

    async def test_a_cancelled_ponder(self):
        async def ponder():
            await self.engine.ponder(self.game, Limit(time=3600)).wait()
        await self.cancel_when_it_runs(ponder())
        await self.the_next_search_gets_its_turn()

    async def test_a_cancelled_count(self):
        task = asyncio.ensure_future(self.engine.perft(self.game, 60))
        await asyncio.sleep(0.3)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertTrue((await self.soon(self.engine.play(self.game, Limit(depth=2)))).move)

    async def test_searches_that_are_cancelled_at_any_moment(self):
        for loops in range(0, 40, 4):
            task = asyncio.ensure_future(self.engine.play(self.game, Limit(time=3600), options={"UCI_ShowWDL": loops % 8 == 0}))
            for _ in range(loops):
                await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
        self.assertTrue((await self.soon(self.engine.play(self.game, Limit(depth=2)))).move)

    async def test_a_cancelled_move_is_played_or_not(self):
        for loops in range(30):
            before = self.game.ply
            task = asyncio.ensure_future(self.game.push((await self.game.legal_moves())[0]))
            for _ in range(loops % 10):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            self.assertEqual(self.game.ply, before + (0 if task.cancelled() else 1))
            again = await Game(self.engine, "english", None, self.game.moves)
            self.assertEqual(await again.legal_moves(), await self.game.legal_moves())

    async def test_closing_ends_a_search_that_runs(self):
        analysis = self.engine.analysis(self.game)
        await analysis.__anext__()
        await self.soon(self.engine.close())
        with self.assertRaises(crownd.EngineTerminated):
            await analysis.wait()
        with self.assertRaises(crownd.EngineTerminated):
            await self.engine.games()


class SlowOpener(Opener):
    """Attaches a session when it is told to."""

    def __init__(self):
        self.attached = asyncio.Event()

    async def _attach(self, session):
        await self.attached.wait()


class CancelledOpening(unittest.IsolatedAsyncioTestCase):
    async def test_a_cancellation_is_kept_when_the_connection_is_made_at_the_same_moment(self):
        for loops in range(8):
            opener = SlowOpener()
            task = asyncio.ensure_future(opener.open(PATIENCE))
            await asyncio.sleep(0.01)
            opener.attached.set()
            for _ in range(loops):
                await asyncio.sleep(0)
            task.cancel()
            done, _ = await asyncio.wait([task], timeout=PATIENCE / 2)
            self.assertTrue(done, f"cancelled {loops} turns of the loop after the connection")
            self.assertTrue(task.cancelled())


if __name__ == "__main__":
    unittest.main()

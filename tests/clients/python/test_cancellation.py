"""Abandoned searches stop. These tests allow one search at a time, so a search that did not stop would block the next one."""

import asyncio
import gc
import unittest

from support import CROWND, TIMEOUT, AsyncTest, expect_error

import crownd
from crownd import Game, Limit
from crownd.connector import Connector
from crownd.session import Session


class LoopError(Exception):
    """Raised in the body of a loop."""


class Cancellation(AsyncTest):
    async def asyncSetUp(self):
        self.engine = await crownd.Engine.popen(CROWND, timeout=TIMEOUT, searches=1)
        self.game = await Game(self.engine, "english")

    async def assert_search_stopped(self):
        session = next(session for session in self.engine._pool.sessions if session.last_searched is not None)
        self.assertTrue((await self.within_timeout(self.engine.play(self.game, Limit(depth=2)))).move)
        self.assertTrue(session.alive, "the search was stopped without closing its connection")

    async def cancel_running(self, coroutine):
        task = asyncio.ensure_future(coroutine)
        while not any(session.last_searched is not None and session._requests for session in self.engine._pool.sessions):
            await asyncio.sleep(0.01)
        task.cancel()
        await expect_error(asyncio.CancelledError, task)

    async def test_cancelled_tasks(self):
        async def loop(pause):
            async for _ in self.engine.analysis(self.game):
                await asyncio.sleep(pause)

        async def ponder():
            await self.engine.ponder(self.game, Limit(time=3600)).wait()

        for name, start in (("play", lambda: self.engine.play(self.game, Limit(time=3600))), ("loop", lambda: loop(0)),
                            ("body of a loop", lambda: loop(3600)), ("ponder", ponder)):
            with self.subTest(name):
                await self.cancel_running(start())
                await self.assert_search_stopped()
                await self.engine.close()
                await self.asyncSetUp()

    async def test_play_with_timeout(self):
        await expect_error(asyncio.TimeoutError, asyncio.wait_for(self.engine.play(self.game, Limit(depth=100)), 0.5))
        await self.assert_search_stopped()

    async def test_cancelled_play_in_queue(self):
        async with self.engine.analysis(self.game):
            await expect_error(asyncio.TimeoutError, asyncio.wait_for(self.engine.play(self.game, Limit(depth=3)), 0.2))
        await self.assert_search_stopped()

    async def test_break_in_loop(self):
        async for _ in self.engine.analysis(self.game):
            break
        gc.collect()
        await self.assert_search_stopped()

    async def test_exception_in_loop(self):
        try:
            async for _ in self.engine.analysis(self.game):
                raise LoopError
        except LoopError as kept:
            gc.collect()
            await self.assert_search_stopped()
            self.assertIsNotNone(kept.__traceback__)

    async def test_exception_in_with_block(self):
        analysis = self.engine.analysis(self.game)
        with self.assertRaises(LoopError):
            async with analysis:
                raise LoopError
        await self.assert_search_stopped()
        self.assertFalse(analysis._search is None)

    async def test_exception_in_callback(self):
        def fail(_):
            raise LoopError
        await expect_error(LoopError, self.within_timeout(self.engine.play(self.game, Limit(time=3600), info=fail)))
        await self.assert_search_stopped()

    async def test_analysis_of_two_tasks(self):
        analysis = self.engine.analysis(self.game)

        async def read_all():
            return [info async for info in analysis]
        await self.within_timeout(asyncio.gather(analysis.__anext__(), analysis.__anext__()))
        reading = asyncio.gather(read_all(), read_all())
        await asyncio.sleep(0.1)
        analysis.stop()
        await self.within_timeout(reading)
        await self.assert_search_stopped()

    async def test_stop_before_start(self):
        analysis = self.engine.analysis(self.game)
        analysis.stop()
        self.assertTrue((await self.within_timeout(analysis.wait())).move)
        await self.assert_search_stopped()

    async def test_deleted_analysis(self):
        analysis = await self.engine.analysis(self.game).start()
        del analysis
        gc.collect()
        await self.assert_search_stopped()

    async def test_closed_generator(self):
        async def depths():
            async with self.engine.analysis(self.game) as analysis:
                async for info in analysis:
                    yield info.depth
        generator = depths()
        await generator.__anext__()
        await generator.aclose()
        await self.assert_search_stopped()

    async def test_cancelled_explanation(self):
        await self.cancel_running(self.engine.why(self.game, "11-15", nodes=10**12))
        await self.assert_search_stopped()

    async def test_cancelled_perft(self):
        task = asyncio.ensure_future(self.engine.perft(self.game, 60))
        await asyncio.sleep(0.3)
        task.cancel()
        await expect_error(asyncio.CancelledError, task)
        self.assertTrue((await self.within_timeout(self.engine.play(self.game, Limit(depth=2)))).move)

    async def test_searches_cancelled_at_any_time(self):
        for loops in range(0, 40, 4):
            task = asyncio.ensure_future(self.engine.play(self.game, Limit(time=3600), options={"UCI_ShowWDL": loops % 8 == 0}))
            for _ in range(loops):
                await asyncio.sleep(0)
            task.cancel()
            await expect_error(asyncio.CancelledError, task)
        self.assertTrue((await self.within_timeout(self.engine.play(self.game, Limit(depth=2)))).move)

    async def test_cancelled_push_is_atomic(self):
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

    async def test_close_stops_search(self):
        analysis = self.engine.analysis(self.game)
        await analysis.__anext__()
        await self.within_timeout(self.engine.close())
        await expect_error(crownd.EngineTerminated, analysis.wait())
        await expect_error(crownd.EngineTerminated, self.engine.games())


class SlowConnector(Connector):
    """Connects when `may_connect` is set."""

    def __init__(self):
        self.may_connect = asyncio.Event()

    async def _connect(self, session):
        await self.may_connect.wait()


class CancelledConnecting(unittest.IsolatedAsyncioTestCase):
    async def test_close_while_connecting(self):
        engine = crownd.Engine(SlowConnector(), timeout=TIMEOUT, searches=1, reconnects=0)
        opening = asyncio.ensure_future(engine._open())
        await asyncio.sleep(0.01)
        await engine.close()
        error = await expect_error(crownd.EngineTerminated, asyncio.wait_for(opening, TIMEOUT / 2))
        self.assertIn("the engine was closed", str(error))

    async def test_cancellation_while_connection_completes(self):
        for loops in range(8):
            connector = SlowConnector()
            task = asyncio.ensure_future(connector.open(Session(TIMEOUT)))
            await asyncio.sleep(0.01)
            connector.may_connect.set()
            for _ in range(loops):
                await asyncio.sleep(0)
            task.cancel()
            done, _ = await asyncio.wait([task], timeout=TIMEOUT / 2)
            self.assertTrue(done, f"cancelled {loops} loop iterations after connecting")
            self.assertTrue(task.cancelled())

"""Faulty daemons cause exceptions, never a hang."""

import asyncio
import unittest

from support import TIMEOUT, expect_error, fake

import crownd
from crownd import Game, Limit
from crownd.files import read_games
from crownd.connector import ChildConnector

SHORT_TIMEOUT = 6
"""Seconds; long enough to start Python on a busy machine."""


class FaultyDaemon(unittest.IsolatedAsyncioTestCase):
    async def assert_raises(self, kind, action, *behaviour, timeout=TIMEOUT):
        """Asserts that `action` raises an exception of this kind. Returns its message."""
        async def attempt():
            async with await crownd.Engine.popen(fake(*behaviour), timeout=timeout) as engine:
                await action(engine)
        error = await expect_error(kind, asyncio.wait_for(attempt(), 2 * TIMEOUT))
        return str(error)

    @staticmethod
    async def begin(engine):
        await Game(engine, "english")

    @staticmethod
    async def text(engine):
        await (await Game(engine, "english")).fen()

    @staticmethod
    async def move(engine):
        await (await Game(engine, "english")).push("m")

    @staticmethod
    async def play(engine):
        await engine.play(await Game(engine, "english"), Limit(time=0.1))

    @staticmethod
    async def why(engine):
        await engine.why(await Game(engine, "english"), "m")

    @staticmethod
    async def search(engine):
        async for _ in engine.analysis(await Game(engine, "english")):
            pass

    async def test_exit_while_child_keeps_output_open(self):
        command = ["sh", "-c", f"sleep {2 * TIMEOUT} & exec \"$0\" \"$@\"", *fake("fen", "die")]
        async with await crownd.Engine.popen(command, timeout=TIMEOUT) as engine:
            game = await Game(engine, "english")
            error = await expect_error(crownd.EngineTerminated, asyncio.wait_for(game.fen(), TIMEOUT))
        self.assertIn("the daemon ended: the fake daemon fails", str(error))

    async def test_fake_daemon_without_faults(self):
        async with await crownd.Engine.popen(fake(), timeout=TIMEOUT) as engine:
            game = await Game(engine, "english")
            self.assertEqual((await game.push("m"), await game.legal_moves(), await game.fen()), ("m", ("m", "n"), "text"))
            self.assertEqual((await engine.play(game, Limit(depth=1))).move, "m")

    async def test_error_in_answer_to_uci_closes_daemon(self):
        engine = crownd.Engine(ChildConnector(tuple(fake("uci", "say:error limit no memory"))), timeout=TIMEOUT, searches=1, reconnects=0)
        await expect_error(crownd.LimitReached, engine._open())
        (session,) = engine._pool.sessions
        self.assertTrue(session.closed.done())

    async def test_exit(self):
        for word, action in (("version", self.begin), ("legalmoves", self.begin), ("fen", self.text), ("move", self.move),
                          ("go", self.play), ("go", self.search)):
            with self.subTest(word):
                self.assertIn("the fake daemon fails", await self.assert_raises(crownd.EngineTerminated, action, word, "die"))

    @staticmethod
    async def read(engine):
        async for _ in read_games(engine, ["1. m *"], game="english"):
            pass

    async def test_invalid_answers_to_read(self):
        game = "readgame 1 line 1 english|"
        for answer in ("readgame", "readgame 1 line 1", "readmove m", "readtag a b|readvariation end", "readdone 1 plies 1",
                       "readcomment c", game + "readvariation end|readvariation end", game + "readwarning w", game + "readerror 1",
                       game + "readdone 1 plies 0|readdone 2 plies 0"):
            with self.subTest(answer):
                await self.assert_raises(crownd.ProtocolError, self.read, "read", "say:" + answer)
        await self.assert_raises(crownd.UnknownCommand, self.read, "read", "say:error unknown-command there is no command read")
        await self.assert_raises(crownd.ProtocolError, self.read, "read", "endless")
        self.assertIn("the fake daemon fails", await self.assert_raises(crownd.EngineTerminated, self.read, "read", "die"))
        self.assertIn("answer within", await self.assert_raises(crownd.EngineTimeout, self.read, "read", "hang", timeout=SHORT_TIMEOUT))

    async def test_timeout(self):
        cases = [(self.begin, "version", "hang"), (self.begin, "legalmoves", "hang"), (self.text, "fen", "silence"),
                 (self.play, "go", "silence"), (self.search, "go", "hang")]
        messages = await asyncio.gather(*(self.assert_raises(crownd.EngineTimeout, action, word, behaviour, timeout=SHORT_TIMEOUT)
                                          for action, word, behaviour in cases))
        self.assertTrue(all("answer within" in message for message in messages), messages)

    async def test_long_search_with_answered_pings(self):
        async with await crownd.Engine.popen(fake("go", "silence", "stop", "say:bestmove m"), timeout=SHORT_TIMEOUT / 4) as engine:
            analysis = await engine.analysis(await Game(engine, "english")).start()
            waiting = asyncio.ensure_future(analysis.wait())
            await asyncio.wait([waiting], timeout=SHORT_TIMEOUT)
            self.assertFalse(waiting.done())
            analysis.stop()
            self.assertEqual((await waiting).move, "m")

    async def test_endless_lines(self):
        for word, action in (("fen", self.text), ("go", self.search)):
            for behaviour in ("long", "endless"):
                with self.subTest(word, behaviour=behaviour):
                    self.assertIn("more than", await self.assert_raises(crownd.ProtocolError, action, word, behaviour))

    async def test_invalid_answers(self):
        cases = [(self.begin, "status", "status"), (self.begin, "status", "status what a"), (self.begin, "status", "status win"),
                 (self.begin, "legalmoves", "legalmoves"), (self.begin, "legalmoves", "legalmoves 3 m n"),
                 (self.begin, "legalmoves", "legalmoves lots m"), (self.text, "fen", "fen"), (self.text, "fen", "bestmove m"),
                 (self.text, "fen", "readyok|fen english a"),
                 (self.move, "move", "moved"), (self.move, "move", "moved m"), (self.move, "move", "moved m ongoing"),
                 (self.move, "move", "moved m ongoing a quiet lots"), (self.play, "go", "bestmove"),
                 (self.play, "go", "info depth none|bestmove m"), (self.play, "go", "info depth 1 score cp|bestmove m"),
                 (self.play, "go", "info score huge 3|bestmove m"), (self.search, "go", "info wdl 1 2|bestmove m"),
                 (self.why, "why", "why m good"), (self.why, "why", "why m good best n loss x"), (self.why, "why", "bestmove m"),
                 (self.why, "why", "reason pin square|why m good best n loss 3"), (self.text, "fen", "why m good best n loss 3"),
                 (self.begin, "version", "version gnubg 3"), (self.begin, "version", "SSH-2.0-OpenSSH|version")]
        for action, word, answer in cases:
            with self.subTest(answer):
                await self.assert_raises(crownd.ProtocolError, action, word, f"say:{answer}")

    async def test_callback_gets_all_infos(self):
        infos = []
        async with await crownd.Engine.popen(fake("go", "say:" + "info depth 1|" * 3000 + "bestmove m"), timeout=TIMEOUT) as engine:
            await engine.play(await Game(engine, "english"), Limit(depth=1), info=infos.append)
        self.assertEqual(len(infos), 3000)

    async def test_invalid_utf8(self):
        await self.assert_raises(crownd.ProtocolError, self.text, "fen", "say:\udcff\udcfe fen|fen")

    async def test_rejected_undo(self):
        async with await crownd.Engine.popen(fake("undo", "say:error limit no memory"), timeout=TIMEOUT) as engine:
            game = await Game(engine, "english", None, ["m"])
            game.pop()
            await expect_error(crownd.LimitReached, game.fen())
            self.assertEqual(await game.fen(), "text")

    async def test_daemon_without_explanations(self):
        await self.assert_raises(crownd.UnknownCommand, self.why, "why", "say:error unknown-command there is no command why")

    async def test_unknown_error_code(self):
        async with await crownd.Engine.popen(fake("fen", "say:error strange it is strange"), timeout=TIMEOUT) as engine:
            error = await expect_error(crownd.EngineError, (await Game(engine, "english")).fen())
            self.assertEqual((error.code, error.sentence), ("strange", "it is strange"))

    async def test_failed_search_releases_its_session(self):
        async with await crownd.Engine.popen(fake("go", "die"), timeout=TIMEOUT, searches=2) as engine:
            game = await Game(engine, "english")
            for _ in range(5):
                await expect_error(crownd.EngineTerminated, asyncio.wait_for(engine.play(game, Limit(depth=1)), TIMEOUT))
            self.assertEqual(await game.fen(), "text")

    async def test_missing_daemon(self):
        await expect_error(crownd.EngineTerminated, crownd.Engine.popen("/nowhere/crownd"))
        await expect_error(crownd.EngineTerminated, crownd.Engine.popen("true"))

"""A daemon that does not answer as it should: an exception, never a hang."""

import asyncio
import unittest

from support import PATIENCE, fake

import crownd
from crownd import Game, Limit
from crownd.files import read_games
from crownd.opener import Child

SHORT = 6
"""Seconds after which a silent daemon counts as dead: long enough for a Python to start on a busy machine."""


class Misbehaviour(unittest.IsolatedAsyncioTestCase):
    async def meets(self, kind, ask, *behaviour, timeout=PATIENCE):
        """`ask` raises an exception of this kind, and gives the sentence."""
        async def attempt():
            async with await crownd.Engine.popen(fake(*behaviour), timeout=timeout) as engine:
                await ask(engine)
        with self.assertRaises(kind) as caught:
            await asyncio.wait_for(attempt(), 2 * PATIENCE)
        return str(caught.exception)

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
    async def search(engine):
        async for _ in engine.analysis(await Game(engine, "english")):
            pass

    async def test_the_end_of_a_daemon_is_noticed_while_its_child_holds_its_output(self):
        command = ["sh", "-c", f"sleep {2 * PATIENCE} & exec \"$0\" \"$@\"", *fake("fen", "die")]
        async with await crownd.Engine.popen(command, timeout=PATIENCE) as engine:
            game = await Game(engine, "english")
            with self.assertRaises(crownd.EngineTerminated) as caught:
                await asyncio.wait_for(game.fen(), PATIENCE)
        self.assertIn("the daemon ended: I have had enough", str(caught.exception))

    async def test_the_fake_daemon_can_behave(self):
        async with await crownd.Engine.popen(fake(), timeout=PATIENCE) as engine:
            game = await Game(engine, "english")
            self.assertEqual((await game.push("m"), await game.legal_moves(), await game.fen()), ("m", ("m", "n"), "text"))
            self.assertEqual((await engine.play(game, Limit(depth=1))).move, "m")

    async def test_a_daemon_that_refuses_to_name_itself_is_ended(self):
        engine = crownd.Engine(Child(tuple(fake("uci", "say:error limit no memory"))), timeout=PATIENCE, searches=1, reconnects=0)
        with self.assertRaises(crownd.LimitReached):
            await engine._open()
        (session,) = engine._sessions._all
        self.assertTrue(session.closed.done())

    async def test_it_dies(self):
        for word, ask in (("version", self.begin), ("legalmoves", self.begin), ("fen", self.text), ("move", self.move),
                          ("go", self.play), ("go", self.search)):
            with self.subTest(word):
                self.assertIn("I have had enough", await self.meets(crownd.EngineTerminated, ask, word, "die"))

    @staticmethod
    async def read(engine):
        async for _ in read_games(engine, ["1. m *"], game="english"):
            pass

    async def test_it_reads_nonsense(self):
        game = "readgame 1 line 1 english|"
        for answer in ("readgame", "readgame 1 line 1", "readmove m", "readtag a b|readvariation end", "readdone 1 plies 1",
                       "readcomment c", game + "readvariation end|readvariation end", game + "readwarning w", game + "readerror 1",
                       game + "readdone 1 plies 0|readdone 2 plies 0"):
            with self.subTest(answer):
                await self.meets(crownd.ProtocolError, self.read, "read", "say:" + answer)
        await self.meets(crownd.UnknownCommand, self.read, "read", "say:error unknown-command there is no command read")
        await self.meets(crownd.ProtocolError, self.read, "read", "endless")
        self.assertIn("I have had enough", await self.meets(crownd.EngineTerminated, self.read, "read", "die"))
        self.assertIn("answer within", await self.meets(crownd.EngineTimeout, self.read, "read", "deaf", timeout=SHORT))

    async def test_it_falls_silent(self):
        cases = [(self.begin, "version", "deaf"), (self.begin, "legalmoves", "deaf"), (self.text, "fen", "silence"),
                 (self.play, "go", "silence"), (self.search, "go", "deaf")]
        sentences = await asyncio.gather(*(self.meets(crownd.EngineTimeout, ask, word, action, timeout=SHORT)
                                           for ask, word, action in cases))
        self.assertTrue(all("answer within" in sentence for sentence in sentences), sentences)

    async def test_a_search_may_be_long_while_the_daemon_shows_signs_of_life(self):
        async with await crownd.Engine.popen(fake("go", "silence", "stop", "say:bestmove m"), timeout=SHORT / 4) as engine:
            analysis = await engine.analysis(await Game(engine, "english")).start()
            waiting = asyncio.ensure_future(analysis.wait())
            await asyncio.wait([waiting], timeout=SHORT)
            self.assertFalse(waiting.done())
            analysis.stop()
            self.assertEqual((await waiting).move, "m")

    async def test_its_lines_are_endless(self):
        for word, ask in (("fen", self.text), ("go", self.search)):
            for action in ("long", "endless"):
                with self.subTest(word, action=action):
                    self.assertIn("more than", await self.meets(crownd.ProtocolError, ask, word, action))

    async def test_its_answers_are_out_of_shape(self):
        cases = [(self.begin, "status", "status"), (self.begin, "status", "status what a"), (self.begin, "status", "status win"),
                 (self.begin, "legalmoves", "legalmoves"), (self.begin, "legalmoves", "legalmoves 3 m n"),
                 (self.begin, "legalmoves", "legalmoves lots m"), (self.text, "fen", "fen"), (self.text, "fen", "bestmove m"),
                 (self.text, "fen", "readyok|fen english a"),
                 (self.move, "move", "moved"), (self.move, "move", "moved m"), (self.move, "move", "moved m ongoing"),
                 (self.move, "move", "moved m ongoing a quiet lots"), (self.play, "go", "bestmove"),
                 (self.play, "go", "info depth none|bestmove m"), (self.play, "go", "info depth 1 score cp|bestmove m"),
                 (self.play, "go", "info score huge 3|bestmove m"), (self.search, "go", "info wdl 1 2|bestmove m"),
                 (self.begin, "version", "version gnubg 3"), (self.begin, "version", "SSH-2.0-OpenSSH|version")]
        for ask, word, answer in cases:
            with self.subTest(answer):
                await self.meets(crownd.ProtocolError, ask, word, f"say:{answer}")

    async def test_it_sends_what_is_no_text(self):
        await self.meets(crownd.ProtocolError, self.text, "fen", "say:\udcff\udcfe fen|fen")

    async def test_it_refuses_what_it_has_accepted(self):
        async with await crownd.Engine.popen(fake("undo", "say:error limit no memory"), timeout=PATIENCE) as engine:
            game = await Game(engine, "english", None, ["m"])
            game.pop()
            with self.assertRaises(crownd.LimitReached):
                await game.fen()
            self.assertEqual(await game.fen(), "text")

    async def test_an_unknown_error_is_an_engine_error(self):
        async with await crownd.Engine.popen(fake("fen", "say:error strange it is strange"), timeout=PATIENCE) as engine:
            with self.assertRaises(crownd.EngineError) as caught:
                await (await Game(engine, "english")).fen()
            self.assertEqual((caught.exception.code, caught.exception.sentence), ("strange", "it is strange"))

    async def test_one_search_that_fails_harms_no_other_and_gives_its_place_back(self):
        async with await crownd.Engine.popen(fake("go", "die"), timeout=PATIENCE, searches=2) as engine:
            game = await Game(engine, "english")
            for _ in range(5):
                with self.assertRaises(crownd.EngineTerminated):
                    await asyncio.wait_for(engine.play(game, Limit(depth=1)), PATIENCE)
            self.assertEqual(await game.fen(), "text")

    async def test_there_is_no_daemon(self):
        with self.assertRaises(crownd.EngineTerminated):
            await crownd.Engine.popen("/nowhere/crownd")
        with self.assertRaises(crownd.EngineTerminated):
            await crownd.Engine.popen("true")


if __name__ == "__main__":
    unittest.main()

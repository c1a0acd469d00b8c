"""The synchronous API."""

import asyncio
import gc
import inspect
import math
import os
import pathlib
import tempfile
import threading
import time
import unittest

from support import CROWND, GAMES, TIMEOUT, WRONG_COUNTS, fake

import crownd
from crownd import sync
from crownd.files import read_games
from crownd.sync import Engine, Game, Limit


class Sync(unittest.TestCase):
    def setUp(self):
        self.engine = Engine.popen(CROWND, timeout=TIMEOUT)
        self.addCleanup(self.engine.close)

    def test_all_methods(self):
        engine = self.engine
        game = Game(engine, "english", None, ["11-15"])
        self.assertEqual((game.name, game.position, game.turn, game.status.over, game.result), ("english", None, "a", False, None))
        self.assertEqual(len(game.legal_moves()), len(game.expand()))
        self.assertEqual(game.push_all(["22-18", "15x22"]), ("22-18", "15x22"))
        self.assertEqual((game.pop(), game.copy().moves), ("15x22", ("11-15", "22-18")))
        self.assertEqual(game.board().turn, "b")
        self.assertTrue(game.fen(standard=True).startswith("B:W"))
        self.assertIn("english", repr(game))
        self.assertEqual(tuple(info.name for info in engine.games()), GAMES)
        self.assertTrue(engine.version())
        engine.configure({"Hash": engine.options()["Hash"].min})
        self.assertEqual(engine.perft(game, 1).total, 1)
        self.assertEqual(engine.probe(game).value.result, "unknown")
        self.assertTrue(engine.evaluate(game).terms)
        self.assertEqual(engine.tables(game), engine.tables())
        self.assertEqual(engine.legal_moves_of("english", [game.fen()]), (("15x22",),))
        self.assertEqual(len(engine.analyse(Game(engine, "english"), Limit(depth=3), multipv=2)), 2)
        self.assertGreater(engine.ping(), 0)
        engine.new_game()
        self.assertIn("crownd", engine.id["name"])
        self.assertEqual((game.peek(), game.is_game_over(), game.outcome()), ("22-18", False, None))
        limit = Limit(white_clock=60, black_clock=60, depth=5)
        result = engine.play(game, limit, ponder=True)
        game.push(result.move)
        self.assertEqual((game.is_legal(result.ponder), game.is_legal("1-2")), (True, False))
        game.push(result.ponder)
        self.assertTrue(engine.play(game, limit, ponder=True).move)
        engine.quit()

    def test_analysis(self):
        game = Game(self.engine, "english")
        with self.engine.analysis(game, multipv=2) as analysis:
            for info in analysis:
                if info.depth == 4:
                    analysis.stop()
            self.assertEqual((len(analysis.multipv), analysis.info.multipv), (2, 1))
            self.assertIn(analysis.wait().move, game.legal_moves())

    def test_ponder(self):
        with self.engine.ponder(Game(self.engine, "english"), Limit(depth=2)) as ponder:
            ponder.ponderhit()
            self.assertTrue(ponder.wait().move)

    def test_break_stops_search(self):
        with Engine.popen(CROWND, timeout=TIMEOUT, searches=1) as engine:
            game = Game(engine, "english")
            for _ in engine.analysis(game):
                break
            gc.collect()
            self.assertTrue(engine.play(game, Limit(depth=2)).move)

    def test_interrupt_stops_search(self):
        with Engine.popen(CROWND, timeout=TIMEOUT, searches=1) as engine:
            game = Game(engine, "english")

            class Interrupted:
                """A future interrupted by Ctrl-C."""

                def __init__(self, future):
                    self.cancel = future.cancel

                def result(self):
                    raise KeyboardInterrupt

            coroutine = engine.core.play(game.core, Limit(time=3600))
            with self.assertRaises(KeyboardInterrupt):
                engine._thread._result(Interrupted(asyncio.run_coroutine_threadsafe(coroutine, engine._thread._loop)))
            self.assertTrue(engine.play(game, Limit(depth=2)).move)

    def test_several_threads(self):
        plies = []

        def play(name):
            game = Game(self.engine, name)
            while not game.over and game.ply < 12:
                game.push(game.legal_moves()[0])
            plies.append(game.ply)

        threads = [threading.Thread(target=play, args=(name,)) for name in GAMES * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(TIMEOUT)
        self.assertEqual(len(plies), 2 * len(GAMES))

    def test_errors(self):
        game = Game(self.engine, "english")
        with self.assertRaises(crownd.IllegalMove) as caught:
            game.push("1-2")
        self.assertEqual(caught.exception.reason, "target-occupied")
        self.assertRaises(crownd.BadPosition, Game, self.engine, "english", "nonsense")
        self.assertRaises(crownd.EngineTerminated, Engine.popen, "/nowhere/crownd")
        self.assertRaises(crownd.EngineTerminated, Engine.popen, fake("version", "die"), timeout=TIMEOUT)
        self.assertRaises(crownd.EngineTerminated, Engine.connect, "tcp://localhost:1", reconnects=0)
        for command, timeout in (([], 1), ("", 1), (CROWND, 0), (CROWND, math.nan)):
            self.assertRaises(ValueError, Engine.popen, command, timeout=timeout)
        for wrong in WRONG_COUNTS:
            self.assertRaises(ValueError, Engine.popen, CROWND, searches=wrong)
        for wrong in (-1, 1.5, math.inf, math.nan, True):
            self.assertRaises(ValueError, Engine.popen, CROWND, reconnects=wrong)

    def test_closed_engine(self):
        game = Game(self.engine, "english")
        analysis = self.engine.analysis(game).start()
        self.engine.close()
        self.engine.close()
        for call in (game.fen, self.engine.games, lambda: game.push("11-15"), analysis.wait):
            self.assertRaises(crownd.EngineTerminated, call)
        analysis.close()
        self.assertFalse(any(thread.name == "crownd" for thread in threading.enumerate()))

    def test_close_during_calls_of_other_threads(self):
        with tempfile.TemporaryDirectory() as folder:
            pids, slow = (pathlib.Path(folder) / name for name in ("pids", "slow"))
            engine = Engine.popen(["sh", "-c", f'echo $$ >> "{pids}"; [ -e "{slow}" ] && exec sleep {TIMEOUT}; exec "{CROWND}"'])
            game = Game(engine, "english")
            entered, ended, caught = threading.Event(), threading.Event(), []

            def lines():
                entered.set()
                ended.wait(TIMEOUT)
                yield ""

            def run(call):
                try:
                    call()
                except crownd.EngineTerminated as error:
                    caught.append(error)

            threads = []

            def start(call):
                threads.append(threading.Thread(target=run, args=(call,), daemon=True))
                threads[-1].start()

            start(lambda: list(read_games(engine, lines())))
            entered.wait(TIMEOUT)
            slow.touch()
            start(lambda: engine.play(game, Limit(depth=1)))  # opens a session
            while len(pids.read_text().split()) < 3:
                time.sleep(0.01)
            engine.close()
            for thread in threads:
                thread.join(TIMEOUT / 4)
            ended.set()
            self.assertEqual(len(caught), 2)
            for pid in pids.read_text().split():
                self.assertRaises(ProcessLookupError, os.kill, int(pid), 0)

    def test_exceptions_in_callback(self):
        game = Game(self.engine, "english")
        for kind in (ZeroDivisionError, SystemExit):
            def fail(_):
                raise kind
            self.assertRaises(kind, self.engine.play, game, Limit(time=1), info=fail)
            self.assertTrue(self.engine.play(game, Limit(depth=2)).move)
        self.assertRaises(RuntimeError, self.engine.play, game, Limit(time=1), info=lambda _: self.engine.close())
        self.assertTrue(self.engine.play(game, Limit(depth=2)).move)

    def test_engine_call_in_callback(self):
        game = Game(self.engine, "english")
        caught = []

        def callback(_):
            try:
                game.fen()
            except RuntimeError as error:
                caught.append(error)

        self.engine.play(game, Limit(depth=2), info=callback)
        self.assertTrue(caught)


class Signatures(unittest.TestCase):
    def test_same_methods_and_parameters(self):
        for name in ("Engine", "Game", "Analysis"):
            core, sync_class = getattr(crownd, name), getattr(sync, name)
            for member, value in vars(core).items():
                if member.startswith("_"):
                    continue
                with self.subTest(f"{name}.{member}"):
                    self.assertTrue(hasattr(sync_class, member))
                    if callable(value):
                        self.assertEqual(list(inspect.signature(value).parameters),
                                         list(inspect.signature(getattr(sync_class, member)).parameters))

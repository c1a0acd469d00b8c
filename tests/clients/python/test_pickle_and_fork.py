"""Equality, copying and pickling of objects, and their use in other processes."""

import asyncio
import concurrent.futures
import copy
import dataclasses
import gc
import importlib
import multiprocessing
import os
import pickle
import pkgutil
import tempfile
import traceback
import unittest

from support import CROWND, GAMES, TIMEOUT, AsyncTest, Daemon

import crownd
from crownd import sync


def classes_of_package():
    """The classes of all modules, by name."""
    modules = [importlib.import_module(each.name) for each in pkgutil.walk_packages(crownd.__path__, "crownd.") if "__main__" not in each.name]
    return {f"{value.__module__}.{value.__name__}": value for module in modules for value in vars(module).values()
            if isinstance(value, type) and value.__module__.startswith("crownd")}


def exceptions():
    """One instance of each exception class of the package."""
    classes = {name: value for name, value in classes_of_package().items() if issubclass(value, Exception)}
    for name, kind in sorted(classes.items()):
        if issubclass(kind, crownd.EngineError):
            yield name, kind("some-code", "some-reason: a sentence")
        elif name.endswith("NotPlayable"):
            yield name, kind("a sentence", 3)
        else:
            yield name, kind("a sentence")


class Exceptions(unittest.TestCase):
    def test_pickle_and_copy(self):
        found = dict(exceptions())
        self.assertGreaterEqual(len(found), 16)
        for name, error in found.items():
            copies = [copy.copy(error), copy.deepcopy(error)]
            copies += [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
            for other in copies:
                with self.subTest(name):
                    self.assertIs(type(other), type(error))
                    self.assertEqual((str(other), other.args, vars(other)), (str(error), error.args, vars(error)))
                    self.assertIn("a sentence", str(other))

    def test_illegal_move_in_process_pool(self):
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            for _ in range(2):
                with self.assertRaises(crownd.IllegalMove) as caught:
                    pool.submit(play, ["11-15", "22-18", "9-14"]).result(TIMEOUT)
                self.assertEqual((caught.exception.reason, caught.exception.sentence),
                                 ("capture-mandatory", "captures are mandatory: play 15x22"))
            self.assertRaises(crownd.BadPosition, pool.submit(play, [], "nonsense").result, TIMEOUT)
            game = pool.submit(play, ["11-15", "22-18"]).result(TIMEOUT)
            self.assertEqual((game.moves, game.legal_moves()), (("11-15", "22-18"), ("15x22",)))

    def test_reason_of_illegal_move(self):
        error = crownd.IllegalMove("illegal-move", "capture-mandatory: captures are mandatory: play 15x22")
        self.assertEqual((error.reason, error.sentence), ("capture-mandatory", "captures are mandatory: play 15x22"))
        self.assertEqual(str(error), "illegal-move: capture-mandatory: captures are mandatory: play 15x22")
        self.assertEqual(str(crownd.BadPosition("bad-position", "a sentence")), "bad-position: a sentence")


def play(moves, position=None):
    with sync.Engine.popen(CROWND, timeout=TIMEOUT) as engine:
        return sync.Game(engine, "english", position, moves)


class Equality(unittest.TestCase):
    def setUp(self):
        self.engine = sync.Engine.popen(CROWND, timeout=TIMEOUT)
        self.addCleanup(self.engine.close)

    def test_equality_of_games(self):
        game = sync.Game(self.engine, "english", None, ["11-15"])
        other = sync.Game(self.engine, "english")
        self.assertNotEqual(game, other)
        other.push("6c-5d")
        self.assertEqual((game, hash(game)), (other, hash(other)))
        for different in (sync.Game(self.engine, "english", None, ["11-16"]), sync.Game(self.engine, "spanish"),
                          sync.Game(self.engine, "english", game.fen()), "english", None):
            self.assertNotEqual(game, different)
        self.assertEqual(len({game, other, game.copy(), sync.Game(self.engine, "towers")}), 2)
        other.pop()
        self.assertNotEqual(game, other)

    def test_copies_are_equal_and_independent(self):
        for name in GAMES:
            game = sync.Game(self.engine, name)
            game.push(game.legal_moves()[0])
            for other in (game.copy(), copy.copy(game), copy.deepcopy(game), copy.deepcopy([game])[0], unpickled(game)):
                with self.subTest(name):
                    self.assertEqual((other, hash(other), other.status), (game, hash(game), game.status))
                    self.assertIsNot(other, game)
                    other.pop()
                    self.assertNotEqual(other, game)

    def test_attach_engine_to_unpickled_game(self):
        game = sync.Game(self.engine, "reduced-chess", "8 Kb1,Ra2 Kh8,Re7 w", ["a2a3", "e7d7", "a3a2", "d7e7"] * 700)
        text, board = game.fen(), game.board()
        other = unpickled(game)
        self.assertEqual((other.moves, other.status.repetition, other.legal_moves()), (game.moves, 701, game.legal_moves()))
        self.assertRaisesRegex(RuntimeError, "attach", other.push, "a2a3")
        with sync.Engine.popen(CROWND, timeout=TIMEOUT) as engine:
            self.assertIs(other.attach(engine), other)
            self.assertIs(other.engine, engine)
            self.assertEqual((other.fen(), other.board()), (text, board))
            other.push("a2a3")
            self.assertEqual(engine.play(other, sync.Limit(depth=1)).move in other.legal_moves(), True)
        self.assertEqual(game.ply, 2800)

    def test_engine_cannot_be_copied_or_pickled(self):
        for use in (copy.copy, copy.deepcopy, pickle.dumps):
            for engine in (self.engine, self.engine.core):
                self.assertRaisesRegex(TypeError, "open one in each process", use, engine)

    def test_hash_copy_and_pickle_of_results(self):
        engine, game = self.engine, sync.Game(self.engine, "english", "W:WK29,21:BK22")
        answers = [game.status, game.board(), engine.probe(game), engine.perft(game, 2), engine.evaluate(game), engine.options()["Hash"],
                   engine.games()[0], engine.play(game, sync.Limit(depth=3), multipv=2), sync.Limit(clocks=sync.Clocks(1, 2))]
        kinds = {type(answer) for answer in answers}
        self.assertEqual(len(kinds), len(answers))
        for answer in answers:
            self.assertTrue(dataclasses.is_dataclass(answer))
            for other in (copy.deepcopy(answer), unpickled(answer)):
                with self.subTest(type(answer).__name__):
                    self.assertEqual((other, hash(other)), (answer, hash(answer)))

    def test_hashable_fields_of_data_classes(self):
        kinds = [kind for kind in classes_of_package().values() if dataclasses.is_dataclass(kind) and kind.__hash__ is not None]
        self.assertGreater(len(kinds), 20)
        for kind in kinds:
            for field in dataclasses.fields(kind):
                with self.subTest(f"{kind.__name__}.{field.name}"):
                    used = field.compare if field.hash is None else field.hash
                    self.assertFalse(used and str(field.type).split("[")[0] in ("Mapping", "Dict", "List", "Set"))


def unpickled(value):
    return pickle.loads(pickle.dumps(value))


class AsyncEquality(AsyncTest):
    async def test_equality_of_asyncio_games(self):
        game, other = await crownd.Game(self.engine, "towers"), await crownd.Game(self.engine, "towers")
        move = (await game.legal_moves())[0]
        await game.push(move)
        self.assertNotEqual(game, other)
        await other.push(move)
        self.assertEqual((game, hash(game)), (other, hash(other)))
        self.assertEqual((copy.deepcopy(game), unpickled(game)), (game, game))
        again = unpickled(game).attach(self.engine)
        self.assertEqual(await again.fen(), await game.fen())
        await asyncio.gather(again.push((await again.legal_moves())[0]), again.legal_moves())

    async def test_games_not_set_up_differ(self):
        games = [crownd.Game(self.engine, "english", None, ["11-15"]) for _ in range(3)]
        self.assertEqual(len({id(game) for game in await asyncio.gather(*games)}), 3)
        waiting = unpickled(crownd.Game(self.engine, "english", None, ["11-15"])).attach(self.engine)
        self.assertEqual(await waiting, games[0])


@unittest.skipUnless(hasattr(os, "fork"), "os.fork is not available")
class Forks(unittest.TestCase):
    def run_in_child(self, action):
        """Calls `action` in a forked child. Fails with its traceback if it raises an exception."""
        with tempfile.TemporaryFile("w+") as report:
            pid = os.fork()
            if pid == 0:
                try:
                    action()
                    gc.collect()
                except BaseException:
                    traceback.print_exc(file=report)
                    report.flush()
                    os._exit(1)
                os._exit(0)
            _, status = os.waitpid(pid, 0)
            report.seek(0)
            self.assertEqual(status, 0, report.read())

    def assert_rejected(self, calls):
        for call in calls:
            self.assertRaisesRegex(crownd.EngineTerminated, "belongs to process", call)

    def check_fork(self, engine):
        game = sync.Game(engine, "english")
        analysis = engine.analysis(game).start()

        def ask():
            self.assert_rejected([game.fen, lambda: game.push("11-15"), engine.games, engine.ping, engine.new_game,
                          lambda: engine.configure({"Hash": 1}), lambda: engine.play(game, sync.Limit(time=0.1)),
                          lambda: next(analysis), analysis.wait, analysis.stop, analysis.ponderhit,
                          lambda: sync.Game(engine, "towers")])
            analysis.close()
            with engine:
                pass
            engine.quit()
            with sync.Engine.popen(CROWND, timeout=TIMEOUT) as own:
                self.assertEqual(game.copy().attach(own).push("11-15"), "11-15")

        self.run_in_child(ask)
        self.assertEqual((len(game.legal_moves()), game.push("11-15")), (7, "11-15"))
        self.assertTrue(next(analysis).depth)
        analysis.stop()
        self.assertTrue(analysis.wait().move)
        self.assertTrue(engine.play(game, sync.Limit(depth=2)).move)

    def test_fork_with_child_process(self):
        with sync.Engine.popen(CROWND, timeout=TIMEOUT) as engine:
            self.check_fork(engine)

    def test_fork_with_tcp_connection(self):
        with Daemon() as daemon, sync.Engine.connect(daemon.address(), timeout=TIMEOUT) as engine:
            self.check_fork(engine)

    def test_fork_with_asyncio_engine(self):
        async def main():
            async with await crownd.Engine.popen(CROWND, timeout=TIMEOUT) as engine:
                game = await crownd.Game(engine, "english")
                analysis = await engine.analysis(game).start()

                async def ask_all():
                    for ask in (game.fen, engine.games, engine.ping, engine.new_game, analysis.wait, analysis.__anext__,
                                lambda: engine.play(game, crownd.Limit(time=0.1)), lambda: crownd.Game(engine, "towers")._set_up()):
                        with self.assertRaisesRegex(crownd.EngineTerminated, "belongs to process"):
                            await ask()
                    self.assert_rejected([analysis.stop, analysis.ponderhit])
                    analysis.close()
                    await engine.close()

                def ask():
                    asyncio._set_running_loop(None)
                    asyncio.run(ask_all())

                self.run_in_child(ask)
                self.assertEqual((len(await game.legal_moves()), await game.push("11-15")), (7, "11-15"))
                self.assertTrue((await analysis.__anext__()).depth)
                self.assertTrue((await engine.play(game, crownd.Limit(depth=2))).move)

        asyncio.run(main())

    def test_forked_process_pool(self):
        with sync.Engine.popen(CROWND, timeout=TIMEOUT) as engine:
            global shared
            shared = sync.Game(engine, "english")
            with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
                for _ in range(3):
                    self.assertRaises(crownd.EngineTerminated, pool.submit(use_shared).result, TIMEOUT)
            self.assertEqual(shared.push("11-15"), "11-15")


def use_shared():
    return shared.fen()


class Loops(unittest.TestCase):
    def test_engine_of_another_loop(self):
        async def begin():
            engine = await crownd.Engine.popen(CROWND, timeout=TIMEOUT)
            return engine, await crownd.Game(engine, "english")

        loop = asyncio.new_event_loop()
        engine, game = loop.run_until_complete(begin())
        for ask in (game.fen, engine.games, lambda: engine.play(game, crownd.Limit(depth=1))):
            self.assertRaisesRegex(crownd.EngineTerminated, "event loop", asyncio.run, ask())
        loop.run_until_complete(engine.close())
        loop.close()

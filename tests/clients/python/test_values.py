"""Objects as values: pickled, copied, compared, and taken to other processes."""

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
import sys
import tempfile
import traceback
import unittest

from support import CROWND, GAMES, PATIENCE, AsyncTest, Daemon

import crownd
from crownd import sync


def exceptions():
    """One exception of each class of the package."""
    classes = {}
    for module in pkgutil.walk_packages(crownd.__path__, "crownd."):
        if not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, Exception) and value.__module__.startswith("crownd"):
                    classes[f"{value.__module__}.{value.__name__}"] = value
    for name, kind in sorted(classes.items()):
        if issubclass(kind, crownd.EngineError):
            yield name, kind("some-code", "some-reason: a sentence")
        elif name.endswith("NotPlayable"):
            yield name, kind("a sentence", 3)
        else:
            yield name, kind("a sentence")


class Exceptions(unittest.TestCase):
    def test_each_survives_pickle_and_copies(self):
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

    def test_each_comes_out_of_another_process(self):
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            for name, error in exceptions():
                with self.subTest(name), self.assertRaises(type(error)) as caught:
                    pool.submit(raise_it, error).result(PATIENCE)
                self.assertEqual((str(caught.exception), vars(caught.exception)), (str(error), vars(error)))

    def test_an_illegal_move_in_a_worker_leaves_the_pool_alive(self):
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            for _ in range(2):
                with self.assertRaises(crownd.IllegalMove) as caught:
                    pool.submit(play, ["11-15", "22-18", "9-14"]).result(PATIENCE)
                self.assertEqual((caught.exception.reason, caught.exception.sentence),
                                 ("capture-mandatory", "captures are mandatory: play 15x22"))
            with self.assertRaises(crownd.BadPosition):
                pool.submit(play, [], "nonsense").result(PATIENCE)
            game = pool.submit(play, ["11-15", "22-18"]).result(PATIENCE)
            self.assertEqual((game.moves, game.legal_moves()), (("11-15", "22-18"), ("15x22",)))

    def test_an_illegal_move_says_its_reason(self):
        error = crownd.IllegalMove("illegal-move", "capture-mandatory: captures are mandatory: play 15x22")
        self.assertEqual((error.reason, error.sentence), ("capture-mandatory", "captures are mandatory: play 15x22"))
        self.assertEqual(str(error), "illegal-move: capture-mandatory: captures are mandatory: play 15x22")
        self.assertEqual(str(crownd.BadPosition("bad-position", "a sentence")), "bad-position: a sentence")


def raise_it(error):
    raise error


def play(moves, position=None):
    with sync.Engine.popen(CROWND, timeout=PATIENCE) as engine:
        return sync.Game(engine, "english", position, moves)


class Values(unittest.TestCase):
    def setUp(self):
        self.engine = sync.Engine.popen(CROWND, timeout=PATIENCE)
        self.addCleanup(self.engine.close)

    def test_games_are_equal_by_value(self):
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

    def test_copies_of_a_game_are_equal_and_independent(self):
        for name in GAMES:
            game = sync.Game(self.engine, name)
            game.push(game.legal_moves()[0])
            for other in (game.copy(), copy.copy(game), copy.deepcopy(game), copy.deepcopy([game])[0], unpickled(game)):
                with self.subTest(name):
                    self.assertEqual((other, hash(other), other.status), (game, hash(game), game.status))
                    self.assertIsNot(other, game)
                    other.pop()
                    self.assertNotEqual(other, game)

    def test_an_unpickled_game_has_its_value_and_takes_an_engine(self):
        game = sync.Game(self.engine, "reduced-chess", "8 Kb1,Ra2 Kh8,Re7 w", ["a2a3", "e7d7", "a3a2", "d7e7"] * 700)
        text, board = game.fen(), game.board()
        other = unpickled(game)
        self.assertEqual((other.moves, other.status.repetition, other.legal_moves()), (game.moves, 701, game.legal_moves()))
        with self.assertRaisesRegex(RuntimeError, "attach"):
            other.push("a2a3")
        with sync.Engine.popen(CROWND, timeout=PATIENCE) as engine:
            self.assertIs(other.attach(engine), other)
            self.assertIs(other.engine, engine)
            self.assertEqual((other.fen(), other.board()), (text, board))
            other.push("a2a3")
            self.assertEqual(engine.play(other, sync.Limit(depth=1)).move in other.legal_moves(), True)
        self.assertEqual(game.ply, 2800)

    def test_an_engine_is_neither_copied_nor_pickled(self):
        for use in (copy.copy, copy.deepcopy, pickle.dumps):
            for engine in (self.engine, self.engine.core):
                with self.assertRaisesRegex(TypeError, "open one in each process"):
                    use(engine)

    def test_every_answer_is_hashed_copied_and_pickled(self):
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

    def test_no_data_class_offers_a_hash_that_raises(self):
        for module in pkgutil.walk_packages(crownd.__path__, "crownd."):
            if module.name.endswith("__main__"):
                continue
            for name, kind in vars(importlib.import_module(module.name)).items():
                if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__hash__ is not None:
                    for field in dataclasses.fields(kind):
                        with self.subTest(f"{name}.{field.name}"):
                            used = field.compare if field.hash is None else field.hash
                            self.assertFalse(used and str(field.type).split("[")[0] in ("Mapping", "Dict", "List", "Set"))


def unpickled(value):
    return pickle.loads(pickle.dumps(value))


class AsyncValues(AsyncTest):
    async def test_games_of_asyncio_are_values_once_they_are_set_up(self):
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

    async def test_games_that_are_not_set_up_are_different(self):
        games = [crownd.Game(self.engine, "english", None, ["11-15"]) for _ in range(3)]
        self.assertEqual(len({id(game) for game in await asyncio.gather(*games)}), 3)
        waiting = unpickled(crownd.Game(self.engine, "english", None, ["11-15"])).attach(self.engine)
        self.assertEqual(await waiting, games[0])


@unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
class Forks(unittest.TestCase):
    def child(self, ask):
        """Runs `ask` in a forked child, and fails with what it prints if it fails or takes too long."""
        with tempfile.TemporaryFile("w+") as report:
            pid = os.fork()
            if pid == 0:
                try:
                    ask()
                    gc.collect()
                except BaseException:
                    traceback.print_exc(file=report)
                    report.flush()
                    os._exit(1)
                os._exit(0)
            _, status = os.waitpid(pid, 0)
            report.seek(0)
            self.assertEqual(status, 0, report.read())

    def refused(self, asks):
        for ask in asks:
            with self.assertRaisesRegex(crownd.EngineTerminated, "belongs to process"):
                ask()

    def meets_the_child(self, engine):
        game = sync.Game(engine, "english")
        analysis = engine.analysis(game).start()

        def ask():
            self.refused([game.fen, lambda: game.push("11-15"), engine.games, engine.ping, engine.new_game,
                          lambda: engine.configure({"Hash": 1}), lambda: engine.play(game, sync.Limit(time=0.1)),
                          lambda: next(analysis), analysis.wait, analysis.stop, analysis.ponderhit,
                          lambda: sync.Game(engine, "towers")])
            analysis.close()
            with engine:
                pass
            engine.quit()
            with sync.Engine.popen(CROWND, timeout=PATIENCE) as own:
                self.assertEqual(game.copy().attach(own).push("11-15"), "11-15")

        self.child(ask)
        self.assertEqual((len(game.legal_moves()), game.push("11-15")), (7, "11-15"))
        self.assertTrue(next(analysis).depth)
        analysis.stop()
        self.assertTrue(analysis.wait().move)
        self.assertTrue(engine.play(game, sync.Limit(depth=2)).move)

    def test_a_child_process_is_not_used_by_two(self):
        with sync.Engine.popen(CROWND, timeout=PATIENCE) as engine:
            self.meets_the_child(engine)

    def test_a_connection_is_not_used_by_two(self):
        with Daemon() as daemon, sync.Engine.connect(daemon.address(), timeout=PATIENCE) as engine:
            self.meets_the_child(engine)

    def test_the_asyncio_engine_too(self):
        async def main():
            async with await crownd.Engine.popen(CROWND, timeout=PATIENCE) as engine:
                game = await crownd.Game(engine, "english")
                analysis = await engine.analysis(game).start()

                async def ask_all():
                    for ask in (game.fen, engine.games, engine.ping, engine.new_game, analysis.wait, analysis.__anext__,
                                lambda: engine.play(game, crownd.Limit(time=0.1)), lambda: crownd.Game(engine, "towers")._set_up()):
                        with self.assertRaisesRegex(crownd.EngineTerminated, "belongs to process"):
                            await ask()
                    self.refused([analysis.stop, analysis.ponderhit])
                    analysis.close()
                    await engine.close()

                def ask():
                    asyncio._set_running_loop(None)
                    asyncio.run(ask_all())

                self.child(ask)
                self.assertEqual((len(await game.legal_moves()), await game.push("11-15")), (7, "11-15"))
                self.assertTrue((await analysis.__anext__()).depth)
                self.assertTrue((await engine.play(game, crownd.Limit(depth=2))).move)

        asyncio.run(main())

    def test_a_pool_of_forked_workers_survives(self):
        with sync.Engine.popen(CROWND, timeout=PATIENCE) as engine:
            global shared
            shared = sync.Game(engine, "english")
            with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
                for _ in range(3):
                    with self.assertRaises(crownd.EngineTerminated):
                        pool.submit(use_shared).result(PATIENCE)
            self.assertEqual(shared.push("11-15"), "11-15")


def use_shared():
    return shared.fen()


class Loops(unittest.TestCase):
    def test_an_engine_of_another_loop_says_so(self):
        async def begin():
            engine = await crownd.Engine.popen(CROWND, timeout=PATIENCE)
            return engine, await crownd.Game(engine, "english")

        loop = asyncio.new_event_loop()
        engine, game = loop.run_until_complete(begin())
        for ask in (game.fen, engine.games, lambda: engine.play(game, crownd.Limit(depth=1))):
            with self.assertRaisesRegex(crownd.EngineTerminated, "event loop"):
                asyncio.run(ask())
        loop.run_until_complete(engine.close())
        loop.close()


if __name__ == "__main__":
    unittest.main()

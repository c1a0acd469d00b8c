"""Games by the daemon's rules."""

import asyncio

from support import GAMES, SOURCE, AsyncTest, expect_error

import crownd
from crownd import EngineError, Game, Limit
from crownd.errors import error_from_line
from crownd.session import Step


class Games(AsyncTest):
    async def test_list_of_games(self):
        self.assertEqual(tuple(game.name for game in await self.engine.games()), GAMES)
        self.assertRegex(await self.engine.version(), r"^\d+\.\d+")

    async def test_start_position_push_pop_and_copy(self):
        game = await Game(self.engine, "english")
        self.assertEqual(await game.legal_moves(), ("10-15", "11-16", "9-14", "10-14", "11-15", "12-16", "9-13"))
        self.assertEqual((game.name, game.turn, game.moves, game.result, game.position), ("english", "b", (), None, None))
        start = await game.fen()
        self.assertEqual(await game.push("6c-5d"), "11-15")
        self.assertEqual(await game.push("22-18"), "22-18")
        self.assertEqual(await game.legal_moves(), ("15x22",))
        copy = game.copy()
        await copy.push("15x22")
        self.assertEqual((game.pop(), game.pop()), ("22-18", "11-15"))
        self.assertEqual((copy.moves, game.moves), (("11-15", "22-18", "15x22"), ()))
        self.assertEqual(await game.fen(), start)
        self.assertRaises(IndexError, game.pop)

    async def test_random_games_and_their_fens(self):
        for name in GAMES:
            with self.subTest(name):
                game = await self.random_game(self.engine, name, 40, name)
                again = await Game(self.engine, name, None, game.moves)
                self.assertEqual((again.moves, again.status), (game.moves, game.status))
                from_text = await Game(self.engine, name, await game.fen())
                self.assertEqual(sorted(await from_text.legal_moves()), sorted(await game.legal_moves()))
                while game.ply:
                    game.pop()
                self.assertEqual(await game.fen(), await (await Game(self.engine, name)).fen())

    async def test_boards_of_all_games(self):
        for name in GAMES:
            with self.subTest(name):
                game = await self.random_game(self.engine, name, 9, name)
                board = await game.board()
                self.assertEqual((board.game, board.turn), (name, game.turn))
                self.assertEqual(len(list(board)), board.columns * board.rows)
                self.assertEqual(tuple(dict.fromkeys(route.move for route in board.routes)), await game.legal_moves())
                for route in board.routes:
                    self.assertEqual(board[route.path[0]].piece.side, game.turn)
                    for taken in route.takes:
                        self.assertNotEqual(board[taken].piece.side, game.turn)
                self.assertEqual({side.name for side in board.sides}, {piece.side for piece in board.pieces.values()})
                self.assertEqual(len(str(board).splitlines()), board.rows)

    async def test_finished_game(self):
        game = await Game(self.engine, "reduced-chess", None, ["a5a3"])
        self.assertEqual((game.over, game.is_game_over(), game.turn), (True, True, None))
        self.assertEqual((game.result.state, game.result.side, game.result.reason), ("win", "w", "checkmate"))
        self.assertEqual(game.outcome(), crownd.Outcome("w", "checkmate"))
        self.assertEqual((await game.legal_moves(), await game.is_legal("a5a3")), ((), False))
        lost = await Game(self.engine, "stupid", "/".join(["r......."] + 6 * ["........"] + ["b......."]) + " r", ["A1A8"])
        error = await expect_error(crownd.IllegalMove, lost.push("pass"))
        self.assertEqual(error.reason, "game-over")

    async def test_repetitions_quiet_plies_and_checks(self):
        game = await Game(self.engine, "reduced-chess", "8 Kb1,Ra2 Kh8,Re7 w", ["a2a3", "e7d7", "a3a2", "d7e7"])
        self.assertEqual((game.status.repetition, game.status.quiet, game.status.check), (2, 4, False))
        await game.push("a2a8")
        self.assertEqual((game.status.check, game.status.quiet, game.turn), (True, 5, "b"))

    async def test_text_that_cannot_be_encoded(self):
        game, other = await Game(self.engine, "english"), await Game(self.engine, "towers")
        start, moves = await game.fen(), await other.legal_moves()
        for call in (lambda: Game(self.engine, "english", "\ud800")._set_up(), lambda: game.push("\ud800"),
                     lambda: self.engine.why(game, "\ud800"), lambda: self.engine.play(game, Limit(depth=1), root_moves=["\ud800"]),
                     lambda: self.engine.legal_moves_of("english", ["\ud800"]), lambda: self.engine.configure({"BookFile": "\ud800"})):
            with self.assertRaisesRegex(ValueError, "expected one line"):
                await call()
            self.assertFalse(await game.is_legal("\ud800"))
            self.assertIn((await self.within_timeout(self.engine.play(other, Limit(depth=1)))).move, moves)
            self.assertEqual(await self.engine._rules.fen(game._node, False), start)

    async def test_command_that_was_not_sent(self):
        game, other = await Game(self.engine, "english"), await Game(self.engine, "towers")
        session = self.engine._pool.open_rules_session()
        self.assertRaises(UnicodeEncodeError, session.send_at, game._node, "\ud800\n", (Step("fen"),))
        self.assertNotEqual(await self.within_timeout(game.fen()), await other.fen())

    async def test_push_all_is_atomic(self):
        game = await Game(self.engine, "english")
        self.assertEqual(await game.push_all(["11-15", "22-18", "15x22"]), ("11-15", "22-18", "15x22"))
        self.assertEqual(game.pop(), "15x22")
        self.assertEqual(game.turn, "b")
        await expect_error(crownd.IllegalMove, game.push_all(["15x22", "25x18", "1-2"]))
        self.assertEqual(game.moves, ("11-15", "22-18"))
        self.assertEqual(await game.legal_moves(), ("15x22",))
        self.assertEqual(await game.push_all([]), ())

    async def test_expand(self):
        game = await Game(self.engine, "spanish", None, ["9-13", "22-18"])
        expanded = await game.expand()
        self.assertEqual(tuple(move for move, _ in expanded), await game.legal_moves())
        other = await Game(self.engine, "spanish", None, game.moves)
        for move, status in expanded:
            await other.push(move)
            await game.push(move)
            self.assertEqual((other.status, await other.legal_moves()), (status, await game.legal_moves()))
            other.pop()
            game.pop()

    async def test_legal_moves_of(self):
        game = await self.random_game(self.engine, "towers", 30, 1)
        texts, moves = [], []
        while game.ply:
            texts.append(await game.fen())
            moves.append(await game.legal_moves())
            game.pop()
        found = await self.engine.legal_moves_of("towers", texts * 20)
        self.assertEqual([sorted(each) for each in found], [sorted(each) for each in moves] * 20)
        await expect_error(crownd.BadPosition, self.engine.legal_moves_of("towers", texts + ["nonsense"]))

    async def test_concurrent_games(self):
        jobs = [(name, seed) for name in GAMES for seed in range(8)]
        together = await asyncio.gather(*(self.random_game(self.engine, name, 25, seed) for name, seed in jobs))
        for (name, seed), game in zip(jobs, together):
            alone = await self.random_game(self.engine, name, 25, seed)
            self.assertEqual((alone.moves, alone.status), (game.moves, game.status))

    async def test_concurrent_pushes(self):
        game = await Game(self.engine, "stupid")
        moved = await asyncio.gather(game.push("B2B6"), game.push("pass"), game.push("B6B5"))
        self.assertEqual((game.moves, tuple(moved)), (("B2B6", "pass", "B6B5"),) * 2)

    async def test_game_not_set_up(self):
        game = Game(self.engine, "english")
        with self.assertRaisesRegex(RuntimeError, "await"):
            game.turn
        self.assertIn("not set up", repr(game))
        self.assertEqual(len(await game.legal_moves()), 7)
        self.assertEqual((game.turn, repr(game)), ("b", "<Game english, 0 moves, ongoing b>"))

    async def test_informal_notation(self):
        game = await Game(self.engine, "english", '[FEN "B:W21-32:B1-12:H0:F1"]')
        self.assertEqual(await game.push("11 – 15"), "11-15")
        self.assertEqual(await game.push_all(["23—19", "8 : 11"]), ("23-19", "8-11"))
        result = await self.engine.play(game, crownd.Limit(depth=1), root_moves=["22 - 17"])
        self.assertEqual(result.move, "22-17")
        for text in ("22-17, 11-16", "22-17,11-16", ","):
            with self.subTest(text), self.assertRaises(ValueError):
                await game.push(text)
        await expect_error(crownd.IllegalMove, game.push("22-"))


class Errors(AsyncTest):
    async def test_illegal_move(self):
        game = await Game(self.engine, "english", None, ["11-15", "22-18"])
        error = await expect_error(crownd.IllegalMove, game.push("9-14"))
        self.assertEqual((error.code, error.reason), ("illegal-move", "capture-mandatory"))
        self.assertEqual(error.sentence, "captures are mandatory: play 15x22")
        self.assertIsInstance(error, ValueError)
        self.assertEqual(await game.legal_moves(), ("15x22",))

    async def test_ambiguous_move_bad_position_and_unknown_game(self):
        game = await Game(self.engine, "english", "B:W14,15,22,23:B10")
        await expect_error(crownd.AmbiguousMove, game.push("10x26"))
        await expect_error(crownd.BadPosition, Game(self.engine, "spanish", "W:W31:B1"))
        await expect_error(crownd.EngineError, Game(self.engine, "tiddlywinks"))
        await expect_error(crownd.IllegalMove, Game(self.engine, "english", None, ["11-15", "11-16"]))

    async def test_control_characters(self):
        game = await Game(self.engine, "english")
        for text in ("11-15\nquit", "", "11-15 22-18", "a\0b"):
            with self.subTest(text), self.assertRaises(ValueError):
                await game.push(text)
        self.assertRaises(ValueError, Game, self.engine, "english", "B:W1:B2\nquit")
        await expect_error(ValueError, self.engine.configure({"Hash\nquit": 1}))
        self.assertEqual(game.moves, ())

    async def test_too_long_line(self):
        await expect_error(crownd.TooLong, Game(self.engine, "english", "x" * 300_000))
        self.assertEqual(len(await (await Game(self.engine, "english")).legal_moves()), 7)

    async def test_every_error_code_has_a_class(self):
        table = (SOURCE / "PROTOCOL.md").read_text(encoding="utf-8").split("## Errors")[1].split("```")[0]
        codes = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
        self.assertGreaterEqual(len(codes), 9)
        kinds = {type(error_from_line(f"error {code} words")) for code in codes}
        self.assertEqual((len(kinds), EngineError in kinds), (len(codes), False))

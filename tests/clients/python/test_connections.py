"""Connections over TCP and TLS, tokens, and lost connections."""

import asyncio
import os
import ssl
import tempfile
import unittest

from support import GAMES, TIMEOUT, Daemon, certificate, expect_error

import crownd
from crownd import Engine, Game, Limit


class Connections(unittest.IsolatedAsyncioTestCase):
    async def test_tls_with_token(self):
        with tempfile.TemporaryDirectory() as folder:
            cert, key = certificate(folder)
            token = os.path.join(folder, "token")
            with open(os.open(token, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as out:
                out.write("open sesame\n")
            with Daemon("--tls-cert", cert, "--tls-key", key, "--token-file", token) as daemon:
                async with await Engine.connect(daemon.address("tls"), token="open sesame", ca=cert) as engine:
                    game = await Game(engine, "english")
                    async for info in engine.analysis(game):
                        if info.depth == 3:
                            break
                    self.assertTrue((await engine.play(game, Limit(depth=3))).move)
                async with await Engine.connect(daemon.address("tls"), token="open sesame",
                                                ssl_context=ssl.create_default_context(cafile=cert)) as engine:
                    self.assertEqual(len(await engine.games()), len(GAMES))
                for wrong in ("mellon", None):
                    await expect_error(crownd.AuthFailed, Engine.connect(daemon.address("tls"), token=wrong, ca=cert))
                with self.assertRaises(crownd.EngineTerminated):  # untrusted certificate
                    await Engine.connect(daemon.address("tls"), token="open sesame", reconnects=0)
                for word in ("open sesame", None):
                    error = await expect_error(crownd.AuthFailed, Engine.connect(daemon.address("tcp"), token=word))
                    self.assertIn("TLS only", error.sentence)

    async def test_invalid_urls(self):
        for wrong in ("localhost:7711", "http://localhost:7711", "tls://localhost", "tcp://:1", "tcp://localhost:1/path",
                      "tcp://localhost:99999"):
            with self.subTest(wrong), self.assertRaises(ValueError):
                await Engine.connect(wrong)
        await expect_error(ValueError, Engine.connect("tcp://localhost:1", ca="certificate.pem"))
        await expect_error(ValueError, Engine.connect("tcp://localhost:1", token="a\nquit"))
        await expect_error(crownd.EngineTerminated, Engine.connect("tcp://localhost:1", reconnects=1))

    async def test_full_daemon(self):
        with Daemon("--max-sessions", "1") as daemon:
            async with await Engine.connect(daemon.address()) as engine:
                for token in (None, "any"):
                    error = await expect_error(crownd.LimitReached, Engine.connect(daemon.address(), token=token, reconnects=0))
                    self.assertIn("--max-sessions", error.sentence)
                self.assertEqual(len(await engine.games()), len(GAMES))

    async def test_restarted_daemon(self):
        daemon = Daemon()
        async with await Engine.connect(daemon.address(), timeout=TIMEOUT, reconnects=20) as engine:
            game = await Game(engine, "english", None, ["11-15", "22-18"])
            await engine.configure({"Hash": 1})
            search = asyncio.ensure_future(engine.play(game, Limit(time=3600)))
            async with engine.analysis(game) as analysis:
                await analysis.__anext__()
                daemon.kill()
                await expect_error(crownd.EngineTerminated, analysis.wait())
            await expect_error(crownd.EngineTerminated, search)
            fen = asyncio.ensure_future(game.fen())  # while the daemon is down
            await asyncio.sleep(0.2)
            with Daemon(port=daemon.port):
                self.assertTrue(await asyncio.wait_for(fen, TIMEOUT))
                self.assertEqual((await game.push("15x22"), game.moves), ("15x22", ("11-15", "22-18", "15x22")))
                self.assertTrue((await engine.play(game, Limit(depth=3))).move)

    async def test_stopped_daemon(self):
        daemon = Daemon()
        async with await Engine.connect(daemon.address(), reconnects=1) as engine:
            game = await Game(engine, "english")
            daemon.kill()
            for _ in range(2):
                await expect_error(crownd.EngineTerminated, game.fen())
            self.assertEqual(game.turn, "b")

    async def test_idle_connection_is_reopened(self):
        with Daemon("--idle-timeout", "1") as daemon:
            async with await Engine.connect(daemon.address()) as engine:
                game = await Game(engine, "english")
                session = engine._pool.open_rules_session()
                await asyncio.wait_for(asyncio.shield(session.closed), TIMEOUT)
                self.assertEqual(await game.push("11-15"), "11-15")

    async def test_limits_of_daemon(self):
        with Daemon("--max-movetime", "100", "--session-hash", "4") as daemon:
            async with await Engine.connect(daemon.address()) as engine:
                game = await Game(engine, "english")
                self.assertTrue((await engine.play(game, Limit(depth=100))).move)
                await expect_error(crownd.LimitReached, engine.perft(game, 60))
                await expect_error(crownd.LimitReached, engine.configure({"Hash": 5}))

    async def test_hundred_games(self):
        with Daemon() as daemon:
            async with await Engine.connect(daemon.address(), searches=4) as engine:
                async def play(name):
                    game = await Game(engine, name)
                    while not game.over and game.ply < 4:
                        await game.push((await engine.play(game, Limit(nodes=50))).move)
                    return game.ply
                plies = await asyncio.wait_for(asyncio.gather(*(play(GAMES[at % len(GAMES)]) for at in range(100))), TIMEOUT)
                self.assertEqual(len(plies), 100)
                self.assertGreaterEqual(min(plies), 1)

"""What the tests of the Python package share. Works with unittest and with pytest."""

import asyncio
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[3]
CROWND = str(pathlib.Path(os.environ.get("CROWND_BIN_DIR", SOURCE / "build/release/bin")) / "crownd")
FAKE = str(pathlib.Path(__file__).with_name("fake_daemon.py"))
PATIENCE = 120
"""Seconds after which a test hangs, on a busy machine too."""

sys.path.insert(0, str(SOURCE / "clients/python"))

GAMES = ("english", "spanish", "stupid", "towers", "reduced-chess")


def fake(*behaviour):
    """The command of a daemon that misbehaves; see fake_daemon.py."""
    return [sys.executable, "-S", FAKE, *behaviour]


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    """Tests with one daemon as a child process; each has to end within PATIENCE."""

    async def asyncSetUp(self):
        import crownd
        self.engine = await crownd.Engine.popen(CROWND, timeout=PATIENCE)

    async def asyncTearDown(self):
        await self.engine.close()

    @staticmethod
    async def soon(awaitable):
        return await asyncio.wait_for(awaitable, PATIENCE)

    async def random_game(self, engine, name, plies, seed):
        """A game of random moves."""
        import crownd
        chance = random.Random(seed)
        game = await crownd.Game(engine, name)
        while not game.over and game.ply < plies:
            await game.push(chance.choice(await game.legal_moves()))
        return game


class Daemon:
    """A crownd that serves TCP on a port of this machine."""

    def __init__(self, *flags, port=0):
        self.process = subprocess.Popen([CROWND, "--listen", f"127.0.0.1:{port}", *flags], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.port = 0
        for line in self.process.stderr:
            found = re.search(r"listening on .*:(\d+)", line)
            if found:
                self.port = int(found[1])
                break

    def address(self, scheme="tcp"):
        return f"{scheme}://localhost:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


def certificate(folder):
    """A self-signed certificate for localhost and its key: two paths."""
    paths = [str(pathlib.Path(folder) / name) for name in ("certificate.pem", "key.pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-addext", "basicConstraints=critical,CA:true", "-out", paths[0], "-keyout", paths[1]],
                   check=True, capture_output=True)
    return paths

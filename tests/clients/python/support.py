"""Helpers for the tests of the Python package. They work with unittest and pytest."""

import asyncio
import math
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
TIMEOUT = 120
"""Seconds after which a test fails, even on a busy machine."""

sys.path.insert(0, str(SOURCE / "clients/python"))
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE / "clients/python"), "PATH": f"{pathlib.Path(CROWND).parent}:{os.environ['PATH']}"}
"""The environment of programs that use the package and the daemon in PATH."""

LISTED = subprocess.run([CROWND, "--no-tables"], input="games\n", capture_output=True, text=True, check=True).stdout
GAMES = tuple(line.split(" ")[1] for line in LISTED.splitlines() if line.startswith("game "))
assert GAMES, LISTED
STARTS = {name: "r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1" if name == "reduced-chess" else None for name in GAMES}
"""Start positions by game: that of the rules, except for reduced chess, whose game ends after one move."""
WRONG_COUNTS = (0, -1, 1.5, math.inf, -math.inf, math.nan, True)
"""Values refused by parameters that take a positive integer."""


def fake(*behaviour):
    """The command of a misbehaving daemon. See fake_daemon.py."""
    return [sys.executable, "-S", FAKE, *behaviour]


async def expect_error(kind, awaitable):
    """Awaits. Returns the exception, which must be of this kind."""
    with unittest.TestCase().assertRaises(kind) as caught:
        await awaitable
    return caught.exception


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    """Tests with an engine in a child process."""

    async def asyncSetUp(self):
        import crownd
        self.engine = await crownd.Engine.popen(CROWND, timeout=TIMEOUT)

    async def asyncTearDown(self):
        await self.engine.close()

    @staticmethod
    async def within_timeout(awaitable):
        return await asyncio.wait_for(awaitable, TIMEOUT)

    async def random_game(self, engine, name, plies, seed):
        """Plays random moves."""
        import crownd
        chance = random.Random(seed)
        game = await crownd.Game(engine, name)
        while not game.over and game.ply < plies:
            await game.push(chance.choice(await game.legal_moves()))
        return game


class Daemon:
    """A daemon that listens on a local TCP port."""

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
    """Creates a self-signed certificate for localhost. Returns the paths of the certificate and its key."""
    paths = [str(pathlib.Path(folder) / name) for name in ("certificate.pem", "key.pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-addext", "basicConstraints=critical,CA:true", "-out", paths[0], "-keyout", paths[1]],
                   check=True, capture_output=True)
    return paths

"""The page of crown-web, where its daemon ends: it goes on with its own engine, says so, and goes back when the daemon is there again."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from case import PageTest
from firefox import FirefoxPage
from relay import ENGINE, write_fake
from servers import CROWND


class Daemon:
    """crownd at a port of the loopback."""

    def __init__(self, port=0):
        self.process = subprocess.Popen(
            [*CROWND, "--no-tables", "--listen", f"127.0.0.1:{port}"], stderr=subprocess.PIPE, text=True
        )
        self.port = int(re.search(r"listening on \S+:(\d+)", self.process.stderr.readline())[1])

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


@unittest.skipIf(os.environ.get("CROWN_WEB_URL"), "needs a crown-web of its own")
class StandingIn(PageTest):
    real = False

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        # The fake engine has its answers from the second daemon.
        write_fake(Path(cls.folder.name) / "worker.js")
        cls.first, cls.second = Daemon(), Daemon()
        cls.flags = ("--page-engine", str(ENGINE) if cls.real else cls.folder.name, "--connect", f"one=127.0.0.1:{cls.first.port}", "--connect", f"two=127.0.0.1:{cls.second.port}")
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.first.close()
        cls.second.close()
        cls.folder.cleanup()

    def test_a_game_goes_on_without_the_daemon_and_back_to_it(self):
        page = self.page().open()
        self.assertTrue(page.script("return crossOriginIsolated"), "from the first visit on")
        page.new_game("english", ("human", "engine 0"), limit=("depth", 3))
        page.click("11", "15")
        moves = page.wait_moves(2)
        port = type(self).first.port
        type(self).first.close()
        page.wait(lambda: "goes on with its own engine" in page.one("#connection").text, "the page's own engine")
        _, path = self.engine.routes("english", "startpos", moves)[0]
        page.click(*path)
        moves = page.wait_moves(4)
        type(self).first = Daemon(port)
        page.wait(lambda: page.one("#connection").text == "", "the daemon")
        self.assertIn("there again", page.notes())
        _, path = self.engine.routes("english", "startpos", moves)[0]
        page.click(*path)
        page.wait_moves(6)


class StandingInFirefox(StandingIn):
    kind = FirefoxPage


if __name__ == "__main__":
    unittest.main()

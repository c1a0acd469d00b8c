"""The page of crown-web continues with its own engine while the daemon is gone."""

import tempfile
from pathlib import Path

from case import PageTest
from firefox import FirefoxPage
from relay import write_fake
from servers import Daemon


class FallbackEngine(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        # The fake engine gets its answers from the second daemon.
        write_fake(Path(cls.folder.name) / "worker.js")
        cls.first, cls.second = Daemon(), Daemon()
        cls.flags = ("--page-engine", cls.folder.name, "--connect", f"one={cls.first.address}", "--connect", f"two={cls.second.address}")
        cls.addClassCleanup(lambda: (cls.first.close(), cls.second.close(), cls.folder.cleanup()))
        super().setUpClass()

    def test_a_game_continues_without_the_daemon_and_returns_to_it(self, page):
        self.assertTrue(page.script("return crossOriginIsolated"), "from the first visit on")
        moves = page.play_engine()
        address = self.first.address
        self.first.close()
        page.wait(lambda: "goes on with its own engine" in page.one("#connection").text, "the page's own engine")
        _, path = self.engine.routes("english", "startpos", moves)[0]
        moves = page.play(*path, moves=4)
        type(self).first = Daemon(address)
        page.wait(lambda: page.one("#connection").text == "", "the daemon")
        self.assertIn("there again", page.notes())
        _, path = self.engine.routes("english", "startpos", moves)[0]
        page.play(*path, moves=6)


class FallbackEngineFirefox(FallbackEngine):
    kind = FirefoxPage

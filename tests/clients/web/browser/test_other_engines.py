"""A second daemon, and a token."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from case import PageTest
from servers import PROGRAMS


class Daemon:
    """crownd on a free port of the loopback."""

    def __init__(self):
        command = [str(PROGRAMS / "crownd"), "--no-tables", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"listening on (\S+)", line):
                self.address = found.group(1)
                break

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        self.process.stderr.close()


@unittest.skipIf(os.environ.get("CROWN_WEB_URL"), "needs a crown-web of its own")
class OtherEngines(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.second = Daemon()
        cls.flags = ("--connect", "own", "--connect", f"second={cls.second.address}")
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.second.close()

    def test_two_daemons_play_each_other(self):
        page = self.page().open()
        page.new_game("towers", ("engine 0", "engine 1"), limit=("depth", 2))
        page.wait(lambda: len(page.moves()) >= 6, "six moves")
        self.assertIn("second", page.one("#player-top").text)


@unittest.skipIf(os.environ.get("CROWN_WEB_URL"), "needs a crown-web of its own")
class WithToken(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        token = Path(cls.folder.name) / "token"
        token.write_text("open sesame/+~\n", encoding="utf-8")
        token.chmod(0o600)
        cls.flags = ("--web-token-file", str(token))
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def test_a_token_in_the_link_lets_in_and_is_taken_out_of_it(self):
        page = self.page().open("#token=open%20sesame%2F%2B~")
        self.assertNotIn("token", page.driver.current_url)
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)

    def test_who_has_none_is_asked(self):
        page = self.page()
        page.driver.get(page.url)
        page.fill("#token", "open sesame/+~")
        page.press("dialog .primary")
        page.wait_ready()
        page.new_game("english")

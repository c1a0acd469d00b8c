"""A second daemon, and a match of crown-match that is running."""

import json
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
class RunningMatch(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.file = Path(cls.folder.name) / "match.json"
        cls.file.write_text(game(0, "A", "B", "A"), encoding="utf-8")
        cls.flags = ("--match", str(cls.file))
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def test_the_standing_grows_and_a_game_can_be_shown(self):
        page = self.page().open()
        page.press("#open-match")
        page.wait(lambda: "A 1 1 0 0" in page.one("#match table").text, "the standing")
        self.assertIn("no moves are left", page.one("#match").text)
        with self.file.open("a", encoding="utf-8") as match:
            match.write(game(1, "B", "A", None))
        page.wait(lambda: "A 1.5 1 1 0" in page.one("#match table").text, "the next game")
        page.press("#match td button")
        page.wait(lambda: page.moves() == ["11-15", "22-18"], "its moves")
        self.assertIn("B", page.one("#player-bottom").text)


def game(index, first, second, winner):
    """A line as crown-match writes it."""
    result = "1/2-1/2" if winner is None else "1-0" if winner == first else "0-1"
    return json.dumps({
        "type": "game", "index": index, "first": first, "second": second, "engines": [0, 1], "opening": 1,
        "start": "aaaaaaaaaaaa........bbbbbbbbbbbb:b", "to-move": 0, "result": result, "winner": winner, "verdict": "no-moves",
        "position": "", "began": 0, "moves": [{"move": "11-15", "book": True}, {"move": "22-18", "cp": 12, "depth": 5}],
    }) + "\n"


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

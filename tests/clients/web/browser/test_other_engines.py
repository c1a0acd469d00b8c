"""A second daemon, and tokens."""

import tempfile
from pathlib import Path

from case import PageTest
from servers import Daemon


class OtherEngines(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.second = Daemon()
        cls.flags = ("--connect", "own", "--connect", f"second={cls.second.address}")
        cls.addClassCleanup(cls.second.close)
        super().setUpClass()

    def test_two_daemons_play_each_other(self, page):
        page.new_game("towers", ("engine 0", "engine 1"), limit=("depth", 2))
        page.wait(lambda: len(page.moves()) >= 6, "six moves")
        self.assertIn("second", page.one("#player-top").text)


class WithToken(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        token = Path(cls.folder.name) / "token"
        token.write_text("open sesame/+~\n", encoding="utf-8")
        token.chmod(0o600)
        cls.flags = ("--web-token-file", str(token))
        cls.addClassCleanup(cls.folder.cleanup)
        super().setUpClass()

    def test_a_token_in_the_link_is_used_and_removed(self):
        page = self.page().open("#token=open%20sesame%2F%2B~")
        self.assertNotIn("token", page.driver.current_url)
        page.new_game("english")
        page.play("11", "15")

    def test_a_missing_token_is_requested(self):
        page = self.page()
        page.driver.get(page.url)
        page.fill("#token", "open sesame/+~")
        page.press("dialog .primary")
        page.wait_ready()
        page.new_game("english")

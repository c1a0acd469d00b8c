"""Nothing is lost: reloads, killed engines, several tabs, several games, links."""

import os
import signal
import unittest

from selenium.webdriver.common.keys import Keys

from browser import UNTIL_TOLD
from case import PageTest


class Keeping(PageTest):
    def test_a_reload_loses_nothing(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=("depth", 3))
        page.click("11", "15")
        moves = page.wait_moves(2)
        page.wait(lambda: "Black to move" in page.state(), "our turn")
        page.reload()
        self.assertEqual(page.wait_moves(2), moves)
        _, path = self.engine.routes("english", "startpos", moves)[0]
        page.click(*path)
        page.wait_moves(4)

    def test_a_reload_while_the_engine_thinks_lets_it_think_again(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=UNTIL_TOLD)
        page.click("11", "15")
        page.wait(lambda: "thinking" in page.state(), "the engine to think")
        page.reload()
        self.assertEqual(page.moves(), ["11-15"])
        page.wait(lambda: "thinking" in page.state(), "the engine to think again")
        page.move_now()
        page.wait_moves(2)

    def test_the_clocks_are_kept(self):
        page = self.page().open()
        page.press("#open-new")
        page.choose_game("towers")
        page.choose("#player-w", "human")
        page.choose("#player-b", "human")
        page.fill("#minutes", "60")
        page.press("#begin")
        page.wait(lambda: not page.all("dialog"), "the game")
        page.click("G6", "F5")
        page.wait_moves(1)
        page.wait(lambda: any(each.text.startswith("59:") for each in page.all(".clock")), "the clock to run")
        before = self.clocks(page)
        page.reload()
        after = self.clocks(page)
        self.assertEqual((before[0], after[0]), ("1:00:00", "1:00:00"))
        self.assertTrue("5" < after[1] <= before[1], (before, after))

    def clocks(self, page):
        """That which has not begun to run first."""
        return sorted(each.text for each in page.all(".clock"))

    @unittest.skipIf(os.environ.get("CROWN_WEB_URL"), "needs a crown-web of its own")
    def test_an_engine_that_is_killed_in_mid_game_comes_back(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=UNTIL_TOLD)
        page.click("11", "15")
        page.wait(lambda: any(each.text for each in page.all(".engine-info")), "the engine to think")
        for number in self.web.engines():
            os.kill(number, signal.SIGKILL)
        page.wait(lambda: "there again" in page.notes(), "another engine")
        self.assertEqual(page.one("#connection").text, "")
        page.move_now()
        moves = page.wait_moves(2)
        _, path = self.engine.routes("english", "startpos", moves)[0]
        page.click(*path)
        page.wait_moves(3)
        page.move_now()
        page.wait_moves(4)

    def test_two_tabs_do_not_share_a_game(self):
        page = self.page().open()
        page.new_game("towers")
        page.click("G6", "F5")
        page.wait_moves(1)
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.driver.get(page.url)
        page.wait_ready()
        self.assertEqual(page.moves(), [])
        page.wait(lambda: "another tab" in page.notes(), "the reason")
        page.new_game("stupid")
        page.click("A1", "B1")
        page.wait_moves(1)
        page.driver.switch_to.window(first)
        page.click("B3", "A4")
        self.assertEqual(page.wait_moves(2), ["G6-F5", "B3-A4"])
        page.reload()
        self.assertEqual(page.wait_moves(2), ["G6-F5", "B3-A4"])

    def test_games_are_kept_and_can_be_opened_and_deleted(self):
        page = self.page().open()
        page.new_game("towers")
        page.click("G6", "F5")
        page.wait_moves(1)
        page.new_game("english")
        page.click("9", "13")
        page.wait_moves(1)
        page.press("#open-games")
        page.wait(lambda: len(page.all(".games li")) >= 2, "the games")
        towers = next(each for each in page.all(".games li") if "Towers" in each.text and "1 move" in each.text)
        towers.find_element("css selector", ".button").click()
        page.wait(lambda: page.moves() == ["G6-F5"], "the other game")
        page.press("#open-games")
        count = len(page.wait(lambda: page.all(".games li"), "the games"))
        page.press(".games [aria-label^=Delete]")
        page.wait(lambda: len(page.all(".games li")) == count - 1, "one game less")

    def test_a_link_holds_position_and_moves(self):
        page = self.page().open()
        page.new_game("english", start="text", text="B:W18,19,26,27:BK22")
        page.click("22", "15", "24", "31", "22")
        page.wait_moves(1)
        page.press("#open-exchange")
        link = page.wait(lambda: page.all("#export-link"), "the link")[0].get_attribute("value")
        other = self.page(1)
        other.open(link[link.index("#") :])
        self.assertEqual(other.wait_moves(1), ["22x15x24x31x22"])
        self.assertIn("Black has won", other.state())

    def test_the_game_that_is_played_wins_over_the_link_that_was_opened(self):
        page = self.page().open("#game=spanish&moves=10-13")
        page.wait_moves(1)
        self.assertNotIn("#", page.driver.current_url)
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)
        page.reload()
        self.assertEqual(page.moves(), ["11-15"])
        page.press("#open-exchange")
        link = page.wait(lambda: page.all("#export-link"), "the link")[0].get_attribute("value")
        self.assertTrue(link.endswith("#game=english&moves=11-15"), link)

    def test_a_link_that_is_followed_later_is_opened_and_goes_too(self):
        page = self.page().open()
        page.script("location.hash = '#game=spanish&moves=10-13'")
        page.wait(lambda: page.moves() == ["10-13"], "its move")
        self.assertNotIn("#", page.driver.current_url)

    def test_a_link_with_underscores_for_blanks_opens_the_position(self):
        page = self.page()
        fen = "8/8/4k3/8/8/8/8/K6R_w_-_-"
        for link, square, label in (
            (f"#game=reduced-chess&start={fen}_12_40", "e6", "e6, Black king"), (f"#game=reduced-chess&fen={fen}", "h1", "h1, White rook"),
            (f"#reduced-chess/{fen}_0_1", "e6", "e6, Black king"), (f"#{fen}", "a1", "a1, White king"),
            ("#english/W:W18,K19:BK22", "19", "19, White king"), ("#spanish/startpos", "1", "1, White man"),
        ):
            with self.subTest(link):
                page.open(link)
                page.wait(lambda: page.label(square) == label, label)  # noqa: B023
                self.assertEqual(page.notes(), "")

    def test_a_broken_link_says_so(self):
        page = self.page()
        for link in ("#game=spanish&moves=10-99", "#game=nonsense", "#gam", "#game=english&start=hello", "#english/hello", "#8/8_w_-_-", "#%E0%A4%A"):
            with self.subTest(link):
                page.open(link)
                page.wait(lambda: "does not hold a position" in page.notes(), "the sentence")
                self.assertNotIn("#", page.driver.current_url)
                self.assertEqual(page.moves(), [])


@unittest.skipIf(os.environ.get("CROWN_WEB_URL"), "needs a crown-web of its own")
class Offline(PageTest):
    def test_without_a_connection_what_is_known_can_be_looked_at_and_the_rest_is_refused(self):
        page = self.page().open()
        page.new_game("english")
        for number, path in enumerate((("11", "15"), ("22", "18"), ("15", "22"))):
            page.click(*path)
            page.wait_moves(number + 1)
        self.web.close()
        page.wait(lambda: "No connection" in page.one("#connection").text, "the mark")
        page.key(Keys.ARROW_LEFT)
        page.wait(lambda: page.label("15") == "15, Black man", "the position before")
        page.key(Keys.END)
        page.wait(lambda: page.label("22") == "22, Black man", "the last position")
        page.press("#open-exchange")
        text = page.wait(lambda: page.all("#export-game"), "the export")[0].get_attribute("value")
        self.assertIn("1. 11-15 22-18 2. 15x22", text)
        page.press("dialog .dialog-head button")
        page.press("#open-games")
        page.wait(lambda: page.all(".games li"), "the list of games")
        page.press("dialog .dialog-head button")
        page.click("25", "18")
        page.wait(lambda: "needs the engine" in page.refusal(), "the refusal")
        self.assertEqual(len(page.moves()), 3)
        page.press("#open-new")
        page.wait(lambda: page.all("dialog") or "needs the engine" in page.refusal(), "an answer to that, too")
        self.assertIn("No connection", page.one("#connection").text, "it lasts")

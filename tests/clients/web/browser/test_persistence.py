"""Games survive reloads and killed engines; several tabs, stored games, links."""

import os
import signal

from selenium.webdriver.common.keys import Keys

from case import PageTest


class Keeping(PageTest):

    def test_a_reload_restarts_the_search(self, page):
        page.let_think()
        page.reload()
        self.assertEqual(page.moves(), ["11-15"])
        page.wait(lambda: "thinking" in page.state(), "the engine to think again")
        page.move_now()
        page.wait_moves(2)

    def test_the_clocks_are_kept(self, page):
        page.press("#open-new")
        page.choose_game("towers")
        page.choose("#player-w", "human")
        page.choose("#player-b", "human")
        page.fill("#minutes", "60")
        page.press("#begin")
        page.wait(lambda: not page.all("dialog"), "the game")
        page.play("G6", "F5")
        page.wait(lambda: any(each.text.startswith("59:") for each in page.all(".clock")), "the clock to run")
        before = self.clocks(page)
        page.reload()
        after = self.clocks(page)
        self.assertEqual((before[0], after[0]), ("1:00:00", "1:00:00"))
        self.assertTrue("5" < after[1] <= before[1], (before, after))

    def clocks(self, page):
        """The clocks, first the one that has not run."""
        return sorted(each.text for each in page.all(".clock"))

    def test_a_killed_engine_is_restarted_in_mid_game(self, page):
        page.let_think()
        for number in self.web.engines():
            os.kill(number, signal.SIGKILL)
        page.wait(lambda: "there again" in page.notes(), "another engine")
        self.assertEqual(page.one("#connection").text, "")
        page.move_now()
        moves = page.wait_moves(2)
        _, path = self.engine.routes("english", "startpos", moves)[0]
        page.play(*path, moves=3)
        page.move_now()
        page.wait_moves(4)

    def test_two_tabs_do_not_share_a_game(self, page):
        page.new_game("towers")
        page.play("G6", "F5")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.driver.get(page.url)
        page.wait_ready()
        self.assertEqual(page.moves(), [])
        page.wait(lambda: "another tab" in page.notes(), "the reason")
        page.new_game("stupid")
        page.play("A1", "B1")
        page.driver.switch_to.window(first)
        self.assertEqual(page.play("B3", "A4", moves=2), ["G6-F5", "B3-A4"])
        page.reload()
        self.assertEqual(page.wait_moves(2), ["G6-F5", "B3-A4"])

    def test_a_refused_position_leaves_the_game_to_this_tab(self, page):
        page.new_game("reduced-chess")
        held = "return navigator.locks.query().then(({ held }) => held.map(({ name }) => name))"
        page.wait(lambda: len(page.script(held)) == 1, "the lock of the game")
        lock = page.script(held)
        page.open_editor()
        page.script("[...document.querySelectorAll('#editor-panel .button')].find((each) => each.textContent === 'Clear').click()")
        page.press("#editor-analyse")
        page.wait(lambda: page.notes(), "the refusal")
        page.wait(lambda: page.script(held) == lock, "the same lock")

    def test_a_link_has_position_and_moves(self, page):
        page.new_game("english", start="text", text="B:W18,19,26,27:BK22")
        page.play("22", "15", "24", "31", "22")
        link = page.exported("link")
        other = self.page(1)
        other.open(link[link.index("#") :])
        self.assertEqual(other.wait_moves(1), ["22x15x24x31x22"])
        self.assertIn("Black has won", other.state())

    def test_a_reload_prefers_the_current_game_to_an_earlier_link(self):
        page = self.page().open("#game=spanish&moves=10-13")
        page.wait_moves(1)
        self.assertNotIn("#", page.driver.current_url)
        page.new_game("english")
        page.play("11", "15")
        page.reload()
        self.assertEqual(page.moves(), ["11-15"])
        link = page.exported("link")
        self.assertTrue(link.endswith("#game=english&moves=11-15"), link)

    def test_a_link_may_have_underscores_for_spaces(self):
        page = self.page().open("#game=reduced-chess&start=8/8/4k3/8/8/8/8/K6R_w_-_-_12_40")
        for link, square, label in (
            ("", "h1", "h1, White rook"), ("#game=reduced-chess&fen=8/8/4k3/8/8/8/8/K5R1_w_-_-", "g1", "g1, White rook"),
            ("#reduced-chess/8/8/4k3/8/8/8/8/K4R2_w_-_-_0_1", "f1", "f1, White rook"), ("#8/8/4k3/8/8/8/8/K3R3_w_-_-", "e1", "e1, White rook"),
            ("#english/W:W18,K19:BK22", "19", "19, White king"), ("#spanish/startpos", "1", "1, White man"),
            ("#game=spanish&moves=10-13", "13", "13, White man"),
        ):
            with self.subTest(link):
                if link:
                    page.script("location.hash = arguments[0]", link)
                page.wait(lambda: page.label(square) == label, label)
                self.assertNotIn("#", page.driver.current_url)
                self.assertEqual(page.notes(), "")

    def test_a_link_opened_beside_the_board_shows_it(self, page):
        for control in ("#open-new", "#open-editor", "#open-match"):
            with self.subTest(control):
                page.press(control)
                page.wait(lambda: not page.one("#page-board").is_displayed(), "another page")
                page.script("location.hash = '#game=spanish&moves=10-13'")
                page.wait(lambda: page.one("#page-board").is_displayed(), "the board")
                self.assertEqual(page.wait_moves(1), ["10-13"])

    def test_a_broken_link_is_reported(self):
        page = self.page().open("#game=spanish&moves=10-99")
        for link in ("", "#game=nonsense", "#gam", "#game=english&start=hello", "#english/hello", "#8/8_w_-_-", "#%E0%A4%A"):
            with self.subTest(link):
                if link:
                    page.script("location.hash = arguments[0]", link)
                page.wait(lambda: "does not hold a position" in page.notes(), "the sentence")
                page.wait(lambda: "#" not in page.driver.current_url, "the address without it")
                self.assertEqual(page.moves(), [])
                page.press(".note button")


class Offline(PageTest):
    def test_without_a_connection_only_known_positions_are_shown(self, page):
        page.new_game("english")
        for number, path in enumerate((("11", "15"), ("22", "18"), ("15", "22")), 1):
            page.play(*path, moves=number)
        self.web.close()
        page.wait(lambda: "No connection" in page.one("#connection").text, "the mark")
        page.key(Keys.ARROW_LEFT)
        page.wait(lambda: page.label("15") == "15, Black man", "the position before")
        page.key(Keys.END)
        page.wait(lambda: page.label("22") == "22, Black man", "the last position")
        self.assertIn("1. 11-15 22-18 2. 15x22", page.exported())
        page.press("#open-games")
        page.wait(lambda: page.all(".games li"), "the list of games")
        page.close_dialog()
        page.click("25", "18")
        page.wait(lambda: "needs the engine" in page.refusal(), "the refusal")
        self.assertEqual(len(page.moves()), 3)
        page.press("#open-new")
        page.wait(lambda: page.all("dialog") or "needs the engine" in page.refusal(), "an answer to that, too")
        self.assertIn("No connection", page.one("#connection").text, "it lasts")

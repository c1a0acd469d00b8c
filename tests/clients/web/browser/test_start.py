"""The start page, and the dialog for a new game."""

import itertools
import re

from browser import Page
from case import PageTest
from selenium.webdriver.common.keys import Keys
from test_layout import CUT_OFF


def players(page):
    """The chosen players in the dialog, by side."""
    return page.script("return Object.fromEntries([...document.querySelectorAll('dialog [id^=player-]')].map((each) => [each.id.slice(7), each.value]))")


class Start(PageTest):
    opens = staticmethod(Page.open_start)

    def cards(self, page):
        return page.wait(lambda: [each.get_attribute("data-begin") for each in page.all(".card-begin")], "the games")

    def on_board(self, page):
        return page.one("#page-board").is_displayed() and not page.one("#page-start").is_displayed()

    def test_first_time_visitors_see_all_games(self, page):
        self.assertEqual(sorted(self.cards(page)), sorted(self.games))
        for card in page.all(".card"):
            self.assertGreater(len(card.find_elements("css selector", ".piece")), 2, "a picture")
            self.assertGreater(len(card.find_element("css selector", ".quiet").text), 20, "a sentence")
        self.assertFalse(self.on_board(page))
        page.reload()
        self.assertEqual(sorted(self.cards(page)), sorted(self.games), "nothing was chosen yet")

    def test_one_click_starts_a_game_with_the_own_pieces_at_the_bottom(self, page):
        for game, colour in zip(self.games, itertools.cycle(("light", "dark"))):
            with self.subTest(game=game, colour=colour):
                page.press("#open-new")
                page.press(f'#page-start input[value="{colour}"]')
                page.press(f'[data-begin="{game}"]')
                page.wait(lambda: self.on_board(page), "the board")
                self.assertIn("level 1", page.one("#player-top").text)
                self.assertNotIn("level 1", page.one("#player-bottom").text)
                self.assertEqual(len(page.all(f"#player-bottom .side-piece .{colour}")), 1)
                page.wait(lambda: "to move" in page.state() or "move from" in page.state(), "the person's turn")
        page.press("#open-new")
        page.press('#page-start input[value="light"]')
        page.press('[data-begin="spanish"]')
        page.wait(lambda: page.state() == "White to move", "the game")
        page.play("11", "15", moves=2)
        page.reload()
        self.assertTrue(self.on_board(page), "who returns is at the game")
        self.assertEqual(len(page.moves()), 2)

    def test_the_colour_is_remembered_and_a_game_starts_by_keyboard(self, page):
        self.cards(page)
        page.press('#page-start input[value="either"]')
        page.reload()
        self.assertTrue(page.one('#page-start input[value="either"]').is_selected())
        self.cards(page)
        page.script("""document.querySelector('[data-begin="towers"]').focus()""")
        page.key(Keys.ENTER)
        page.wait(lambda: self.on_board(page), "the board")
        self.assertEqual(page.script("return document.activeElement.id"), "board")
        page.key(Keys.ARROW_UP, Keys.ENTER)

    def test_more_keeps_the_colour_and_the_level(self, page):
        for game, colour, level in zip(self.games, itertools.cycle(("dark", "light")), itertools.cycle((2, 7, 16, 3, 0))):
            with self.subTest(game=game, colour=colour, level=level):
                page.press("#open-new")
                self.cards(page)
                page.press(f'#page-start input[value="{colour}"]')
                page.press(f'#page-start [name="level"][value="{level}"]')
                page.press(f'[data-more="{game}"]')
                page.wait(lambda: page.all("#new-game"), "the dialog")
                self.assertEqual(page.one("#new-game").get_attribute("value"), game)
                self.assertEqual(sorted(players(page).values()), ["engine 0", "human"])
                self.assertEqual(page.script("return document.querySelector('dialog [id^=level-]').value"), str(level))
                page.press("#begin")
                page.wait(lambda: self.on_board(page), "the board")
                self.assertEqual(len(page.all(f"#player-bottom .side-piece .{colour}")), 1)
                self.assertIn("crownd", page.one("#player-top").text)
                self.assertNotIn("crownd", page.one("#player-bottom").text)
        page.press("#open-new")
        page.press('#page-start input[value="dark"]')
        page.press('[data-more="english"]')
        page.wait(lambda: players(page) == {"b": "human", "a": "engine 0"}, "the players")
        page.choose("#new-game", "spanish")
        page.wait(lambda: players(page) == {"w": "engine 0", "b": "human"}, "the players of another game")

    def test_levels_on_the_start_page_work_by_keyboard(self, page):
        self.cards(page)
        levels = page.script("return [...document.querySelectorAll('#page-start [name=level]')].map((each) => each.value)")
        self.assertEqual(levels, [*(str(level) for level in range(1, 17)), "0"])
        usual = re.match(r"You play against level (\d+)\.", page.one("#about-level").text).group(1)
        self.assertEqual(page.script("return document.querySelector('[name=level]:checked').value"), usual)
        page.script("document.querySelector('[name=level]:checked').focus()")
        page.key(*[Keys.ARROW_RIGHT] * 2)
        chosen = str(int(usual) + 2)
        page.wait(lambda: page.one("#about-level").text == f"You play against level {chosen} of 16.", "the sentence")
        page.reload()
        self.cards(page)
        self.assertEqual(page.script("return document.querySelector('[name=level]:checked').value"), chosen, "it is kept")
        page.press('[data-begin="towers"]')
        page.wait(lambda: self.on_board(page), "the board")
        self.assertIn(f"level {chosen}", page.one("#player-top").text)

    def test_the_dialog_starts_reduced_chess_as_its_card_does(self, page):
        self.cards(page)
        starts = []
        for control in ('[data-begin="reduced-chess"]', '[data-more="reduced-chess"]'):
            page.press("#open-new")
            page.press(control)
            if "more" in control:
                page.press("#begin")
                page.wait(lambda: not page.all("dialog"), "the dialog to close")
            page.wait(lambda: self.on_board(page), "the board")
            starts.append(page.script("return [...document.querySelectorAll('#board [role=gridcell]')].map((each) => each.getAttribute('aria-label'))"))
        self.assertEqual(starts[0], starts[1])

    def test_links_and_stored_games_open_the_board(self):
        page = self.page().open_start("#game=english&moves=11-15")
        self.assertTrue(self.on_board(page))
        self.assertEqual(page.moves(), ["11-15"])
        page.press("#open-new")
        page.wait(lambda: not self.on_board(page), "the games")
        page.enter("W:WK1:B10")
        page.wait(lambda: self.on_board(page), "the board")


class Dialog(PageTest):
    def test_players_and_levels_are_remembered(self, page):
        for chosen in (("engine 0", "engine 0"), ("human", "human")):
            page.new_game("english", chosen, level=2)
            page.choose_game("english")
            self.assertEqual(tuple(players(page).values()), chosen)
            page.close_dialog()
        page.new_game("english", ("human", "engine 0"), level=8)
        page.press("#open-new")
        page.wait(lambda: page.script("return document.querySelector('[name=level]:checked').value") == "8", "the level")
        page.new_game("english", ("human", "engine 0"))
        page.press("#open-new")
        page.wait(lambda: page.one("#about-level").text == "You play against the engine at full strength.", "the level")

    def test_finished_and_unreadable_positions_and_impossible_sizes_are_refused(self, page):
        page.choose_game("reduced-chess")
        page.choose("#new-start", "text")
        page.fill("#new-text", "2 Ka1 Kb2 w")
        page.press("#begin")
        page.wait(lambda: "over before it begins" in page.one(".problem").text, "the sentence")
        self.assertIn("Black has won", page.one(".problem").text)
        page.fill("#new-text", "not a position")
        page.press("#begin")
        page.wait(lambda: "over" not in page.one(".problem").text, "the engine's reason")
        page.choose("#new-start", "size")
        least, most = (int(page.one("#new-size").get_attribute(bound)) for bound in ("min", "max"))
        self.assertEqual((least, most), (4, 26), "as in modules/rules.test.mjs")
        page.fill("#new-size", str(least - 1))
        page.press("#begin")
        self.assertTrue(page.script("return document.querySelector('#new-size:invalid') !== null"))
        self.assertTrue(page.all("dialog"))

    def test_clocks_and_limits_have_maxima(self):
        page = self.page(width=360, height=740).open()
        page.new_game("english", ("human", "engine 0"))
        page.choose_game("english")
        for field, most in (("#minutes", 1440), ("#increment", 600), ("#value-a, #value-b", 3600000)):
            before = page.one(field).get_attribute("value")
            page.fill(field, "1000000000")
            page.press("#begin")
            self.assertTrue(page.script("return document.querySelector(arguments[0]).matches(':invalid')", field), field)
            self.assertTrue(page.all("dialog"), field)
            self.assertEqual(int(page.one(field).get_attribute("max")), most)
            page.fill(field, before)
        page.choose("[id^=limit-]", "depth")
        self.assertEqual(page.one("[id^=value-]").get_attribute("max"), "100")
        page.fill("#minutes", "1440")
        page.press("#begin")
        page.wait(lambda: not page.all("dialog"), "the game")
        self.assertEqual(page.script("return [...document.querySelectorAll('.clock')].map((each) => each.textContent)"), ["24:00:00"] * 2)
        self.assertEqual(page.script(CUT_OFF), [])
        page.script("localStorage.setItem('crown.new-game', JSON.stringify({ minutes: 1e9, increment: 1e9 }))")
        page.choose_game("english")
        self.assertEqual([page.one(field).get_attribute("value") for field in ("#minutes", "#increment")], ["1440", "600"])

    def test_pieces_stand_beside_the_names_of_sides_and_those_of_stupid_checkers_are_red(self, page):
        page.new_game("stupid")
        for place in ("#board", "#player-top"):
            colour = page.script("return getComputedStyle(document.querySelector(`${arguments[0]} .piece.light .body`)).fill", place)
            red, green, blue = (int(part) for part in colour.removeprefix("rgb(").rstrip(")").split(", "))
            self.assertGreater(red, 2 * max(green, blue), place)
        self.assertIn("Red", page.one("#player-top").text)
        page.choose_game("english")
        for place in (".player", "dialog"):
            self.assertEqual(len(page.all(f"{place} .side-piece .piece")), 2)

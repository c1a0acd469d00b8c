"""The explorer: moves of the book and of own games in the shown position."""

import os
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from case import PageTest
from books import book
from firefox import FirefoxPage
from test_layout import CUT_OFF, LANGUAGES

SHOTS = os.environ.get("SHOTS")

START = "aaaaaaaaaaaa........bbbbbbbbbbbb:b"
BOOK = {
    START: [("11-15", 12, 20, 300, 200, 1500), ("9-14", -5, 18, 250, 300, 300), ("10-15", -31, 16, 200, 400, 200)],
    "aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a": [("22-18", -10, 20, 300, 300, 40)],
}

# Ann wins once and draws once with 11-15, and loses with 12-16, which the book lacks.
GAMES = """[Event "One"]
[White "Bob"]
[Black "Ann"]
[Result "1-0"]
[GameType "21"]

1. 11-15 22-18 2. 15x22 25x18 1-0

[Event "Two"]
[White "Bob"]
[Black "Ann"]
[Result "1/2-1/2"]
[GameType "21"]

1. 11-15 23-19 1/2-1/2

[Event "Three"]
[White "Bob"]
[Black "Ann"]
[Result "0-1"]
[GameType "21"]

1. 12-16 24-20 0-1
"""

# Two move orders to the same position.
TRANSPOSED = """[White "Bob"]
[Black "Ann"]
[GameType "21"]
[Result "1-0"]

1. 9-13 24-20 2. 10-14 28-24 1-0

[White "Bob"]
[Black "Ann"]
[GameType "21"]
[Result "0-1"]

1. 10-14 24-20 2. 9-13 27-24 0-1
"""

# Positions of the page's parts except the move list, which shrinks.
PLACES = """
    return ['#board', '#status', '#analysis', '#moves .toolbar'].map((each) => {
      const { top, height } = document.querySelector(each).getBoundingClientRect();
      return [top + scrollY, height];
    });
    """

# Phones in landscape, tablets, and a phone.
SMALL = ((740, 360), (844, 390), (932, 430), (641, 900), (768, 1024), (900, 700), (360, 740))

# One window of each layout, and one theme besides.
LOOKS = ((360, 740, "light"), (740, 360, "light"), (768, 1024, "light"), (1280, 720, "light"), (1280, 720, "dark"))

# Elements that overlap the explorer, and cells that overflow.
SQUEEZED = """
    const box = (each) => each.getBoundingClientRect();
    const place = document.getElementById('explorer');
    const one = box(place);
    const parts = ['#board', '#status', '#moves', '#analysis', '#player-top', '#player-bottom'].filter((each) => {
      const { left, top, right, bottom } = box(document.querySelector(each));
      return right > left && left < one.right - 1 && right > one.left + 1 && top < one.bottom - 1 && bottom > one.top + 1;
    });
    const cells = [...place.querySelectorAll('th, td')].filter((each) => each.scrollWidth > each.clientWidth + 1 || box(each).right > one.right + 1);
    return [...parts, ...cells.map((each) => each.textContent)];
    """

# Whether the last row can be scrolled to and clicked.
REACHED = """
    const row = document.querySelector('#explorer tbody tr:last-child button');
    row.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = row.getBoundingClientRect();
    return row.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    """


class ExplorerTest(PageTest):
    def rows(self, page):
        """Visible texts of each row: move, score, book, own games."""
        return page.script(
            """
            return [...document.querySelectorAll('#explorer tbody tr')].map((row) => [
              row.querySelector('button').textContent, row.children[1].textContent,
              ...[row.children[2], row.children[3]].map((cell) => [...cell.querySelectorAll('.explorer-text span')].map((each) => each.textContent).join(' '))]);
            """
        )

    def wait_rows(self, page, *rows):
        page.wait(lambda: self.rows(page) == [list(row) for row in rows], f"{rows}, not {self.rows(page)}")

    def explore(self, page, text):
        page.read(text)
        page.press("#explorer-switch")
        page.wait(lambda: page.script("return !document.getElementById('explorer').hidden"), "the explorer")

    def arrows(self, page):
        return len(page.all("#board .arrow"))


class WithBook(ExplorerTest):
    books = {"english": book("english", BOOK)}

    def test_moves_of_the_book_and_own_games(self, page):
        self.explore(page, GAMES)
        page.key(Keys.HOME)
        # Scores and results are White's, as in the engine's lines.
        self.wait_rows(
            page,
            ("11-15", "−0.12", "1.5K 75 %", "2 +0 =1 −1"), ("9-14", "+0.05", "300 15 %", ""), ("10-15", "+0.31", "200 10 %", ""),
            ("12-16", "", "", "1 +1 =0 −0"),
        )
        words = page.texts("#explorer tbody tr:first-child .sr-only")
        self.assertEqual(words, ["1500 visits, 75 %", "White: 0 wins, 1 draw, 1 loss"])
        page.press("#explorer tbody button")
        self.wait_rows(page, ("22-18", "−0.10", "40 100 %", "1 +0 =0 −1"), ("23-19", "", "", "1 +0 =1 −0"))

    def test_arrows_unknown_positions_and_no_help_during_a_game(self, page):
        self.explore(page, "english startpos")
        page.wait(lambda: len(self.rows(page)) == 3, "the moves")
        ActionChains(page.driver).move_to_element(page.all("#explorer tbody td:last-child")[1]).perform()
        page.wait(lambda: self.arrows(page) == 1, "an arrow for the move under the pointer")
        ActionChains(page.driver).move_to_element(page.one("#status")).perform()
        page.wait(lambda: self.arrows(page) == 0, "none")
        page.script("document.querySelector('#explorer tbody button').focus()")
        page.wait(lambda: self.arrows(page) == 1, "an arrow for the focused move")
        page.key(Keys.ENTER)
        page.wait(lambda: page.moves() == ["11-15"] and self.rows(page)[0][0] == "22-18", "the next position")
        self.assertTrue(page.script("return document.activeElement === document.querySelector('#explorer tbody button')"))
        self.assertEqual(self.arrows(page), 1)
        page.key(Keys.ENTER)
        page.wait(lambda: not self.rows(page), "the end of the book")
        self.assertEqual(page.script("return document.activeElement.closest('#explorer') !== null"), True)
        self.assertEqual(self.arrows(page), 0)
        page.read("english W:WK29:BK22")
        page.wait(lambda: "Neither the book nor your games" in page.one("#explorer").text, "the words")
        self.assertFalse(page.one("#explorer table").is_displayed())
        page.new_game("english")
        page.wait(lambda: not page.one("#explorer").is_displayed(), "the explorer to go")
        self.assertFalse(page.enabled("#engine-switch"))

    def test_opening_it_moves_nothing_and_does_not_scroll(self, page):
        page.read(GAMES)
        for width, height in ((1280, 720), (1920, 1080), (1024, 768), (360, 740)):
            with self.subTest(width=width):
                page.resize(width, height)
                before = page.script(PLACES)
                page.press("#explorer-switch")
                page.wait(lambda: self.rows(page), "the moves")
                self.assertEqual(page.script(PLACES), before)
                self.assertEqual(page.across(), 0)
                if width > 900:
                    self.assertLessEqual(page.script("return document.documentElement.scrollHeight"), height)
                page.press("#explorer-switch")
                page.wait(lambda: not page.one("#explorer").is_displayed(), "the explorer to go")

    def test_everything_is_visible_reachable_and_accessible(self):
        for language in LANGUAGES:
            page = self.page(language=language).open()
            self.explore(page, GAMES)
            page.key(Keys.HOME)
            page.wait(lambda: len(self.rows(page)) == 4, "the moves")
            for width, height in SMALL:
                with self.subTest(language, width=width, height=height):
                    page.resize(width, height)
                    self.assertEqual(page.across(), 0)
                    self.assertEqual(page.script(SQUEEZED), [])
                    self.assertEqual(page.script(CUT_OFF), [])
                    self.assertTrue(page.script(REACHED), "the last row")
            for width, height, scheme in LOOKS if language == "en" else ():
                with self.subTest(width=width, scheme=scheme):
                    page.resize(width, height, scheme=scheme)
                    if SHOTS:
                        page.shot(Path(SHOTS) / f"explorer-{width}-{scheme}.png")
                        page.script("document.getElementById('explorer').scrollIntoView({ block: 'end' })")
                        page.shot(Path(SHOTS) / f"explorer-{width}-{scheme}-end.png")
                    self.check_accessibility(page, scheme, ("minor", "moderate", "serious", "critical"))


class OwnGames(ExplorerTest):
    kind = FirefoxPage

    def test_transpositions_are_counted_together(self, page):
        self.explore(page, TRANSPOSED)
        page.key(Keys.END)
        page.key(Keys.ARROW_LEFT)
        self.wait_rows(page, ("27-24", "", "", "1 +1 =0 −0"), ("28-24", "", "", "1 +0 =0 −1"))

    def test_deleted_games_are_no_longer_counted(self, page):
        self.explore(page, GAMES)
        page.key(Keys.HOME)
        self.wait_rows(page, ("11-15", "", "", "2 +0 =1 −1"), ("12-16", "", "", "1 +1 =0 −0"))
        page.open_games(3)
        page.script("document.querySelectorAll('.games li')[2].querySelector('.game-actions button:last-child').click()")
        page.wait(lambda: len(page.all(".games li")) == 2, "one less")
        page.close_dialog()
        self.wait_rows(page, ("11-15", "", "", "2 +0 =1 −1"))
        page.reload()
        self.wait_rows(page, ("11-15", "", "", "2 +0 =1 −1"))

    def test_an_analysed_position_is_not_counted(self, page):
        self.explore(page, "english startpos")
        page.play("11", "15")
        page.key(Keys.HOME)
        page.wait(lambda: "Neither the book nor your games" in page.one("#explorer").text, "the words")

    def test_a_played_game_counts_once_it_is_over(self, page):
        page.new_game("english")
        page.play("11", "15")
        page.resign()
        page.press("#explorer-switch")
        page.key(Keys.HOME)
        self.wait_rows(page, ("11-15", "", "", "1 +0 =0 −1"))

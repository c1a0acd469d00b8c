"""The page that crown-annotate writes: clicked through, by keys, in light and dark, and with axe-core."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Page
from servers import PROGRAMS

GAMES = """[White "A"]
[Black "B"]
[GameType "21"]

1. 11-15! {a comment} (1. 9-13 22-18 {a line}) 23-19 2. 8-11 19-16 3. 12x19 22-17 *

[Game "towers"]
[First "C"]

1 first G6-F5
2 second H3-G4
3 first F5-H3
"""


class AnnotatedGames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.file = pathlib.Path(cls.folder.name) / "page.html"
        subprocess.run([PROGRAMS / "crown-annotate", "-", "--nodes", "5000", "--html", cls.file], input=GAMES, text=True, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open(self, place="", **look):
        page = Page()
        self.addCleanup(page.close)
        page.look(**look)
        page.driver.get(self.file.as_uri() + place)
        self.addCleanup(lambda: self.assertEqual(page.errors(), []))
        return page

    @staticmethod
    def shown(page, game="g1"):
        return page.driver.find_element(By.CSS_SELECTOR, f"#{game} output").text

    @staticmethod
    def pieces(page, game="g1"):
        return len(page.driver.find_elements(By.CSS_SELECTOR, f"#{game} .stage .pieces use"))

    def keys(self, page, *keys):
        page.driver.find_element(By.TAG_NAME, "body").send_keys(*keys)

    def test_keys_go_through_a_game(self):
        page = self.open("#g1m1")
        self.assertTrue(self.shown(page).startswith("1. 11-15! "))
        self.keys(page, Keys.ARROW_RIGHT)
        self.assertTrue(self.shown(page).startswith("1... 23-19 "))
        self.keys(page, Keys.HOME)
        self.assertEqual(self.shown(page), "Beginning")
        self.assertEqual(self.pieces(page), 24)
        self.keys(page, "m")
        self.assertTrue(self.shown(page).startswith("2... 19-16?"))
        self.keys(page, Keys.END)
        self.assertTrue(self.shown(page).startswith("3... 22-17"))
        self.assertEqual(self.pieces(page), 23)

    def test_moves_lines_and_the_graph_are_clicked(self):
        page = self.open("#g2")
        page.driver.find_element(By.ID, "g2m2").click()
        self.assertTrue(self.shown(page, "g2").startswith("1... H3-G4??"))
        button = page.driver.find_element(By.CSS_SELECTOR, "#g2 .better button")
        button.click()
        self.assertEqual(self.shown(page, "g2"), f"Better line: {button.text}")
        page.driver.find_element(By.CSS_SELECTOR, "#g2 [data-go=last]").click()
        self.assertTrue(self.shown(page, "g2").startswith("2. F5-H3"))
        page.driver.find_element(By.CSS_SELECTOR, "#g2 .stage .board").click()
        self.assertTrue(self.shown(page, "g2").startswith("2. F5-H3"))
        self.assertEqual(self.shown(page), "")

    def test_variations_of_people_are_clicked_and_look_different(self):
        page = self.open("#g1")
        first, second = page.driver.find_elements(By.CSS_SELECTOR, "#g1 .variation button")
        second.click()
        self.assertEqual(self.shown(page), "Variation: 22-18")
        self.keys(page, Keys.ARROW_LEFT)
        self.assertEqual(self.shown(page), f"Variation: {first.text}")
        self.keys(page, Keys.ARROW_LEFT)
        self.assertEqual(self.shown(page), "Beginning")
        colour = "return getComputedStyle(document.querySelector(arguments[0])).color"
        theirs = page.driver.execute_script(colour, "#g1 .comment")
        self.assertEqual(page.driver.execute_script(colour, "#g1 .variation button"), theirs)
        self.assertNotEqual(page.driver.execute_script(colour, "#g1 .better button"), theirs)

    def test_a_board_that_is_turned_has_its_first_square_last(self):
        page = self.open("#g1m1")
        corner = "const at = document.querySelector('#g1 .stage .pieces use'); return [at.getAttribute('class'), at.getAttribute('y')]"
        self.assertEqual(page.script(corner), ["light", "0"])
        self.keys(page, "f")
        self.assertEqual(page.script(corner), ["light", "700"])

    def test_everybody_can_use_it(self):
        if "AXE" not in os.environ:
            self.skipTest("axe-core is not there")
        axe = pathlib.Path(os.environ["AXE"]).read_text(encoding="utf-8")
        for scheme, width in (("light", 1280), ("dark", 360)):
            page = self.open("#g1m4", scheme=scheme, width=width)
            across = page.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            self.assertLessEqual(across, 0, "the page scrolls sideways")
            page.driver.execute_script(axe)
            found = page.driver.execute_async_script("axe.run().then(({ violations }) => arguments[0](violations))")
            self.assertEqual([(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found], [])


if __name__ == "__main__":
    unittest.main()

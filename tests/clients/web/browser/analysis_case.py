"""What tests of analysis share: games to open, and how to open them."""

from case import PageTest

# Black gives a man away with 15-19.
BLUNDER = """[GameType "21"]

1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 8x15 24-20 5. 15-19 23x16 *
"""

# Kings go to and fro, for a list that is longer than any window.
LONG = '[GameType "21"]\n[FEN "B:WK32:BK1"]\n\n' + " ".join(
    f"{number}. 1-6 32-27 {number + 1}. 6-1 27-32" for number in range(1, 61, 2)
) + " *\n"


class AnalysisTest(PageTest):
    def analyse(self, page, text):
        """Opens a position or a game without playing it."""
        page.press("#open-exchange")
        page.wait(lambda: page.all("#import-text"), "the dialog")
        page.script("document.getElementById('import-text').value = arguments[0]", text)
        page.press("#import")
        page.wait(lambda: not page.all("dialog"), "the board")

    def exported(self, page):
        """The game as a file, on one line."""
        page.press("#open-exchange")
        text = page.wait(lambda: page.all("#export-game"), "the dialog")[0].get_attribute("value")
        page.press("dialog .dialog-head button")
        page.wait(lambda: not page.all("dialog"), "the board")
        return " ".join(text.split())

    def review(self, page):
        page.press("#review")
        page.wait(lambda: page.one("#unmark").is_displayed(), "the end of the review")

    def texts(self, page, selector):
        return page.script("return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector)

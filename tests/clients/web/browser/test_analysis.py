"""Analysis: lines, arrows, bar, graph, mistakes, lessons, tables."""

from case import PageTest

# Black gives a man away with 15-19.
BLUNDER = """[GameType "21"]

1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 8x15 24-20 5. 15-19 23x16 *
"""


class Analysis(PageTest):
    def analyse(self, page, text):
        page.press("#open-exchange")
        page.wait(lambda: page.all("#import-text"), "the dialog")
        page.script("document.getElementById('import-text').value = arguments[0]", text)
        page.press("#import")
        page.wait(lambda: not page.all("dialog"), "the board")

    def test_lines_arrows_and_bar(self):
        page = self.page().open()
        self.analyse(page, "english startpos")
        page.choose("#analysis-lines", "3")
        page.press("#engine-switch")
        page.wait(lambda: len(page.all(".lines li")) == 3, "three lines")
        page.wait(lambda: len(page.all("#board .arrow")) >= 1, "arrows")
        page.wait(lambda: "depth" in page.one(".facts").text, "depth and speed")
        page.wait(lambda: page.one("#bar").is_displayed() and "Evaluation" in page.one("#bar").get_attribute("aria-label"), "the bar")
        page.click("11", "15")
        page.wait(lambda: page.moves() == ["11-15"] and len(page.all(".lines li")) == 3, "the next position")
        page.press("#engine-switch")
        page.wait(lambda: not page.all(".lines li") and not page.all("#board .arrow"), "an end of it")

    def test_a_line_can_be_walked(self):
        page = self.page().open()
        self.analyse(page, "towers startpos")
        page.press("#engine-switch")
        second = "const move = document.querySelectorAll('.lines .pv-move')[1]; move?.click(); return Boolean(move)"
        page.wait(lambda: page.script(second), "a line")
        page.wait(lambda: len(page.moves()) == 2, "its moves on the board")

    def test_tables_tell_the_truth(self):
        page = self.page().open()
        self.analyse(page, "english W:WK29:BK22")
        page.press("#engine-switch")
        page.wait(lambda: "Exact: loss (2 plies)" in page.one(".truth").text, "the truth")

    def test_nobody_is_helped_in_a_game(self):
        page = self.page().open()
        page.new_game("english")
        self.assertFalse(page.one("#engine-switch").is_enabled())

    def test_the_review_marks_mistakes_and_one_can_learn_from_them(self):
        page = self.page().open()
        self.analyse(page, BLUNDER)
        page.press("#review")
        page.wait(lambda: page.all("#learn"), "mistakes")
        self.assertTrue(page.all(".graph-line"))
        self.assertTrue(page.all(".moves .glyph"))
        page.press("#learn")
        question = page.wait(lambda: page.one(".lesson").text, "a question")
        self.assertIn("Find a better move", question)
        best = page.script(
            "[...document.querySelectorAll('.lesson button')][0].click(); return document.querySelector('.lesson .answer').textContent"
        ).split("play ")[1].rstrip(".")
        page.type_move(best)
        page.wait(lambda: "is good" in page.one(".lesson").text, "praise")

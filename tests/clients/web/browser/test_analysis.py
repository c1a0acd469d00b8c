"""Analysis: lines, arrows, bar, graph, mistakes, lessons, tables."""

from selenium.webdriver.common.action_chains import ActionChains

from case import BLUNDER, PageTest

RECTS = """
    return ['status', 'moves', 'analysis'].map((id) => document.getElementById(id)).concat(...document.querySelectorAll('.graph, .results, .move'))
      .map((each) => each.getBoundingClientRect()).map(({ left, top, width, height }) => [left, top, width, height]);
    """

# The elements that stay in a low window, where the move list shrinks.
STEADY = """
    return [document.getElementById('status'), ...document.querySelectorAll('.move')].map((each) => each.getBoundingClientRect())
      .map(({ left, top, width, height }) => [left, top, width, height]).concat(document.getElementById('analysis').getBoundingClientRect().bottom);
    """


class Analysis(PageTest):
    def test_lines_arrows_and_bar(self, page):
        page.read("english startpos")
        page.choose("#analysis-lines", "3")
        page.start_analysis(3)
        page.wait(lambda: len(page.all("#board .arrow")) >= 1, "arrows")
        page.wait(lambda: "depth" in page.one(".facts").text, "depth and speed")
        page.wait(lambda: page.one("#bar").is_displayed() and "Evaluation" in page.one("#bar").get_attribute("aria-label"), "the bar")
        page.click("11", "15")
        page.wait(lambda: page.moves() == ["11-15"] and len(page.all(".lines li")) == 3, "the next position")
        page.press("#engine-switch")
        page.wait(lambda: not page.all(".lines li") and not page.all("#board .arrow"), "an end of it")

    def test_a_line_keeps_the_focus_and_can_be_played_through(self, page):
        page.read("towers startpos")
        page.press("#engine-switch")
        page.wait(lambda: page.all(".lines .pv-move"), "a line")
        page.script("document.querySelector('.lines .pv-move').focus()")
        before = page.one(".facts").text
        page.wait(lambda: page.one(".facts").text != before, "something new")
        self.assertTrue(page.script("return document.activeElement === document.querySelector('.lines .pv-move')"))
        second = "const move = document.querySelectorAll('.lines .pv-move')[1]; move?.click(); return Boolean(move)"
        page.wait(lambda: page.script(second), "a line")
        page.wait(lambda: len(page.moves()) == 2, "its moves on the board")

    def test_a_slow_click_plays_the_line_that_was_pressed(self, page):
        page.read("english startpos")
        page.press("#engine-switch")
        page.wait(lambda: len(page.all(".lines .pv-move")) > 2, "a line")
        depth = "return Number(/\\d+/.exec(document.querySelector('.facts').textContent)?.[0] ?? 0)"
        for _ in range(3):
            page.script("window.pressed = document.querySelectorAll('.lines .pv-move')[1]")
            ActionChains(page.driver).click_and_hold(page.all(".lines .pv-move")[1]).perform()
            line = [each.text for each in page.all(".lines .pv-move")[:2]]
            start = page.script(depth)
            page.wait(lambda: page.script(depth) > start + 1, "deeper lines")
            self.assertTrue(page.script("return window.pressed.isConnected"))
            ActionChains(page.driver).release().perform()
            page.wait(lambda: len(page.moves()) == 2, "the line on the board")
            self.assertEqual(page.moves(), line)
            page.press(".toolbar .button:nth-child(1)")
            page.press(".toolbar .button:nth-child(3)")
            page.wait(lambda: page.texts(".move[aria-current]") == line[:1], "the first move of it")
            page.press('[aria-label="Delete from here"]')
            page.wait(lambda: not page.moves() and len(page.all(".lines .pv-move")) > 2, "the first position")

    def test_the_engine_explains_the_shown_move_also_during_analysis(self):
        page = self.page(language="pt").open()
        page.read(BLUNDER)
        page.script("document.querySelectorAll('.moves .move')[8].click()")
        page.wait(lambda: page.texts(".move[aria-current]") == ["15-19"], "the position after the blunder")
        for analysed in (False, True):
            with self.subTest(analysed=analysed):
                if analysed:
                    page.start_analysis()
                answer = self.explained(page)
                self.assertRegex(answer[0], r"^15-19: erro grave\. O programa jogaria \S+\.$")
                self.assertRegex(answer[1], r"^15-19 perde uma peça: 23x16( [\dx-]+)+\.$")
                self.assertTrue(page.script("return document.activeElement.id === 'why'"), "it keeps the focus")
        page.wait(lambda: page.all(".lines li"), "analysis again")
        self.check_accessibility(page)
        page.script("document.querySelector('#analysis .explanation .pv-move').click()")
        page.wait(lambda: page.texts(".move[aria-current]") == ["23x16"], "the line on the board")
        self.assertEqual(page.texts("#analysis .explanation"), [""], "the answer was about another move")
        page.press(".toolbar .button:nth-child(1)")
        page.wait(lambda: not page.one("#why").is_displayed(), "the first position")
        page.read("english startpos moves 11-15")
        self.assertEqual(self.explained(page)[-1], "O programa não conhece nenhuma razão.")

    def test_words_that_cannot_be_loaded_are_loaded_later(self, page):
        page.read(BLUNDER)
        page.script("document.querySelectorAll('.moves .move')[8].click()")
        page.wait(lambda: page.texts(".move[aria-current]") == ["15-19"], "the position after the blunder")
        page.driver.execute_cdp_cmd("Network.enable", {})
        for blocked, answer in ((["*/explain.js"], "That needs the engine"), ([], "15-19 loses a man: ")):
            page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": blocked})
            self.assertTrue(self.explained(page)[1].startswith(answer), page.texts("#analysis .explanation p"))
        self.assertTrue(all("explain.js" in error for error in page.errors()))

    def explained(self, page):
        """The answer to the question why: its paragraphs."""
        page.script("document.getElementById('why').focus()")
        page.press("#why")
        return page.wait(lambda: page.texts("#analysis .explanation p"), "an answer")

    def test_exact_values_are_for_the_light_side_and_best_first(self, page):
        page.read("english W:WK29:BK22")
        page.press("#engine-switch")
        page.wait(lambda: "Exact: loss (2 plies)" in page.one(".exact").text, "the exact values")
        page.read("english W:WK29,K30:BK22")
        page.wait(lambda: "Exact: " in page.one(".exact").text and len(set(self.exact(page))) > 1, "moves of different values")
        ranks = {"win": 0, "draw": 1, "loss": 2}
        values = [word for word, *_ in self.exact(page)]
        self.assertEqual(values, sorted(values, key=ranks.get))
        page.read("english B:WK29,K30:BK22")
        page.wait(lambda: "Exact: win (" in page.one(".exact").text and page.all(".lines li"), "lines and exact values")
        self.assertIn("scores for White", page.one("#analysis .panel-head").text)
        page.wait(lambda: page.one(".lines .score").text.startswith("win in"), "the score of the line")
        page.wait(lambda: "Evaluation win in" in page.one("#bar").get_attribute("aria-label"), "the bar")
        self.assertEqual({word for word, _ in self.exact(page)}, {"win"})
        plies = [int(number) for _, number in self.exact(page)]
        self.assertEqual(plies, sorted(plies, reverse=True), "Black is to move, and the longest resistance is best")

    def exact(self, page):
        """The exact values of the moves: a word, and plies."""
        return [tuple(text.split()[1:]) for text in page.texts(".exact .pv-move")]

    def test_positions_without_evaluation_are_gaps_in_the_graph(self, page):
        text = BLUNDER.replace("11-15 22-18", "11-15 {+0.10/9 0.1s} 22-18 {+0.20/9 0.1s}").replace("24-20 5.", "24-20 {-0.30/9 0.1s} 5.")
        page.read(text)
        light = page.script("return [...document.querySelectorAll('.graph-light')].map((each) => each.getBBox()).map(({ x, width }) => [x, x + width])")
        self.assertEqual([[round(each / 60, 1) for each in ends] for ends in light], [[0, 1], [6.5, 7.5]])
        dark = page.script("return [...document.querySelectorAll('.graph-dark')].map((each) => each.getBBox().width)")
        self.assertLessEqual(sum(dark), 121)

    def test_the_analysis_switch_moves_nothing(self):
        for width, height, places in ((1440, 900, RECTS), (1280, 720, STEADY)):
            with self.subTest(width=width):
                page = self.page(width=width, height=height).open()
                for lines in ("1", "3"):
                    page.read(BLUNDER)
                    page.choose("#analysis-lines", lines)
                    before = page.script(places)
                    page.press("#engine-switch")
                    page.wait(lambda: len(page.all(".lines li")) == int(lines), "lines")
                    self.assertEqual(page.script(places), before)
                    page.press("#engine-switch")

    def test_lines_and_graph_are_beside_the_board(self, page):
        page.read(BLUNDER)
        page.choose("#analysis-lines", "3")
        page.review()
        page.start_analysis(3)
        for width, height in ((1440, 900), (1280, 720)):
            with self.subTest(width=width):
                page.resize(width, height)
                for selector in ("#board", ".lines", ".graph", ".summary", "#next-mistake"):
                    bottom = page.script("return document.querySelector(arguments[0]).getBoundingClientRect().bottom", selector)
                    self.assertLessEqual(bottom, height, selector)
                self.assertEqual(page.script("return scrollY"), 0)
                self.assertGreater(page.script("return document.querySelector('.moves').clientHeight"), 140)

    def test_a_phone_has_board_moves_and_the_best_line_on_one_screen(self):
        page = self.page(width=360, height=740, touch=True).open()
        page.read(BLUNDER)
        page.start_analysis()
        for selector in ("#board", ".moves", ".lines li"):
            bottom = page.script("scrollTo(0, 0); return document.querySelector(arguments[0]).getBoundingClientRect().bottom", selector)
            self.assertLessEqual(bottom, 740, selector)

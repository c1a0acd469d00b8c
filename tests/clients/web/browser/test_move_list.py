"""The list of moves follows the game, and its comments stay small."""

from selenium.webdriver.common.keys import Keys

from analysis_case import LONG, AnalysisTest

# Whether the current move lies wholly inside the list, and is that of the number given, if one is.
IN_SIGHT = """
    if (arguments.length && document.querySelectorAll('.move')[arguments[0]] !== document.querySelector('.move[aria-current]')) return false;
    const [list, move] = ['.moves', '.move[aria-current]'].map((each) => document.querySelector(each)?.getBoundingClientRect());
    return Boolean(list && move) && move.top >= list.top - 1 && move.bottom <= list.bottom + 1 && move.left >= list.left - 1 && move.right <= list.right + 1;
    """


class MoveList(AnalysisTest):
    def test_the_current_move_is_always_in_sight(self):
        for width in (1440, 1024, 800, 360):
            with self.subTest(width=width):
                page = self.page(width=width, height=800).open()
                self.analyse(page, LONG)
                page.script("document.activeElement.blur()")
                for count in range(1, 41):
                    page.key(Keys.ARROW_RIGHT)
                    page.wait(lambda: page.script(IN_SIGHT, count - 1), f"move {count} in sight")  # noqa: B023
                page.key(Keys.END)
                page.wait(lambda: not page.enabled(".toolbar .button:nth-child(4)"), "the end")
                page.wait(lambda: page.script(IN_SIGHT), "the current move to be in sight")
                page.key(Keys.HOME)
                page.wait(lambda: page.script("return document.querySelector('.moves').scrollTop + document.querySelector('.moves').scrollLeft") == 0, "the beginning")

    def test_it_is_in_sight_after_import_and_after_another_window(self):
        page = self.page(width=1280, height=800).open()
        moves = " ".join(["1-6", "32-27", "6-1", "27-32"] * 20)
        self.analyse(page, f"english B:WK32:BK1 moves {moves}")
        page.wait(lambda: page.script(IN_SIGHT), "the last move in sight")
        for width in (360, 1440):
            page.resize(width, 740)
            page.wait(lambda: page.script(IN_SIGHT), "the last move in sight")

    def test_a_comment_takes_a_line_and_parts_no_moves(self):
        page = self.page().open()
        comment = "very bold, " * 30
        self.analyse(page, f'[GameType "21"]\n\n1. 11-15 {{{comment}}} 22-18 {{well met}} 2. 15x22 25x18 *\n')
        self.assertEqual([each.split(".")[0] for each in self.texts(page, ".moves > .row")], ["1", "2"])
        heights = page.script("return [...document.querySelectorAll('.remark, .moves > .row')].map((each) => each.getBoundingClientRect().height)")
        self.assertEqual(len(heights), 4)
        self.assertLess(max(heights), 1.5 * min(heights))

    def test_focus_stays_in_the_list(self):
        page = self.page().open()
        self.analyse(page, LONG)
        page.all(".moves .move")[2].click()
        page.wait(lambda: page.script("return document.activeElement === document.querySelector('.move[aria-current]')"), "the focus")

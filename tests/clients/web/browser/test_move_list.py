"""The list of moves."""

from selenium.webdriver.common.keys import Keys

from browser import TIMEOUT
from case import LONG, PageTest

# Whether the current move is fully visible, and has the given number.
IN_SIGHT = """
    if (arguments.length && document.querySelectorAll('.move')[arguments[0]] !== document.querySelector('.move[aria-current]')) return false;
    const [list, move] = ['.moves', '.move[aria-current]'].map((each) => document.querySelector(each)?.getBoundingClientRect());
    return Boolean(list && move) && move.top >= list.top - 1 && move.bottom <= list.bottom + 1 && move.left >= list.left - 1 && move.right <= list.right + 1;
    """

# Presses the right arrow; returns after how many presses the current move was not visible in time, 0 if it always was.
STEP_THROUGH = """
    const [presses, patience] = arguments;
    const isSeen = function () { IN_SIGHT };
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    return (async () => {
      for (let count = 1; count <= presses; count += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
        const end = Date.now() + patience;
        while (!isSeen(count - 1)) {
          if (Date.now() > end) return count;
          await frame();
        }
      }
      return 0;
    })();
    """.replace("IN_SIGHT", IN_SIGHT)


class MoveList(PageTest):
    def test_the_current_move_stays_visible(self):
        page = self.page(width=1280, height=800).open()
        page.read("english B:WK32:BK1 moves " + " ".join(["1-6", "32-27", "6-1", "27-32"] * 20))
        page.wait(lambda: page.script(IN_SIGHT), "the last move in sight")
        for width in (360, 1440):
            page.resize(width, 740)
            page.wait(lambda: page.script(IN_SIGHT), "the last move in sight")
        page.read(LONG)
        for width in (1440, 1024, 800, 360):
            with self.subTest(width=width):
                page.resize(width, 800)
                page.script("document.activeElement.blur()")
                self.assertEqual(page.script(STEP_THROUGH, 40, 1000 * TIMEOUT / 2), 0)
                page.key(Keys.END)
                page.wait(lambda: not page.enabled(".toolbar .button:nth-child(4)"), "the end")
                page.wait(lambda: page.script(IN_SIGHT), "the current move to be in sight")
                page.key(Keys.HOME)
                page.wait(lambda: page.script("return document.querySelector('.moves').scrollTop + document.querySelector('.moves').scrollLeft") == 0, "the beginning")
        page.all(".moves .move")[2].click()
        page.wait(lambda: page.script("return document.activeElement === document.querySelector('.move[aria-current]')"), "the focus")

    def test_a_comment_takes_one_line(self, page):
        comment = "very bold, " * 30
        page.read(f'[GameType "21"]\n\n1. 11-15 {{{comment}}} 22-18 {{well met}} 2. 15x22 25x18 *\n')
        self.assertEqual([each.split(".")[0] for each in page.texts(".moves > .row")], ["1", "2"])
        heights = page.script("return [...document.querySelectorAll('.remark, .moves > .row')].map((each) => each.getBoundingClientRect().height)")
        self.assertEqual(len(heights), 4)
        self.assertLess(max(heights), 1.5 * min(heights))

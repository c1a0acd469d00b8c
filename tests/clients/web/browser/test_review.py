"""Review of a game: judgements, better lines, and preserved comments."""

import os
import signal

from selenium.webdriver.common.keys import Keys

from case import BLUNDER, LONG, PageTest

# A person's sign that differs from the engine's, comments, and a variation.
ANNOTATED = """[GameType "21"]

{mine} 1. 11-15! {bold} 22-18 2. 15x22 25x18 (2... 26x17 {also played}) 3. 10-15 18x11 4. 8x15 24-20 5. 15-19! {a trap?} 23x16 *
"""


class Review(PageTest):
    def test_mistakes_are_summed_up_shown_with_better_lines_and_can_be_retried(self, page):
        page.read(BLUNDER)
        page.review()
        self.assertTrue(page.all(".graph-line"))
        self.assertIn("??", page.texts(".moves .by-engine.glyph"))
        rows = [" ".join(text.split()) for text in page.texts(".summary tr")]
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertRegex(row, r"^(Black|White) ?accuracy \d+ %")
        page.press(".summary .move:not(:disabled):has(.loss-qq)")
        page.wait(lambda: page.texts(".move[aria-current]") == ["15-19??"], "the blunder")
        page.press(".toolbar .button:nth-child(1)")
        page.press("#next-mistake")
        page.wait(lambda: page.all(".move[aria-current] .by-engine"), "a mistake")
        page.script("[...document.querySelectorAll('.variation.by-engine')].at(-1).querySelector('.move').click()")
        page.wait(lambda: page.all(".variation.by-engine .move[aria-current]"), "the better line")
        page.script("document.activeElement.blur()")
        page.key(Keys.ARROW_RIGHT)
        page.wait(lambda: page.texts(".move[aria-current]") != page.texts(".variation.by-engine .move:first-child")[-1:], "its second move")
        page.press("#learn")
        question = page.wait(lambda: page.one(".lesson").text, "a question")
        self.assertIn("Find a better move", question)
        best = page.script(
            "[...document.querySelectorAll('.lesson button')][0].click(); return document.querySelector('.lesson .answer').textContent"
        ).split("play ")[1].rstrip(".")
        page.type_move(best)
        page.wait(lambda: "is good" in page.one(".lesson").text, "praise")
        page.press("#unmark")
        page.wait(lambda: not page.all(".by-engine") and page.all("#board .piece"), "the game without marks")

    def test_signs_comments_and_variations_of_people_stay(self, page):
        page.read(ANNOTATED)
        before = page.exported()
        comments = page.texts(".comment")
        page.review()
        summary = page.one(".summary").text
        self.assertEqual(page.texts(".moves .glyph:not(.by-engine)"), ["!", "!"])
        self.assertEqual(page.texts(".comment"), comments)
        marks = page.texts(".moves .by-engine.glyph")
        self.assertIn("??", marks)
        lines = len(page.all(".variation.by-engine"))
        self.assertGreater(lines, 0)
        written = page.exported()
        self.assertRegex(" ".join(written.split()), r"5\. 15-19 \$1 \{\[%loss [\d.]+ \?\?\] a trap\?\}")
        page.read(written)
        self.assertEqual(page.texts(".moves .by-engine.glyph"), marks)
        self.assertEqual(page.one(".summary").text, summary)
        self.assertEqual(len(page.all(".variation.by-engine")), lines)
        self.assertEqual(page.texts(".comment"), comments)
        page.press("#unmark")
        page.wait(lambda: not page.all(".by-engine"), "no marks")
        self.assertEqual(page.exported(), before)

    def test_mistakes_are_explained_and_their_lines_can_be_played(self):
        page = self.page(language="es").open()
        page.read(BLUNDER)
        page.review()
        sentence = page.wait(lambda: next((text for text in page.texts(".moves .explanation") if text.startswith("15-19")), ""), "a sentence")
        self.assertRegex(sentence, r"^15-19 pierde un peón: 23x16( [\dx-]+)+\.$")
        line = sentence.rstrip(".").split(": ")[1].split()
        self.check_accessibility(page)
        page.driver.refresh()
        page.wait(lambda: sentence in page.texts(".moves .explanation"), "the sentence of the stored game")
        page.script(
            "const [text] = arguments; [...document.querySelectorAll('.moves .explanation')].find((each) => each.textContent === text).querySelectorAll('.pv-move')[1].click()",
            sentence,
        )
        page.wait(lambda: page.texts(".move[aria-current]") == line[1:2], "the position after two moves of it")
        page.script("document.activeElement.blur()")
        page.key(Keys.ARROW_RIGHT)
        page.wait(lambda: page.texts(".move[aria-current]") == line[2:3], "the next move of it")
        page.press("#unmark")
        page.wait(lambda: not page.all(".by-engine"), "no marks")

    def test_a_resigned_game_keeps_its_result(self, page):
        page.new_game("english")
        for move in ("11-15", "22-18", "15x22", "25x18"):
            page.type_move(move)
            page.wait(lambda: move in page.moves(), move)
        page.press("#resign")
        page.script("document.querySelector('#status .ask .primary').click()")
        page.wait(lambda: page.all("#review") and page.one("#review").is_displayed(), "the end of the game")
        page.review()
        self.assertIn('[Result "0-1"]', page.exported())
        self.assertIn("accuracy", page.one(".summary").text)

    def test_every_game_and_a_large_board(self, page):
        for game, start in [*((game, "startpos") for game in self.games), ("reduced-chess", "26 Kb1,Ra2,Rc3,Bd4 Kz26,Ry7,Rx8,Bw9 w")]:
            with self.subTest(game, start=start):
                moves = []
                for _ in range(2):
                    moves += [move for move, _ in self.engine.routes(game, start, moves)[:1]]
                page.read(f"{game} {start} moves {' '.join(moves)}")
                page.review()
                self.assertIn("accuracy", page.one(".summary").text)

    def test_a_lost_connection_delays_a_review_which_can_be_stopped(self, page):
        page.read(LONG)
        page.press("#review")
        page.wait(lambda: page.script("return document.querySelector('.review-progress progress').value > 2"), "progress")
        for number in self.web.engines():
            os.kill(number, signal.SIGKILL)
        done = page.script("return document.querySelector('.review-progress progress').value")
        page.wait(lambda: page.script("return document.querySelector('.review-progress progress').value") > done + 3, "more progress")
        page.press(".review-progress button")
        page.wait(lambda: page.one("#review").is_displayed(), "its end")
        self.assertEqual(page.all(".by-engine"), [], "it was stopped")

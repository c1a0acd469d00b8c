"""The controls of a game: stable buttons, questions, focus, keys, and hints."""

from selenium.webdriver.common.keys import Keys

from browser import UNTIL_TOLD
from case import PageTest

SLOTS = """
    return [...document.querySelectorAll('.slots button')].filter((each) => !each.hidden)
      .map((each) => [each.id, ...['left', 'top', 'width', 'height'].map((key) => Math.round(each.getBoundingClientRect()[key]))]);
"""


class Buttons(PageTest):
    def test_buttons_keep_their_places_during_a_game(self):
        for width in (1280, 360):
            with self.subTest(width):
                page = self.page(width=width).open()
                page.new_game("english", ("human", "engine 0"), limit=UNTIL_TOLD)
                page.script("scrollTo(0, 0)")
                before = page.script(SLOTS)
                self.assertEqual([each[0] for each in before], ["hint", "undo", "redo", "move-now", "draw", "resign"])
                self.assertFalse(page.enabled("#move-now"))
                page.type_move("11-15")
                page.wait(lambda: page.enabled("#move-now"), "the engine to think")
                page.script("scrollTo(0, 0)")
                self.assertEqual(page.script(SLOTS), before)
                page.move_now()
                page.wait_moves(2)
                page.wait(lambda: "Black to move" in page.state(), "our turn")
                page.script("scrollTo(0, 0)")
                self.assertEqual(page.script(SLOTS), before)
                page.press("#draw")
                self.assertEqual(page.script(SLOTS), before)
                page.answer(yes=False)

    def test_late_clicks_on_move_now_do_nothing(self, page):
        page.let_think()
        x, y = (edge + 9 for edge in page.box("#move-now")[:2])
        page.move_now()
        page.wait_moves(2)
        page.wait(lambda: "Black to move" in page.state(), "our turn")
        for _ in range(3):
            page.click_at(x, y)
        self.assertFalse(page.one(".ask").is_displayed())
        self.assertEqual(page.notes(), "")
        self.assertIn("Black to move", page.state())

    def test_a_declined_question_returns_the_focus(self, page):
        page.new_game("english")
        for name in ("resign", "draw"):
            with self.subTest(name):
                page.script(f"document.getElementById('{name}').focus()")
                page.key(Keys.ENTER)
                page.wait(lambda: page.one(".ask").is_displayed(), "the question")
                page.key(Keys.ENTER)
                self.assertTrue(page.one(".ask").is_displayed(), "the second press answers nothing")
                page.key(Keys.ESCAPE)
                page.wait(lambda: not page.one(".ask").is_displayed(), "an end of the question")
                self.assertEqual(page.focused(), name)
        self.assertIn("Black to move", page.state())


class Focus(PageTest):
    def test_the_focus_stays_after_typed_moves_and_undo(self, page):
        page.new_game("english", ("human", "engine 0"), limit=UNTIL_TOLD)
        page.type_move("11-15")
        page.wait(lambda: page.enabled("#move-now"), "the engine to think")
        self.assertEqual(page.focused(), "move-field")
        page.script("document.getElementById('undo').focus()")
        page.key(Keys.ENTER)
        page.wait(lambda: not page.enabled("#undo"), "the beginning")
        self.assertEqual(page.focused(), "undo")

    def test_the_focus_moves_when_its_control_disappears(self, page):
        page.new_game("english", start="text", text="B:W18:B15")
        page.type_move("15x22")
        page.wait(lambda: page.one(".end-card").is_displayed(), "the end")
        self.assertIn("end-card", page.focused())
        page.key(Keys.ESCAPE)
        page.script("document.getElementById('analyse').focus()")
        page.key(Keys.ENTER)
        page.wait(lambda: "Free analysis" in page.one("#status").text, "the analysis")
        self.assertEqual(page.focused(), "status")

    def test_arrow_keys_step_after_clicks_on_controls(self, page):
        page.new_game("english")
        page.play("11", "15")
        page.play("22", "18", moves=2)
        page.resign()
        page.key(Keys.ESCAPE)
        page.press("#analyse")
        for control in ("#engine-switch", ".choices [type=checkbox]", '[aria-label="Flip board"]'):
            with self.subTest(control):
                page.one(control).click()
                page.key(Keys.ARROW_LEFT)
                page.wait(lambda: page.label("22") == "22, White man", "the move before")
                page.one(control).click()
                page.key(Keys.ARROW_RIGHT)
                page.wait(lambda: page.label("22") == "22, empty", "the move again")
        page.script("document.getElementById('move-field').focus()")
        page.key(Keys.ARROW_LEFT)
        self.assertEqual(page.label("22"), "22, empty", "in a field they move the caret")


class Hints(PageTest):
    def test_the_first_press_shows_the_piece_the_second_the_move(self, page):
        page.new_game("english", ("human", "engine 0"), limit=("depth", 1))
        page.press("#hint")
        page.wait(lambda: page.all("#board .route-piece.hint"), "the piece")
        self.assertFalse(page.all("#board .route-way.hint"))
        square = page.said().split()[-1]
        page.press("#hint")
        page.wait(lambda: page.all("#board .route-way.hint"), "the move")
        move = page.said().split()[-1]
        self.assertTrue(move.startswith(square))
        path = next(path for text, path in self.engine.routes("english", "startpos", []) if text == move)
        page.click(*path)
        page.wait(lambda: not page.all("#board .hint"), "an end of the hint")
        page.wait_moves(2)
        page.new_game("towers")
        page.key("h")
        page.wait(lambda: page.all("#board .route-piece.hint"), "the piece")
        page.key("h")
        page.wait(lambda: page.all("#board .route-way.hint"), "the move")

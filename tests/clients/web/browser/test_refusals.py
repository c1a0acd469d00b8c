"""Refused moves: messages at the board, and highlighted captures."""

from case import PageTest


class Refusals(PageTest):
    def test_a_refusal_is_shown_until_the_next_move(self, page):
        page.new_game("english")
        page.click("8", "17")
        reason = self.engine.ask("position english startpos", "move 8-17")[0].split(": ", 1)[1]
        page.wait(lambda: page.refusal() == f"{reason[0].upper()}{reason[1:]}.", "the reason")
        self.assertNotIn(":", page.refusal())
        self.assertEqual(page.notes(), "")
        inside = page.script(
            """
            const [board, note] = ['.board-row', '.refusal'].map((each) => document.querySelector(each).getBoundingClientRect());
            return note.top >= board.top && note.bottom <= board.bottom;
            """
        )
        self.assertTrue(inside, "at the board")
        page.play("11", "15")
        self.assertEqual(page.refusal(), "")

    def test_the_mandatory_capture_is_highlighted(self, page):
        page.new_game("english", start="text", text="B:W18,32:B15,1")
        self.assertFalse(page.all("#board .required"))
        page.click("1", "5")
        page.wait(lambda: page.all("#board .route-way.required"), "the capture")
        piece = page.one("#board .route-piece.required").rect
        x, y = page.square("15")
        self.assertTrue(piece["x"] < x < piece["x"] + piece["width"] and piece["y"] < y < piece["y"] + piece["height"])
        self.assertEqual(len(page.all("#board .route-taken.required")), 1)
        self.assertIn("15x22", page.refusal())
        page.play("15", "22")
        self.assertFalse(page.all("#board .required"))
        self.assertEqual(page.refusal(), "")

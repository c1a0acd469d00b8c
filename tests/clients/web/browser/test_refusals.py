"""Moves that are refused: a sentence at the board, in the page's language, and the capture that is due."""

import re

from case import PageTest
from servers import ROOT


def reason_words():
    """Those of the protocol."""
    text = (ROOT / "PROTOCOL.md").read_text(encoding="utf-8")
    table = text.split("### Why a move is illegal")[1].split("```")[0]
    return re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)


class Refusals(PageTest):
    def test_a_refusal_is_a_sentence_at_the_board_and_goes_with_the_next_move(self):
        page = self.page().open()
        page.new_game("english")
        page.click("8", "17")
        page.wait(page.refusal, "the sentence")
        self.assertRegex(page.refusal(), r"^[A-Z][^:]*\.$")
        self.assertEqual(page.notes(), "")
        inside = page.script(
            """
            const [board, note] = ['.board-row', '.refusal'].map((each) => document.querySelector(each).getBoundingClientRect());
            return note.top >= board.top && note.bottom <= board.bottom;
            """
        )
        self.assertTrue(inside, "at the board")
        page.click("11", "15")
        page.wait_moves(1)
        self.assertEqual(page.refusal(), "")

    def test_it_is_in_the_language_of_the_page(self):
        for language, sentence in (("es", "La casilla de llegada está ocupada."), ("pt", "A casa de chegada está ocupada.")):
            with self.subTest(language):
                page = self.page(language=language).open()
                page.new_game("english")
                page.type_move("8-12")
                page.wait(lambda sentence=sentence: page.refusal() == sentence, "the sentence")

    def test_every_reason_of_the_protocol_has_a_sentence_in_every_language(self):
        page = self.page().open()
        words = reason_words()
        self.assertIn("capture-mandatory", words)
        missing = page.script(
            """
            return Promise.all(['es', 'pt'].map(async (name) => {
              const { default: texts } = await import(`/lang/${name}.js`);
              return arguments[0].filter((word) => !texts[`refused.${word}`]);
            }));
            """,
            words,
        )
        self.assertEqual(missing, [[], []])

    def test_a_reason_that_the_page_does_not_know_is_told_without_its_word(self):
        page = self.page(language="es").open()
        text = page.script(
            """
            return Promise.all([import('/lang/refusal.js'), import('/protocol/session.js')]).then(([{ refusalText }, { Refusal }]) =>
              refusalText(new Refusal('error illegal-move bad-weather: it rains on the board')));
            """
        )
        self.assertEqual(text, "It rains on the board.")

    def test_the_capture_that_is_due_lights_up(self):
        page = self.page().open()
        page.new_game("english", start="text", text="B:W18,32:B15,1")
        self.assertFalse(page.all("#board .due"))
        page.click("1", "5")
        page.wait(lambda: page.all("#board .route-way.due"), "the capture")
        piece = page.one("#board .route-piece.due").rect
        x, y = page.square("15")
        self.assertTrue(piece["x"] < x < piece["x"] + piece["width"] and piece["y"] < y < piece["y"] + piece["height"])
        self.assertEqual(len(page.all("#board .route-taken.due")), 1)
        self.assertIn("15x22", page.refusal())
        page.click("15", "22")
        page.wait_moves(1)
        self.assertFalse(page.all("#board .due"))
        self.assertEqual(page.refusal(), "")

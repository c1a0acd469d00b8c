"""Every change of a game can be undone and redone, by buttons and keys; also in the editor and in the list of games."""

import unittest

from browser import UNTIL_TOLD
from case import PageTest
from exchange import Exchange
from firefox import FirefoxPage
from selenium.webdriver.common.keys import Keys

GAME = """[Event "Cup"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[GameType "21"]

1. 11-15 {brave} 22-18 $2 (22-17 {solid} 15-19 24x15) 2. 15x22 25x18 (26x17) 3. 8-11 29-25 1-0
"""
TWO = GAME + "\n" + GAME.replace("Ann", "Cid").replace("29-25 1-0", "24-19 1-0")
# The same at the size of a phone, and a finger wide.
LEAST_TARGET = 44


class Undo(Exchange, PageTest):
    def press_key(self, page, letter, shift=False):
        page.script(
            "document.activeElement.blur(); document.body.dispatchEvent(new KeyboardEvent('keydown', "
            "{ key: arguments[0], ctrlKey: true, shiftKey: arguments[1], bubbles: true, cancelable: true }))", letter, shift,
        )

    def undo(self, page, by_key):
        return self.press_key(page, "z") if by_key else page.press("#edit-undo")

    def redo(self, page, by_key):
        return self.press_key(page, "Z", shift=True) if by_key else page.press("#edit-redo")

    def go(self, page, move):
        page.script("[...document.querySelectorAll('.moves .move')].find((each) => each.textContent.includes(arguments[0])).click()", move)
        page.wait(lambda: move in (page.script("return document.querySelector('.moves [aria-current]')?.textContent") or ""), move)

    def comment(self, page, text):
        page.press('[aria-label="Comment"]')
        page.fill(".comment-field", text + Keys.TAB)
        page.press('[aria-label="Comment"]')

    def details(self, page):
        page.press("#open-games")
        page.press(".games [aria-label^=Names]")
        page.fill("#name-a", "Dora")
        page.fill("#tag-event", "Evening")
        page.press("#details-keep")
        page.wait(lambda: len(page.all("dialog")) == 1, "the list")
        page.press("dialog .dialog-head button")
        page.wait(lambda: not page.all("dialog"), "the board")

    def edits(self, page):
        """Names, and functions that change the game."""
        press = lambda name: page.press(f'[aria-label="{name}"]')
        yield "delete a variation", lambda: (self.go(page, "22-17"), press("Delete from here"))
        yield "delete the game", lambda: (self.go(page, "11-15"), press("Delete from here"))
        yield "promote", lambda: (self.go(page, "26x17"), press("Promote variation"))
        yield "comment", lambda: (self.go(page, "15x22"), self.comment(page, "a capture"))
        yield "take a comment away", lambda: (self.go(page, "11-15"), self.comment(page, ""))
        yield "a new variation", lambda: (self.go(page, "11-15"), page.click("23", "18"))
        yield "longer", lambda: (self.go(page, "29-25"), page.type_move("4-8"))
        yield "names and event", lambda: self.details(page)

    def test_each_edit_is_undone_and_redone(self):
        page = self.page().open()
        self.read(page, GAME)
        page.wait_moves(6)
        before = self.exported(page)
        for number, (name, edit) in enumerate(self.edits(page)):
            with self.subTest(name):
                by_key = number % 2 == 0
                edit()
                page.wait(lambda: self.exported(page) != before, "the change")
                after = self.exported(page)
                self.undo(page, by_key)
                page.wait(lambda: self.exported(page) == before, "the game as it was")
                self.redo(page, by_key)
                page.wait(lambda: self.exported(page) == after, "the change again")  # noqa: B023
                self.undo(page, by_key)
                page.wait(lambda: self.exported(page) == before, "the game as it was")
        page.reload()
        self.assertEqual(self.exported(page), before, "that is saved")

    def test_many_edits_are_undone_one_after_another(self):
        page = self.page().open()
        self.read(page, GAME)
        page.wait_moves(6)
        texts = [self.exported(page)]
        for _, edit in list(self.edits(page))[2:7]:
            edit()
            page.wait(lambda: self.exported(page) != texts[-1], "the change")
            texts.append(self.exported(page))
        for text in texts[-2::-1]:
            self.undo(page, True)
            page.wait(lambda: self.exported(page) == text, "the game before")  # noqa: B023
        for text in texts[1:]:
            self.redo(page, True)
            page.wait(lambda: self.exported(page) == text, "the game after")  # noqa: B023

    def test_an_import_is_undone_and_redone(self):
        page = self.page().open()
        page.new_game("english")
        page.click("9", "13")
        page.wait_moves(1)
        self.read(page, TWO)
        page.wait_moves(6)
        self.undo(page, True)
        page.wait(lambda: page.moves() == ["9-13"], "the game before")
        page.press("#open-games")
        page.wait(lambda: len(page.all(".games li")) == 1, "it alone")
        page.press("dialog .dialog-head button")
        self.redo(page, False)
        page.wait_moves(6)
        page.press("#open-games")
        page.wait(lambda: len(page.all(".games li")) == 3, "all games")

    def test_moves_resignations_and_the_end_of_a_game_are_undone(self):
        page = self.page().open()
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)
        page.click("22", "18")
        page.wait_moves(2)
        page.press("#resign")
        page.answer()
        page.wait(lambda: "resigned" in page.state(), "the end")
        self.undo(page, True)
        page.wait(lambda: "Black to move" in page.state(), "the game that goes on")
        page.click("15", "22")
        page.wait_moves(3)
        page.press("#undo")
        page.wait(lambda: "Black to move" in page.state(), "the move taken back")
        self.undo(page, True)
        page.wait(lambda: "White to move" in page.state(), "the move again")

    def test_in_a_game_with_an_engine_the_own_move_is_taken_back(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=("depth", 2))
        page.click("11", "15")
        page.wait_moves(2)
        page.wait(lambda: "Black to move" in page.state(), "our turn")
        self.undo(page, True)
        page.wait(lambda: page.moves() == [], "the beginning")
        self.redo(page, True)
        page.wait_moves(2)

    def test_a_move_is_taken_back_while_the_engine_thinks(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=UNTIL_TOLD)
        page.click("11", "15")
        page.wait(lambda: "thinking" in page.state(), "the engine to think")
        self.undo(page, True)
        page.wait(lambda: page.moves() == [] and "Black to move" in page.state(), "our turn")

    def test_steps_of_the_editor_are_undone(self):
        page = self.page().open()
        page.press("#open-editor")
        page.wait(lambda: page.all(".palette"), "the editor")
        pieces = lambda: len(page.all("#editor-board .piece:not(.gone)"))
        self.assertFalse(page.enabled("#editor-undo"))
        page.script("[...document.querySelectorAll('#editor-panel .button')].find((each) => each.textContent === 'Clear').click()")
        page.wait(lambda: pieces() == 0, "an empty board")
        page.choose("#editor-turn", "a")
        self.press_key(page, "z")
        page.wait(lambda: page.script("return document.getElementById('editor-turn').value") == "b", "the side to move")
        page.press("#editor-undo")
        page.wait(lambda: pieces() == 24, "the pieces again")
        self.assertFalse(page.enabled("#editor-undo"))
        self.press_key(page, "y")
        page.wait(lambda: pieces() == 0, "an empty board again")

    def test_deletions_in_the_list_are_undone_also_later(self):
        page = self.page().open()
        self.read(page, TWO)
        page.wait_moves(6)
        count = lambda: len(page.all(".games li"))
        page.press("#open-games")
        page.wait(lambda: count() == 2, "both")
        page.press(".games [aria-label^=Delete]")
        page.wait(lambda: count() == 1, "one less")
        page.press("dialog .dialog-head button")
        page.wait(lambda: not page.all("dialog"), "the board")
        page.press("#open-games")
        page.wait(lambda: page.enabled("#games-undo"), "what can be undone")
        page.press("#games-undo")
        page.wait(lambda: count() == 2, "both")
        page.script("document.querySelector('.games').dispatchEvent(new KeyboardEvent('keydown', { key: 'y', ctrlKey: true, bubbles: true }))")
        page.wait(lambda: count() == 1, "one less")

    def test_on_a_phone_no_finger_deletes_by_mistake(self):
        page = self.page().open()
        page.resize(360, 740)
        boxes = page.script(
            """
            const box = (each) => { const { left, top, width, height } = each.getBoundingClientRect(); return [each.getAttribute('aria-label'), left, top, width, height]; };
            return [...document.querySelectorAll('#moves .toolbar .button')].map(box);
            """
        )
        for name, _, _, width, height in boxes:
            self.assertGreaterEqual(min(width, height), LEAST_TARGET, name)
        delete = next(each for each in boxes if each[0].startswith("Delete"))
        for name, left, top, width, _ in boxes:
            if name != delete[0] and top == delete[2]:
                self.assertGreaterEqual(delete[1] - left - width, LEAST_TARGET / 2, name)
        page.resize(1280, 900)


class UndoInFirefox(Undo):
    kind = FirefoxPage


if __name__ == "__main__":
    unittest.main()

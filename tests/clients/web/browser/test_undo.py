"""Undo and redo of changes of a game, in the editor, and in the list of games."""

from case import PageTest
from selenium.webdriver.common.keys import Keys

GAME = """[Event "Cup"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[GameType "21"]

1. 11-15 {brave} 22-18 $2 (22-17 {solid} 15-19 24x15) 2. 15x22 25x18 (26x17) 3. 8-11 29-25 1-0
"""
TWO = GAME + "\n" + GAME.replace("Ann", "Cid").replace("29-25 1-0", "24-19 1-0")
# The same on a phone, with buttons as wide as a finger.
LEAST_TARGET = 44


class Undo(PageTest):
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
        page.close_dialog()

    def edits(self, page):
        """Functions that change the game, one after another."""
        press = lambda name: page.press(f'[aria-label="{name}"]')
        yield lambda: (self.go(page, "22-17"), press("Delete from here"))
        yield lambda: (self.go(page, "26x17"), press("Promote variation"))
        yield lambda: (self.go(page, "15x22"), self.comment(page, "a capture"))
        yield lambda: (self.go(page, "11-15"), self.comment(page, ""))
        yield lambda: (self.go(page, "11-15"), page.click("23", "18"))
        yield lambda: (self.go(page, "29-25"), page.type_move("4-8"))
        yield lambda: self.details(page)
        yield lambda: (self.go(page, "11-15"), press("Delete from here"))

    def test_edits_are_undone_and_redone_one_after_another(self, page):
        page.read(GAME)
        page.wait_moves(6)
        texts = [page.exported()]
        for edit in self.edits(page):
            edit()
            page.wait(lambda: page.exported() != texts[-1], "the change")
            texts.append(page.exported())
        for step, after in ((self.undo, texts[-2::-1]), (self.redo, texts[1:])):
            for number, text in enumerate(after):
                step(page, by_key=number % 2 == 0)
                page.wait(lambda: page.exported() == text, "the game before or after")
        for _ in texts[1:]:
            self.undo(page, by_key=False)
        page.wait(lambda: page.exported() == texts[0], "the game as it was")
        page.reload()
        self.assertEqual(page.exported(), texts[0], "that is saved")

    def test_an_import_is_undone_and_redone(self, page):
        page.new_game("english")
        page.play("9", "13")
        page.read(TWO)
        page.wait_moves(6)
        self.undo(page, True)
        page.wait(lambda: page.moves() == ["9-13"], "the game before")
        page.open_games(1)
        page.close_dialog()
        self.redo(page, False)
        page.wait_moves(6)
        page.open_games(3)

    def test_moves_resignations_and_the_end_of_a_game_are_undone(self, page):
        page.new_game("english")
        page.play("11", "15")
        page.play("22", "18", moves=2)
        page.resign()
        page.wait(lambda: "resigned" in page.state(), "the end")
        self.undo(page, True)
        page.wait(lambda: "Black to move" in page.state(), "the game that goes on")
        page.play("15", "22", moves=3)
        page.press("#undo")
        page.wait(lambda: "Black to move" in page.state(), "the move taken back")
        self.undo(page, True)
        page.wait(lambda: "White to move" in page.state(), "the move again")

    def test_undo_against_an_engine_takes_back_the_own_move(self, page):
        moves = page.play_engine()
        page.wait(lambda: "Black to move" in page.state(), "our turn")
        self.undo(page, True)
        page.wait(lambda: page.moves() == [], "the beginning")
        self.redo(page, True)
        page.wait_moves(2)
        page.press("#undo")
        page.wait(lambda: page.enabled("#redo") and page.label("11") == "11, Black man", "the beginning")
        page.press("#redo")
        page.wait(lambda: page.label("15") == "15, Black man" and "Black to move" in page.state(), "the moves again")
        self.assertEqual(page.moves(), moves)
        page.let_think()
        self.undo(page, True)
        page.wait(lambda: page.moves() == [] and "Black to move" in page.state(), "our turn, though the engine was thinking")

    def test_editor_steps_can_be_undone(self, page):
        page.open_editor()
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

    def test_deletions_in_the_list_can_be_undone_later(self, page):
        page.read(TWO)
        page.wait_moves(6)
        count = lambda: len(page.all(".games li"))
        page.press("#open-games")
        page.wait(lambda: count() == 2, "both")
        page.press(".games [aria-label^=Delete]")
        page.wait(lambda: count() == 1, "one less")
        page.close_dialog()
        page.press("#open-games")
        page.wait(lambda: page.enabled("#games-undo"), "what can be undone")
        page.press("#games-undo")
        page.wait(lambda: count() == 2, "both")
        page.script("document.querySelector('.games').dispatchEvent(new KeyboardEvent('keydown', { key: 'y', ctrlKey: true, bubbles: true }))")
        page.wait(lambda: count() == 1, "one less")

    def test_on_phones_the_delete_button_is_set_apart(self, page):
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

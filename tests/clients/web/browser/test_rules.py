"""The dialog of rules, with animated boards."""

from case import PageTest


class Rules(PageTest):
    def open_rules(self, page):
        page.press("#open-rules")
        page.wait(lambda: page.all("dialog .rule .piece"), "the rules")

    def test_they_open_from_the_board_and_from_the_games(self, page):
        page.new_game("spanish")
        self.open_rules(page)
        for words in ("Rules: Spanish draughts", "law of quantity", "Keys and gestures"):
            self.assertIn(words, page.one("dialog").text)
        page.close_dialog()
        page.press("#open-new")
        page.press('.card:has([data-begin="towers"]) .button')
        page.wait(lambda: page.all("dialog .rule .piece"), "the rules")
        self.assertNotIn("law of quantity", page.one("dialog").text)

    def test_a_visible_board_repeats_its_moves(self, page):
        page.new_game("english")
        self.open_rules(page)
        done = "return document.querySelectorAll('.example .done').length"
        page.wait(lambda: page.script(done) > 0, "a move")
        toggle = ".example figcaption .button"
        self.assertEqual(page.one(toggle).text, "Pause")
        page.press(toggle)
        self.assertEqual(page.one(toggle).text, "Play")

    def test_with_reduced_motion_a_button_plays_and_announces_each_move(self, page):
        page.media({"prefers-reduced-motion": "reduce"})
        page.new_game("english")
        self.open_rules(page)
        first = "document.querySelector('.example:has(figcaption)')"
        self.assertEqual(page.script(f"return {first}.querySelector('.button').textContent"), "Play")
        page.wait(lambda: page.script(f"return {first}.querySelector('.icon-only').ariaDisabled !== 'true'"), "the moves")
        for count, said in ((1, "Black: 11-15"), (2, "White: 23-19")):
            page.script(f"{first}.querySelector('.icon-only').click()")
            self.assertEqual(page.script(f"return {first}.querySelectorAll('.done').length"), count)
            self.assertEqual(page.script(f"return {first}.querySelector('[role=status]').textContent"), said)
        self.assertEqual(page.script("return document.getAnimations().length"), 0)

    def test_rules_are_loaded_on_demand(self, page):
        loaded = "return performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname).filter((each) => each.endsWith('.json') && each.startsWith('/games/'))"
        self.assertEqual(page.script(loaded), [])
        page.new_game("stupid")
        self.open_rules(page)
        self.assertIn("/games/stupid.json", page.script(loaded))
        self.assertNotIn("/games/english.json", page.script(loaded))

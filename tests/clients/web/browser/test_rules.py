"""The rules of each game: every example is legal, every text is there, and the small boards move or wait."""

import unittest

from case import PageTest

FILES = {"english": "english", "spanish": "spanish", "stupid": "stupid", "towers": "towers", "reduced-chess": "reduced_chess"}
LANGUAGES = ("en", "es", "pt")


class Rules(PageTest):
    def sections(self, page, game):
        return page.script(f"return import('/rules/{FILES[game]}.js').then((all) => all.default)")

    def open_rules(self, page):
        page.press("#open-rules")
        page.wait(lambda: page.all("dialog .rule .piece"), "the rules")

    def test_the_daemon_plays_every_example_as_it_is_written(self):
        page = self.page().open()
        for game in FILES:
            for section in self.sections(page, game):
                with self.subTest(game=game, section=section["en"][0]):
                    start, moves = section["start"], section.get("moves", [])
                    self.assertTrue(moves or "from" in section)
                    if "from" in section:
                        self.assertIn(section["from"], [path[0] for _, path in self.engine.routes(game, start, [])])
                    answer = self.engine.ask(f"position {game} {start}", *([f"move {' '.join(moves)}"] if moves else []))
                    self.assertEqual(answer[0].split()[: len(moves) + 1], ["moved", *moves] if moves else ["readyok"])

    def test_every_section_has_a_heading_and_a_text_in_each_language(self):
        page = self.page().open()
        for game in FILES:
            for section in self.sections(page, game):
                for language in LANGUAGES:
                    heading, text = section[language]
                    self.assertTrue(heading and len(text) > 40, (game, language, heading))

    def test_what_is_said_of_the_ends_is_so(self):
        """The examples that show an end do end, as the text says."""
        page = self.page().open()
        ends = {"english": "win b no-moves", "spanish": "win w no-moves", "stupid": "win r no-pieces", "towers": "win b no-moves", "reduced-chess": "draw stalemate"}
        for game, end in ends.items():
            last = self.sections(page, game)[-1]
            self.assertEqual(self.engine.ask(f"position {game} {last['start']} moves {' '.join(last['moves'])}", "status")[0], f"status {end}")
        self.assertEqual(self.engine.ask("position reduced-chess 6 Ka1,Ra5,Rd1 Kf6 w moves d1d6", "status")[0], "status win w checkmate")

    def test_they_open_from_the_board_and_from_the_games_in_each_language(self):
        for language, words in (("en", ("Rules: Spanish draughts", "law of quantity", "Keys and gestures")),
                                ("es", ("Reglas: Damas españolas", "ley de la cantidad", "Teclas y gestos")),
                                ("pt", ("Regras: Damas espanholas", "lei da quantidade", "Teclas e gestos"))):
            with self.subTest(language):
                page = self.page(language=language).open()
                page.new_game("spanish")
                self.open_rules(page)
                text = page.one("dialog").text
                for word in words:
                    self.assertIn(word, text)
                page.press("dialog .dialog-head button")
                page.press("#open-new")
                page.press('.card:has([data-begin="towers"]) .button')
                page.wait(lambda page=page: page.all("dialog .rule .piece"), "the rules")
                self.assertNotIn(words[1], page.one("dialog").text)

    def test_a_board_in_sight_plays_its_moves_again_and_again(self):
        page = self.page().open()
        page.new_game("english")
        self.open_rules(page)
        done = "return document.querySelectorAll('.example .done').length"
        page.wait(lambda: page.script(done) > 0, "a move")
        toggle = ".example figcaption .button"
        self.assertEqual(page.one(toggle).text, "Pause")
        page.press(toggle)
        self.assertEqual(page.one(toggle).text, "Play")

    def test_without_motion_a_button_plays_each_move_and_says_it(self):
        page = self.page().open()
        self.addCleanup(page.media, {"prefers-color-scheme": "light"})
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

    def test_they_are_loaded_only_when_they_are_opened(self):
        page = self.page().open()
        loaded = "return performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname).filter((each) => each.startsWith('/rules/'))"
        self.assertEqual(page.script(loaded), [])
        page.new_game("stupid")
        self.open_rules(page)
        self.assertIn("/rules/stupid.js", page.script(loaded))
        self.assertNotIn("/rules/english.js", page.script(loaded))


if __name__ == "__main__":
    unittest.main()

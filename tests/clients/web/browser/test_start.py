"""The first minute: the games on offer, one click to a game, and all other choices behind "More"."""

import itertools
import unittest

from case import PageTest
from selenium.webdriver.common.keys import Keys

GAMES = ("english", "spanish", "stupid", "towers", "reduced-chess")


class Start(PageTest):
    def cards(self, page):
        return page.wait(lambda: [each.get_attribute("data-begin") for each in page.all(".card-begin")], "the games")

    def on_board(self, page):
        return page.one("#page-board").is_displayed() and not page.one("#page-start").is_displayed()

    def test_who_was_never_here_sees_all_games_of_the_daemon(self):
        page = self.page().open_start()
        self.assertEqual(set(self.cards(page)), set(GAMES))
        for card in page.all(".card"):
            self.assertGreater(len(card.find_elements("css selector", ".piece")), 2, "a picture")
            self.assertGreater(len(card.find_element("css selector", ".quiet").text), 20, "a sentence")
        self.assertFalse(self.on_board(page))
        page.reload()
        self.assertEqual(set(self.cards(page)), set(GAMES), "nothing was chosen yet")

    def test_a_game_that_the_page_does_not_know_appears_by_itself(self):
        page = self.page().open_start()
        cards = page.script(
            """
            return Promise.all(['/ui/start_page.js', '/protocol/engines.js', '/protocol/referee.js'].map((each) => import(each)))
              .then(async ([{ StartPage }, { Engines }, { Referee }]) => {
                const engines = new Engines({ state() {}, notice() {} });
                const real = new Referee(engines.session(0, 'referee'));
                const referee = {
                  games: async () => [...(await real.games()), { name: 'salta', title: 'Salta' }],
                  look: ({ game, ...rest }) => real.look({ game: game === 'salta' ? 'towers' : game, ...rest }),
                };
                const place = document.createElement('div');
                await new StartPage({ referee }, place).open();
                return [...place.querySelectorAll('.card')].map((card) => [card.querySelector('strong').textContent, card.querySelectorAll('.small-board .piece').length]);
              });
            """
        )
        self.assertEqual(cards[-1], ["Salta", 24], "with its title and its first position")

    def test_one_click_begins_a_game_against_a_level_that_answers(self):
        page = self.page().open_start()
        self.cards(page)
        page.press('[data-begin="spanish"]')
        page.wait(lambda: self.on_board(page), "the board")
        self.assertEqual(page.state(), "White to move")
        self.assertIn("level 3", page.one("#player-top").text)
        page.click("11", "15")
        page.wait_moves(2)
        page.reload()
        self.assertTrue(self.on_board(page), "who returns is at the game")
        self.assertEqual(len(page.moves()), 2)

    def test_every_game_begins_for_either_colour_with_the_own_pieces_below(self):
        page = self.page().open_start()
        for game in GAMES:
            for colour in ("light", "dark"):
                with self.subTest(game=game, colour=colour):
                    page.press("#open-new")
                    page.press(f'#page-start input[value="{colour}"]')
                    page.press(f'[data-begin="{game}"]')
                    page.wait(lambda: self.on_board(page), "the board")
                    self.assertIn("level 3", page.one("#player-top").text)
                    self.assertNotIn("level 3", page.one("#player-bottom").text)
                    self.assertEqual(len(page.all(f"#player-bottom .side-piece .{colour}")), 1)
                    page.wait(lambda: "to move" in page.state() or "move from" in page.state(), "the person's turn")

    def test_the_colour_is_kept_and_either_is_one_of_them(self):
        page = self.page().open_start()
        self.cards(page)
        page.press('#page-start input[value="either"]')
        page.reload()
        self.assertTrue(page.one('#page-start input[value="either"]').is_selected())
        self.cards(page)
        page.press('[data-begin="towers"]')
        page.wait(lambda: self.on_board(page), "the board")

    def test_it_works_by_keys_alone(self):
        page = self.page().open_start()
        self.cards(page)
        page.script("""document.querySelector('[data-begin="towers"]').focus()""")
        page.key(Keys.ENTER)
        page.wait(lambda: self.on_board(page), "the board")
        self.assertEqual(page.script("return document.activeElement.id"), "board")
        page.key(Keys.ARROW_UP, Keys.ENTER)

    def test_more_opens_all_choices_of_that_game(self):
        page = self.page().open_start()
        page.press('[data-more="reduced-chess"]')
        page.wait(lambda: page.all("#new-game"), "the dialog")
        self.assertEqual(page.one("#new-game").get_attribute("value"), "reduced-chess")
        self.assertEqual(page.one("#level-b").get_attribute("value"), "3")
        page.press("#begin")
        page.wait(lambda: self.on_board(page), "the board")

    def test_a_link_opens_its_position_and_a_game_chosen_elsewhere_its_board(self):
        page = self.page().open_start("#game=english&moves=11-15")
        self.assertTrue(self.on_board(page))
        self.assertEqual(page.moves(), ["11-15"])
        page.press("#open-new")
        page.wait(lambda: not self.on_board(page), "the games")
        page.press("#open-exchange")
        page.fill("#import-text", "W:WK1:B10")
        page.press("#import")
        page.wait(lambda: self.on_board(page), "the board")

    def test_a_start_that_is_over_is_refused_in_the_dialog(self):
        page = self.page().open()
        page.choose_game("reduced-chess")
        page.choose("#new-start", "text")
        page.fill("#new-text", "2 Ka1 Kb2 w")
        page.press("#begin")
        page.wait(lambda: "over before it begins" in page.one(".problem").text, "the sentence")
        self.assertIn("Black has won", page.one(".problem").text)
        page.fill("#new-text", "not a position")
        page.press("#begin")
        page.wait(lambda: "over" not in page.one(".problem").text, "the engine's reason")
        self.assertTrue(page.all("dialog"))

    def test_a_size_is_offered_only_where_a_game_can_be_played(self):
        page = self.page().open()
        page.choose_game("reduced-chess")
        page.choose("#new-start", "size")
        least = int(page.one("#new-size").get_attribute("min"))
        page.fill("#new-size", str(least - 1))
        page.press("#begin")
        self.assertTrue(page.script("return document.querySelector('#new-size:invalid') !== null"))
        self.assertTrue(page.all("dialog"))
        arranged = "return import('/games/reduced_chess.js').then(({ arrangedBoard }) => arrangedBoard(arguments[0]))"
        for size in (least, least + 1, 8, 26):
            status = self.engine.ask(f"position reduced-chess {page.script(arranged.replace('arguments[0]', str(size)))}", "status")[0]
            self.assertEqual(status, "status ongoing w")

    def test_no_choice_of_the_dialog_is_clipped(self):
        for language, width in itertools.product(("en", "es", "pt"), (1280, 360)):
            with self.subTest(language=language, width=width):
                page = self.page(language=language, width=width, height=740).open()
                page.choose_game("reduced-chess")
                page.wait(lambda page=page: "Elo" in page.one("#level-b").text, "the levels' Elo")
                clipped = page.script(
                    """
                    return [...document.querySelectorAll('dialog select')].flatMap((select) => {
                      const style = getComputedStyle(select);
                      const pen = document.createElement('canvas').getContext('2d');
                      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
                      const arrow = 22;
                      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
                      return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
                    });
                    """
                )
                self.assertEqual(clipped, [])


class Sides(PageTest):
    def test_the_red_pieces_of_stupid_checkers_are_red(self):
        page = self.page().open()
        page.new_game("stupid")
        for place in ("#board", "#player-top"):
            colour = page.script("return getComputedStyle(document.querySelector(`${arguments[0]} .piece.light .body`)).fill", place)
            red, green, blue = (int(part) for part in colour.removeprefix("rgb(").rstrip(")").split(", "))
            self.assertGreater(red, 2 * max(green, blue), place)
        self.assertIn("Red", page.one("#player-top").text)

    def test_a_piece_stands_beside_the_names_of_sides(self):
        page = self.page().open()
        page.new_game("english")
        self.assertEqual(len(page.all(".player .side-piece .piece")), 2)
        page.choose_game("english")
        self.assertEqual(len(page.all("dialog .side-piece .piece")), 2)


class Words(PageTest):
    def test_one_is_not_several(self):
        for language, one, two in (("en", "1 game", "2 games"), ("es", "1 partida", "2 partidas"), ("pt", "1 jogo", "2 jogos")):
            with self.subTest(language):
                page = self.page(language=language).open()
                texts = page.script("return import('/lang/text.js').then(({ t }) => [1, 2].map((done) => t('match.gamesDone', { done })))")
                self.assertEqual(texts, [one, two])
                texts = page.script("return import('/lang/text.js').then(({ t }) => ['match.games', 'analysis.plies', 'status.quiet'].map((key) => t(key, { done: 1, all: 1, count: 1 })))")
                self.assertTrue(all("{" not in text and "|" not in text for text in texts), texts)

    def test_all_languages_have_the_same_texts(self):
        page = self.page().open()
        keys = page.script("return Promise.all(['en', 'es', 'pt'].map((each) => import(`/lang/${each}.js`))).then((all) => all.map((each) => Object.keys(each.default)))")
        names = {f"game.{title}" for title in ("Spanish draughts", "Stupid checkers", "Towers", "Reduced chess")}
        for of_language in keys[1:]:
            others = {key for key in set(of_language) ^ set(keys[0]) if not key.startswith("refused.")}
            self.assertEqual(others, names, "English leaves these as the daemon says them")
        self.assertEqual(set(keys[1]), set(keys[2]))


if __name__ == "__main__":
    unittest.main()

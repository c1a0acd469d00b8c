"""The first minute: the games on offer, one click to a game, and all other choices behind "More"."""

import itertools
import re
import unittest

from case import PageTest
from selenium.webdriver.common.keys import Keys
from servers import PAGE
from test_layout import CUT_OFF

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
        self.assertIn("level 1", page.one("#player-top").text)
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
                    self.assertIn("level 1", page.one("#player-top").text)
                    self.assertNotIn("level 1", page.one("#player-bottom").text)
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
        self.assertEqual(page.one("#level-b").get_attribute("value"), "1")
        page.press("#begin")
        page.wait(lambda: self.on_board(page), "the board")

    def players(self, page):
        return page.script("return Object.fromEntries([...document.querySelectorAll('dialog [id^=player-]')].map((each) => [each.id.slice(7), each.value]))")

    def test_more_keeps_the_colour_and_the_level(self):
        page = self.page().open_start()
        for game, colour, level in zip(GAMES, itertools.cycle(("dark", "light")), (2, 7, 16, 3, 0)):
            with self.subTest(game=game, colour=colour, level=level):
                page.press("#open-new")
                self.cards(page)
                page.press(f'#page-start input[value="{colour}"]')
                page.press(f'#page-start [name="level"][value="{level}"]')
                page.press(f'[data-more="{game}"]')
                page.wait(lambda: page.all("#new-game"), "the dialog")
                self.assertEqual(sorted(self.players(page).values()), ["engine 0", "human"])
                self.assertEqual(page.script("return document.querySelector('dialog [id^=level-]').value"), str(level))
                page.press("#begin")
                page.wait(lambda: self.on_board(page), "the board")
                self.assertEqual(len(page.all(f"#player-bottom .side-piece .{colour}")), 1)
                self.assertIn("crownd", page.one("#player-top").text)
                self.assertNotIn("crownd", page.one("#player-bottom").text)

    def test_another_game_in_the_dialog_keeps_the_colour_too(self):
        page = self.page().open_start()
        self.cards(page)
        page.press('#page-start input[value="dark"]')
        page.press('[data-more="english"]')
        page.wait(lambda: page.all("#new-game"), "the dialog")
        self.assertEqual(self.players(page), {"b": "human", "a": "engine 0"})
        page.choose("#new-game", "spanish")
        page.wait(lambda: self.players(page) == {"w": "engine 0", "b": "human"}, "the players")

    def test_two_people_and_two_engines_stay_so(self):
        page = self.page().open()
        for players in (("engine 0", "engine 0"), ("human", "human")):
            page.new_game("english", players, level=2)
            page.choose_game("english")
            page.wait(lambda: page.all("#new-game"), "the dialog")
            self.assertEqual(tuple(self.players(page).values()), players)
            page.press("dialog .dialog-head button")
            page.wait(lambda: not page.all("dialog"), "the board")

    def test_the_levels_are_on_the_first_page_and_work_by_keys(self):
        page = self.page().open_start()
        self.cards(page)
        levels = page.script("return [...document.querySelectorAll('#page-start [name=level]')].map((each) => each.value)")
        self.assertEqual(levels, [*(str(level) for level in range(1, 17)), "0"])
        usual = page.script("return import('/play/players.js').then(({ usualMachine }) => String(usualMachine.level))")
        self.assertEqual(page.script("return document.querySelector('[name=level]:checked').value"), usual)
        self.assertIn(f"level {usual}", page.one("#about-level").text)
        page.script("document.querySelector('[name=level]:checked').focus()")
        page.key(*[Keys.ARROW_RIGHT] * 2)
        chosen = str(int(usual) + 2)
        page.wait(lambda: page.one("#about-level").text == f"You play against level {chosen} of 16.", "the sentence")
        page.reload()
        self.cards(page)
        self.assertEqual(page.script("return document.querySelector('[name=level]:checked').value"), chosen, "it is kept")
        page.press('[data-begin="towers"]')
        page.wait(lambda: self.on_board(page), "the board")
        self.assertIn(f"level {chosen}", page.one("#player-top").text)

    def test_a_level_that_was_chosen_under_more_is_that_of_the_first_page(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), level=8)
        page.press("#open-new")
        page.wait(lambda: page.script("return document.querySelector('[name=level]:checked').value") == "8", "the level")
        page.new_game("english", ("human", "engine 0"))
        page.press("#open-new")
        page.wait(lambda: page.one("#about-level").text == "You play against the engine at full strength.", "the level")

    def calm(self, text):
        """Neither side can capture or win at once, and the engine sees no big advantage."""
        for side in ("w", "b"):
            position = f"position reduced-chess {text[:-1]}{side}"
            self.assertEqual(self.engine.ask(position, "status")[0], f"status ongoing {side}")
            routes = [line for line in self.engine.ask(position, "legalmoves squares") if line.startswith("route ")]
            self.assertGreater(len(routes), 3)
            self.assertEqual([line for line in routes if " takes " in line], [])
            self.engine.ask(position)
            score = [line for line in self.engine.ask("go depth 5", last="bestmove") if " score " in line][-1].split(" score ")[1].split()
            self.assertEqual(score[0], "cp", text)
            self.assertLess(abs(int(score[1])), 300, text)

    def test_every_board_that_is_offered_for_reduced_chess_begins_calmly(self):
        page = self.page().open()
        page.choose_game("reduced-chess")
        self.assertEqual(page.one("#new-start").get_attribute("value"), "startpos")
        page.choose("#new-start", "size")
        least, most = (int(page.one("#new-size").get_attribute(bound)) for bound in ("min", "max"))
        sizes = [*range(least, most + 1)]
        boards = page.script(
            "return import('/games/reduced_chess.js').then(({ arrangedBoard, start }) => [start.start, ...arguments[0].map((size) => arrangedBoard(size))])", sizes
        )
        self.assertEqual([int(board.split()[0]) for board in boards[1:]], sizes)
        for board in boards:
            with self.subTest(board):
                self.calm(board)

    def test_reduced_chess_under_more_begins_as_on_its_card(self):
        page = self.page().open_start()
        self.cards(page)
        starts = []
        for control in ('[data-begin="reduced-chess"]', '[data-more="reduced-chess"]'):
            page.press("#open-new")
            page.press(control)
            if "more" in control:
                page.press("#begin")
                page.wait(lambda: not page.all("dialog"), "the dialog to close")
            page.wait(lambda: self.on_board(page), "the board")
            starts.append(page.script("return [...document.querySelectorAll('#board [role=gridcell]')].map((each) => each.getAttribute('aria-label'))"))
        self.assertEqual(starts[0], starts[1])

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

    def test_clocks_and_limits_end_somewhere(self):
        page = self.page(width=360, height=740).open()
        page.new_game("english", ("human", "engine 0"))
        page.choose_game("english")
        for field, most in (("#minutes", 1440), ("#increment", 600), ("#value-a, #value-b", 3600000)):
            before = page.one(field).get_attribute("value")
            page.fill(field, "1000000000")
            page.press("#begin")
            self.assertTrue(page.script("return document.querySelector(arguments[0]).matches(':invalid')", field), field)
            self.assertTrue(page.all("dialog"), field)
            self.assertEqual(int(page.one(field).get_attribute("max")), most)
            page.fill(field, before)
        page.choose("[id^=limit-]", "depth")
        self.assertEqual(page.one("[id^=value-]").get_attribute("max"), "100")
        page.fill("#minutes", "1440")
        page.press("#begin")
        page.wait(lambda: not page.all("dialog"), "the game")
        self.assertEqual(page.script("return [...document.querySelectorAll('.clock')].map((each) => each.textContent)"), ["24:00:00"] * 2)
        self.assertEqual(page.script(CUT_OFF), [])
        page.script("localStorage.setItem('crown.new-game', JSON.stringify({ minutes: 1e9, increment: 1e9 }))")
        page.choose_game("english")
        self.assertEqual([page.one(field).get_attribute("value") for field in ("#minutes", "#increment")], ["1440", "600"])

    def test_no_choice_of_the_dialog_is_clipped(self):
        for language, width in itertools.product(("en", "es", "pt"), (1280, 360)):
            with self.subTest(language=language, width=width):
                page = self.page(language=language, width=width, height=740).open()
                page.choose_game("reduced-chess")
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

    def texts(self, page):
        return page.script("return Promise.all(['en', 'es', 'pt'].map((each) => import(`/lang/${each}.js`))).then((all) => all.map((each) => each.default))")

    def test_the_placeholders_of_a_text_are_the_same_in_all_languages(self):
        texts = self.texts(self.page().open())
        names = [{key: set(re.findall(r"\{(\w+)", text)) for key, text in each.items()} for each in texts]
        for key in set().union(*names):
            with self.subTest(key):
                of_languages = [each[key] for each in names if key in each]
                self.assertTrue(all(each == of_languages[0] for each in of_languages), of_languages)

    def test_whoever_shows_a_text_fills_all_its_placeholders(self):
        english, spanish, _ = self.texts(self.page().open())
        calls = 0
        for path in PAGE.rglob("*.js"):
            for key, values in re.findall(r"\b(?:t|translated)\('([\w.-]+)'(?:, \{((?:[^{}]|\{[^{}]*\})*)\})?", path.read_text()):
                calls += 1
                given = set(re.findall(r"(?:^|,)\s*(\w+)\s*(?=[:,]|$)", values))
                with self.subTest(key, file=path.name):
                    needed = set(re.findall(r"\{(\w+)", english.get(key, spanish.get(key, ""))))
                    self.assertLessEqual(needed, given)
        self.assertGreater(calls, 200)

    def test_a_refusal_names_the_moves_or_does_without(self):
        for language in ("es", "pt"):
            page = self.page(language=language).open()
            texts = page.script(
                """
                return Promise.all(['/lang/refusal.js', '/protocol/session.js'].map((each) => import(each))).then(([{ refusalText }, { Refusal }]) =>
                  ['capture-mandatory', 'capture-more', 'jump-unfinished'].flatMap((reason) => {
                    const refusal = new Refusal(`error illegal-move ${reason}: play 15x22`);
                    return [refusalText(refusal), refusalText(refusal, ['15x22', '16x23'])];
                  }));
                """
            )
            for without, named in zip(texts[::2], texts[1::2]):
                self.assertRegex(without, r"^\w[^:{]+\w\.$")
                self.assertEqual(named, f"{without[:-1]}: 15x22, 16x23.")

    def test_a_file_with_an_illegal_move_names_those_that_are_due(self):
        for language, words in (("es", "Es obligatorio capturar: 15x22."), ("pt", "A captura é obrigatória: 15x22.")):
            page = self.page(language=language).open()
            page.press("#open-exchange")
            page.fill("#import-text", "1. 11-15 22-18 2. 8-11")
            page.press("#import")
            page.wait(lambda page=page, words=words: words in page.notes(), words)

    def test_what_a_browser_throws_is_said_in_words(self):
        for language in ("en", "es", "pt"):
            page = self.page(language=language).open()
            texts = page.script(
                """
                return import('/lang/refusal.js').then(({ refusalText }) => [
                  new DOMException('full', 'QuotaExceededError'), new DOMException('denied', 'SecurityError'),
                  new TypeError('Failed to fetch dynamically imported module: http://x/y.js'), new TypeError('x is undefined'), 'odd',
                ].map((each) => refusalText(each)));
                """
            )
            self.assertEqual(len(set(texts)), 4)
            for text in texts:
                self.assertRegex(text, r"^[A-ZÉN][^{}]*\.$")
                self.assertNotRegex(text, "Error|full|denied|undefined|odd|http")


if __name__ == "__main__":
    unittest.main()

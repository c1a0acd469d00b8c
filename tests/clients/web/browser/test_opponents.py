"""The engine as an opponent: levels, draw offers, and premoves."""

from browser import UNTIL_TOLD
from case import PageTest


class Levels(PageTest):
    def listen(self, page):
        """Records the lines that the page sends from now on."""
        page.script(
            """
            window.sent = [];
            const { send } = WebSocket.prototype;
            WebSocket.prototype.send = function (line) { window.sent.push(line); return send.call(this, line); };
            """
        )

    def test_the_level_sets_the_engines_elo(self, page):
        self.listen(page)
        page.new_game("english", ("human", "engine 0"), level=3)
        self.assertIn("level 3", page.one("#player-top").text)
        moves = page.play("11", "15", moves=2)
        options = [line for line in page.script("return window.sent") if line.startswith("setoption")]
        self.assertIn("setoption name UCI_LimitStrength value true", options)
        self.assertIn("setoption name UCI_Elo value 0", options)
        seed = next(line for line in options if "Strength Seed" in line)
        best = self.engine.ask(
            *(line for line in options if "UCI_ShowWDL" not in line), "position english startpos moves 11-15", "go movetime 1000",
            last="bestmove",
        )[-1].split()[1]
        self.assertEqual(moves[1], best)
        self.engine.ask("setoption name UCI_LimitStrength value false")
        page.reload()
        self.listen(page)
        page.click(*self.engine.routes("english", "startpos", moves)[0][1])
        page.wait_moves(4)
        self.assertIn(seed, page.script("return window.sent"), "the same game has the same mistakes")

    def test_full_strength_sets_no_elo(self, page):
        self.listen(page)
        page.play_engine()
        self.assertNotIn("setoption name UCI_LimitStrength value true", page.script("return window.sent"))
        self.assertNotIn("level", page.one("#player-top").text)


class Draws(PageTest):
    def offer(self, page, text, move):
        """Plays a move as White, waits for the engine's move, and offers a draw."""
        page.new_game("reduced-chess", ("human", "engine 0"), start="text", text=text, limit=("depth", 3))
        page.play(*move, moves=2)
        page.wait(lambda: "White to move" in page.state() and page.enabled("#draw"), "our turn")
        page.press("#draw")
        page.answer()

    def test_engines_and_people_accept_or_decline_a_draw(self, page):
        self.offer(page, "8 Kb1,Ra2 Kh8 w", ("a2", "a7"))
        page.wait(lambda: page.state() == "Draw: agreed", "the losing engine to accept")
        self.offer(page, "8 Kb1 Kh8,Re7 w", ("b1", "b2"))
        page.wait(lambda: "declines the draw" in page.notes(), "the winning engine's answer")
        self.assertIn("White to move", page.state())
        for second, yes in (("engine 0", True), ("human", False)):
            page.press(".note button")
            page.new_game("english", ("human", second))
            page.press("#draw")
            page.answer(yes)
            page.wait(lambda: "declines the draw" in page.notes(), "the answer of an engine without a move, or of a person")
            self.assertIn("Black to move", page.state())

    def test_repetitions_and_quiet_plies_are_draws(self, page):
        page.new_game("reduced-chess", start="text", text="7k/8/8/8/8/8/R7/K7 w - - 99 90")
        page.click("a2", "a3")
        page.wait(lambda: page.state() == "Draw: 100 plies without progress", "the draw")
        page.new_game("reduced-chess", start="text", text="8 Kb1,Ra2 Kh8,Re7 w")
        for count in range(2):
            for number, move in enumerate((("a2", "a3"), ("e7", "d7"), ("a3", "a2"), ("d7", "e7"))):
                page.click(*move)
                page.wait_moves(4 * count + number + 1)
        page.wait(lambda: page.state() == "Draw: by repetition", "the draw")
        self.assertIn("third time", page.one("#end-why").text)
        page.press("#play-on")
        page.wait(lambda: "White to move" in page.state() and not page.one(".end-card").is_displayed(), "the game again")
        page.play("a2", "a3", moves=9)

    def even_game(self, page):
        """Plays a drawn ending until the engine offers a draw."""
        page.new_game("reduced-chess", ("human", "engine 0"), start="text", text="7k/8/8/8/8/8/8/K7 w - - 40 60", limit=("depth", 2))
        for number, (start, end) in enumerate((("a1", "a2"), ("a2", "a3"), ("a3", "b3"), ("b3", "b2"), ("b2", "c2"))):
            self.assertFalse(page.one(".ask").is_displayed())
            page.click(start, end)
            page.wait_moves(2 * number + 2)
            page.wait(lambda: "White to move" in page.state(), "our turn")
        page.wait(lambda: "offers a draw" in page.one(".ask").text, "the offer")

    def test_an_engine_offers_a_draw_late_in_an_even_game_and_the_next_move_declines_it(self, page):
        self.even_game(page)
        page.answer()
        page.wait(lambda: page.state() == "Draw: agreed", "the draw")
        self.even_game(page)
        page.play("c2", "c3", moves=12)
        page.wait(lambda: "White to move" in page.state(), "our turn")
        self.assertFalse(page.one(".ask").is_displayed(), "it does not offer again at once")


class Premoves(PageTest):
    def think(self, page, game="english", move=("11", "15"), **start):
        page.new_game(game, ("human", "engine 0"), limit=UNTIL_TOLD, **start)
        page.play(*move)
        page.wait(lambda: "thinking" in page.state(), "the engine to think")

    def test_a_premove_is_played_once_it_is_legal(self, page):
        for way in ("click", "drag", "keys"):
            with self.subTest(way):
                self.think(page)
                getattr(page, way)("12", "16")
                page.wait(lambda: len(page.all("#board .premove")) == 2, "its marks")
                self.assertEqual(len(page.moves()), 1)
                answers = {move: routes for move, *routes in self.answers(["11-15"])}
                page.move_now()
                moves = page.wait(lambda: len(page.moves()) >= 2 and page.moves(), "the engine's move")
                if "12-16" in answers[moves[1]][0]:
                    self.assertEqual(page.wait_moves(3)[2], "12-16")
                page.wait(lambda: not page.all("#board .premove"), "an end of the marks")

    def answers(self, moves):
        """Pairs of a legal move and a legal reply."""
        for move, _ in self.engine.routes("english", "startpos", moves):
            yield move, [text for text, _ in self.engine.routes("english", "startpos", [*moves, move])]

    def test_premoves_are_dropped_cancelled_or_recapture(self, page):
        for premove, cancel in (("24", ()), ("16", ("20",))):
            with self.subTest(premove):
                self.think(page)
                page.click("12", premove)
                page.wait(lambda: page.all("#board .premove"), "its marks")
                page.click(*cancel)
                page.wait(lambda: bool(page.all("#board .premove")) != bool(cancel), "an end of a cancelled one")
                page.move_now()
                page.wait_moves(2)
                page.wait(lambda: "Black to move" in page.state() and not page.all("#board .premove"), "our turn")
                self.assertEqual(page.notes(), "")
        self.think(page, "reduced-chess", ("d1", "d4"), start="text", text="8 Ka1,Rd1,Re4 Kh8,Rd8 w")
        page.drag("e4", "d4")
        page.wait(lambda: len(page.all("#board .premove")) == 2, "its marks")
        page.move_now()
        moves = page.wait(lambda: len(page.moves()) >= 2 and page.moves(), "the engine's move")
        if moves[1] == "d8d4":
            self.assertEqual(page.wait_moves(3)[2], "e4d4")

"""Playing: what can be done in a game, and what is told about it."""

from case import PageTest


class Playing(PageTest):
    def test_a_piece_can_be_dragged(self):
        page = self.page().open()
        page.new_game("english")
        page.drag("11", "15")
        self.assertEqual(page.wait_moves(1), ["11-15"])
        self.assertEqual(page.label("15"), "15, Black man")
        self.assertEqual(page.label("11"), "11, empty")

    def test_a_piece_dropped_beside_the_board_or_where_it_was_stays(self):
        page = self.page().open()
        page.new_game("english")
        page.drag("11", "11")
        page.click("15")
        self.assertEqual(page.wait_moves(1), ["11-15"])

    def test_the_engine_says_why_a_move_is_refused(self):
        page = self.page().open()
        page.new_game("english")
        page.click("8", "17")
        refusal = self.engine.ask("position english startpos", "move 8-17")[0].split(": ", 1)[1]
        page.wait(lambda: page.refusal().lower() == f"{refusal.lower()}.", "the reason")
        self.assertEqual(page.moves(), [])

    def test_moves_can_be_typed_and_are_said(self):
        page = self.page().open()
        page.new_game("towers")
        page.type_move("g6-f5")
        self.assertEqual(page.wait_moves(1), ["G6-F5"])
        page.wait(lambda: page.one("#live").text == "Black: G6-F5" or "G6-F5" in page.script("return document.getElementById('live').textContent"), "the move said aloud")
        page.type_move("A1-A2")
        refusal = self.engine.ask("position towers startpos moves G6-F5", "move A1-A2")[0].split(": ", 1)[1]
        page.wait(lambda: refusal[1:] in page.refusal(), "the refusal")

    def test_a_capture_is_entered_jump_by_jump(self):
        page = self.page().open()
        page.new_game("english", start="text", text="B:W18,19,26,27:BK22")
        self.assertEqual(len(page.all("#board .must")), 1)
        page.click("22", "31", "24")
        self.assertEqual(page.moves(), [])
        self.assertEqual(len(page.all("#board .piece.gone")), 2)
        page.click("15", "22")
        self.assertEqual(page.wait_moves(1), ["22x15x24x31x22"])
        page.wait(lambda: "Black has won" in page.state(), "the end")

    def test_the_end_of_a_capture_is_enough_where_one_move_ends_there(self):
        page = self.page().open()
        page.new_game("spanish", start="text", text="W:WK1:B10,19,20,27")
        page.click("1", "30")
        moves = page.wait_moves(1)
        self.assertEqual(moves, ["1x14x23x30"])

    def test_legal_targets_and_the_last_move_are_marked(self):
        page = self.page().open()
        page.new_game("english")
        page.click("11")
        self.assertEqual(len(page.all("#board .target")), 2)
        page.click("15")
        page.wait_moves(1)
        self.assertEqual(len(page.all("#board .last")), 2)

    def test_check_is_marked_and_told(self):
        page = self.page().open()
        page.new_game("reduced-chess", start="text", text="8 Kb1,Ra2 Kh8,Re7 w")
        page.click("a2", "a8")
        page.wait_moves(1)
        page.wait(lambda: "check" in page.state(), "check")
        self.assertEqual(len(page.all("#board .check")), 1)

    def test_the_engine_answers(self):
        page = self.page().open()
        page.new_game("spanish", ("human", "engine 0"), limit=("depth", 3))
        page.click("11", "15")
        page.wait_moves(2)
        page.wait(lambda: "White to move" in page.state(), "our turn")

    def test_two_engines_play_each_other(self):
        page = self.page().open()
        page.new_game("towers", ("engine 0", "engine 0"), limit=("depth", 2))
        page.wait(lambda: len(page.moves()) >= 6, "six moves")

    def test_undo_and_redo(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=("depth", 3))
        page.click("11", "15")
        moves = page.wait_moves(2)
        page.press("#undo")
        page.wait(lambda: page.enabled("#redo") and page.label("11") == "11, Black man", "the beginning")
        page.press("#redo")
        page.wait(lambda: page.label("15") == "15, Black man" and "Black to move" in page.state(), "the moves again")
        self.assertEqual(page.moves(), moves)

    def test_resigning_asks_first(self):
        page = self.page().open()
        page.new_game("english")
        page.press("#resign")
        page.answer()
        page.wait(lambda: page.state() == "White has won: Black resigned", "the end")

    def test_who_resigns_against_an_engine_is_told_so(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"))
        page.press("#resign")
        page.answer()
        page.wait(lambda: page.state() == "You lost: you resigned", "the end")

    def test_people_can_agree_on_a_draw(self):
        page = self.page().open()
        page.new_game("english")
        page.press("#draw")
        page.answer()
        page.wait(lambda: page.state() == "Draw: agreed", "the draw")

    def test_moves_captures_crownings_and_ends_sound_where_that_is_wanted(self):
        page = self.page().open()
        listen = """
            window.heard = [];
            const { start } = OscillatorNode.prototype;
            OscillatorNode.prototype.start = function (time) { window.heard.push(this.frequency.value); return start.call(this, time); };
            """
        page.script(listen)
        page.new_game("english", start="text", text="B:W22,21:B28,9,15")
        page.type_move("15-18")
        page.wait_moves(1)
        self.assertEqual(page.script("return window.heard"), [])
        page.press("#menu .icon-only")
        page.script("[...document.querySelectorAll('dialog .check')].find((each) => each.textContent === 'Sounds').click()")
        step = page.script("return window.heard.splice(0)")
        self.assertTrue(step, "a sample of them")
        page.press("dialog .dialog-head button")
        heard = [step]
        for move in ("22x15", "28-32"):
            page.type_move(move)
            heard.append(page.wait(lambda: page.script("return window.heard.splice(0)"), move))
        page.new_game("english", start="text", text="B:W22,32:B17")
        page.click("17", "26")
        self.assertEqual(page.wait(lambda: page.script("return window.heard.splice(0)"), "the capture"), heard[1])
        page.new_game("english", start="text", text="B:W22:B17")
        page.click("17", "26")
        heard.append(page.wait(lambda: page.script("return window.heard.splice(0)"), "the end"))
        self.assertEqual(len({tuple(each) for each in heard}), 4, heard)

    def test_flipping_turns_the_board(self):
        page = self.page().open()
        page.new_game("reduced-chess", start="size", size=8)
        low = page.square("a1")
        page.key("f")
        page.wait(lambda: page.square("a1")[1] < low[1] and page.square("a1")[0] > low[0], "the other side")
        page.click("a1", "a2")
        self.assertEqual(page.wait_moves(1), ["a1a2"])

    def test_the_choices_of_another_game_wait_until_the_engine_has_told_of_it(self):
        page = self.page().open()
        page.new_game("english")
        page.choose_game("english")
        page.wait(lambda: page.all("#player-a"), "the dialog")
        page.script(
            """
            const { send } = WebSocket.prototype;
            const held = [];
            WebSocket.prototype.send = function (line) { held.push(() => send.call(this, line)); };
            window.release = () => {
              WebSocket.prototype.send = send;
              for (const each of held) each();
            };
            """
        )
        page.choose("#new-game", "towers")
        self.assertTrue(page.all("form.new-game[inert] #player-a"), "nothing can be chosen of the game before")
        page.script("window.release()")
        page.wait(lambda: page.all("form.new-game:not([inert]) #player-w"), "the game's own sides")
        page.choose("#player-b", "human")
        page.choose("#player-w", "human")
        page.press("#begin")
        page.wait(lambda: page.state() == "Black to move", "the game")

    def test_a_clock_runs_out(self):
        page = self.page().open()
        page.choose_game("english")
        page.choose("#player-a", "human")
        page.choose("#player-b", "human")
        page.fill("#minutes", "0.02")
        page.press("#begin")
        page.wait(lambda: not page.all("dialog"), "the game")
        page.click("11", "15")
        page.wait_moves(1)
        page.wait(lambda: "ran out of time" in page.state(), "the end")
        self.assertIn("Black has won", page.state())

    def test_clocks_get_their_increment(self):
        page = self.page().open()
        clock = page.script(
            """
            return import('/play/clock.js').then(({ Clock }) => {
              let now = 0;
              const clock = new Clock({ base: 60000, increment: 2000 }, { a: 60000, b: 60000 }, () => now);
              clock.start('a');
              now = 5000;
              clock.press('a');
              clock.start('b');
              now = 6500;
              return [clock.left('a'), clock.left('b')];
            });
            """
        )
        self.assertEqual(clock, [57000, 58500])

    def test_boards_of_any_size(self):
        page = self.page().open()
        for size in (4, 5, 26):
            with self.subTest(size):
                page.new_game("reduced-chess", start="size", size=size)
                self.assertEqual(len(page.all('#board [role="gridcell"]')), size * size)
                self.assertEqual(page.state(), "White to move")
        page.click("a1", "a13")
        self.assertEqual(page.wait_moves(1), ["a1a13"])
        page.keys("z26", "z14")
        self.assertEqual(page.wait_moves(2)[1], "z26z14")

    def test_stupid_checkers_is_rude(self):
        page = self.page().open()
        page.new_game("stupid")
        self.assertEqual(page.state(), "r move from:")
        page.click("A1", "C1")
        self.assertEqual(page.wait_moves(1), ["pass"])
        page.wait(lambda: page.notes() == "INVALID MOVE", "the insult")
        page.wait(lambda: page.state() == "b move from:", "the other's turn")
        page.click("A1", "B1")
        self.assertEqual(page.wait_moves(2), ["pass", "pass"])
        page.type_move("Z9")
        self.assertEqual(page.wait_moves(3), ["pass"] * 3)

    def test_stupid_checkers_ends_in_its_words(self):
        page = self.page().open()
        page.new_game("stupid", start="text", text="r......./......../......../......../......../......../......../b....... r")
        page.click("A1", "A8")
        page.wait(lambda: page.state() == "r wins!! GAME OVER", "the end")

    def test_towers_has_the_machine_of_its_specification(self):
        page = self.page().open()
        page.new_game("towers", ("human", "machine"))
        page.click("G6", "F5")
        moves = page.wait_moves(2)
        self.engine.ask("position towers startpos moves G6-F5")
        self.assertEqual(moves[1], self.engine.ask("go minimax 3", last="bestmove")[-1].split()[1])

    def test_reduced_chess_begins_with_the_example(self):
        page = self.page().open()
        page.new_game("reduced-chess", start="example")
        self.assertEqual(page.label("c5"), "c5, White king")
        page.click("a5", "a3")
        page.wait(lambda: "White has won: checkmate" in page.state(), "mate")

    def test_a_touched_piece_must_be_played_where_the_rules_say_so(self):
        page = self.page().open()
        page.setting("touchMove", True)
        page.new_game("spanish")
        page.click("11", "10")
        page.wait(lambda: "touched" in page.refusal(), "the rule")
        self.assertEqual(page.moves(), [])
        page.click("15")
        self.assertEqual(page.wait_moves(1), ["11-15"])

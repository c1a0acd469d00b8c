"""Playing: moves, announcements, clocks, and special games."""

from case import PageTest


class Playing(PageTest):
    def test_pieces_are_dragged_and_targets_and_the_last_move_are_marked(self, page):
        page.new_game("english")
        page.drag("11", "11")
        self.assertEqual(len(page.all("#board .target")), 2)
        self.assertEqual(page.play("15"), ["11-15"])
        self.assertEqual(len(page.all("#board .last")), 2)
        page.drag("22", "17")
        self.assertEqual(page.wait_moves(2), ["11-15", "22-17"])
        self.assertEqual((page.label("17"), page.label("22")), ("17, White man", "22, empty"))

    def test_moves_can_be_typed_and_are_announced(self, page):
        page.new_game("towers")
        page.type_move("g6-f5")
        self.assertEqual(page.wait_moves(1), ["G6-F5"])
        page.wait(lambda: page.one("#live").text == "Black: G6-F5" or "G6-F5" in page.script("return document.getElementById('live').textContent"), "the move said aloud")
        page.type_move("A1-A2")
        refusal = self.engine.ask("position towers startpos moves G6-F5", "move A1-A2")[0].split(": ", 1)[1]
        page.wait(lambda: refusal[1:] in page.refusal(), "the refusal")

    def test_captures_are_entered_jump_by_jump_or_by_a_unique_last_square(self, page):
        page.new_game("english", start="text", text="B:W18,19,26,27:BK22")
        self.assertEqual(len(page.all("#board .must")), 1)
        page.click("22", "31", "24")
        self.assertEqual(page.moves(), [])
        self.assertEqual(len(page.all("#board .piece.gone")), 2)
        self.assertEqual(page.play("15", "22"), ["22x15x24x31x22"])
        page.wait(lambda: "Black has won" in page.state(), "the end")
        page.new_game("spanish", start="text", text="W:WK1:B10,19,20,27")
        self.assertEqual(page.play("1", "30"), ["1x14x23x30"])

    def test_reduced_chess_has_checks_mates_and_boards_of_any_size(self, page):
        page.new_game("reduced-chess", start="text", text="8 Kb1,Ra2 Kh8,Re7 w")
        page.play("a2", "a8")
        page.wait(lambda: "check" in page.state(), "check")
        self.assertEqual(len(page.all("#board .check")), 1)
        page.new_game("reduced-chess", start="example")
        self.assertEqual(page.label("c5"), "c5, White king")
        page.click("a5", "a3")
        page.wait(lambda: "White has won: checkmate" in page.state(), "mate")
        for size in (4, 5, 26):
            with self.subTest(size):
                page.new_game("reduced-chess", start="size", size=size)
                self.assertEqual(len(page.all('#board [role="gridcell"]')), size * size)
                self.assertEqual(page.state(), "White to move")
        self.assertEqual(page.play("a1", "a13"), ["a1a13"])
        page.keys("z26", "z14")
        self.assertEqual(page.wait_moves(2)[1], "z26z14")

    def test_moves_captures_crownings_and_ends_have_sounds_if_enabled(self, page):
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
        page.close_dialog()
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

    def test_flipping_turns_the_board(self, page):
        page.new_game("reduced-chess", start="size", size=8)
        low = page.square("a1")
        page.key("f")
        page.wait(lambda: page.square("a1")[1] < low[1] and page.square("a1")[0] > low[0], "the other side")
        self.assertEqual(page.play("a1", "a2"), ["a1a2"])

    def test_choices_of_another_game_wait_for_its_description(self, page):
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

    def test_stupid_checkers_has_its_own_messages(self, page):
        page.new_game("stupid")
        self.assertEqual(page.state(), "r move from:")
        self.assertEqual(page.play("A1", "C1"), ["pass"])
        page.wait(lambda: page.notes() == "INVALID MOVE", "the insult")
        page.wait(lambda: page.state() == "b move from:", "the other's turn")
        self.assertEqual(page.play("A1", "B1", moves=2), ["pass", "pass"])
        page.type_move("Z9")
        self.assertEqual(page.wait_moves(3), ["pass"] * 3)
        page.new_game("stupid", start="text", text="r......./......../......../......../......../......../......../b....... r")
        page.click("A1", "A8")
        page.wait(lambda: page.state() == "r wins!! GAME OVER", "the end")

    def test_towers_offers_the_specified_machine(self, page):
        page.new_game("towers", ("human", "machine"))
        moves = page.play("G6", "F5", moves=2)
        self.engine.ask("position towers startpos moves G6-F5")
        self.assertEqual(moves[1], self.engine.ask("go minimax 3", last="bestmove")[-1].split()[1])

    def test_touch_move_applies_where_the_rules_have_it(self, page):
        page.setting("touchMove", True)
        page.new_game("spanish")
        page.click("11", "10")
        page.wait(lambda: "touched" in page.refusal(), "the rule")
        self.assertEqual(page.moves(), [])
        self.assertEqual(page.play("15"), ["11-15"])

"""Variations, comments, PDN, PGN, FEN, position texts, and the editor."""

from selenium.webdriver.common.keys import Keys

from case import PageTest

PDN = """[Event "test"]
[White "Ann"]
[Black "Bob"]
[Result "*"]
[GameType "21"]

1. 11-15 {a classic} 22-18? 2. 15x22 25x18 (2... 26x17 3. 8-11 (3. 9-13)) 3. 8-11 *
"""


class MovesAndFiles(PageTest):
    def test_pdn_with_variations_and_comments(self, page):
        page.read(PDN)
        self.assertEqual(page.wait_moves(5), ["11-15", "22-18?", "15x22", "25x18", "8-11"])
        self.assertEqual([each.text for each in page.all(".variation .move")], ["2…26x17", "3.8-11", "3.9-13"])
        self.assertEqual(page.one(".comment").text, "a classic")
        self.assertIn("Ann", page.one("#player-top").text)
        text = page.exported()
        self.assertIn('[GameType "21,B,8,8,N1,0"]', text)
        self.assertIn("1. 11-15 {a classic} 22-18 $2 2. 15x22 25x18 (2... 26x17 3. 8-11 (3. 9-13)) 3. 8-11", " ".join(text.split("\n")))
        page.read(text)
        self.assertEqual(page.exported().split("\n\n")[1], text.split("\n\n")[1])

    def test_squares_are_exported_as_numbers_or_algebraic(self, page):
        page.read(PDN)
        for squares, moves in (("algebraic", "1. f6-e5 {a classic} c3-d4"), ("numeric", "1. 11-15 {a classic} 22-18")):
            page.press("#open-exchange")
            page.choose("#export-squares", squares)
            page.wait(lambda: moves in page.one("#export-game").get_attribute("value"), moves)
            page.close_dialog()
            page.reload()
            self.assertIn(moves, page.exported(), "the choice is kept")
        page.new_game("towers")
        page.press("#open-exchange")
        page.wait(lambda: page.all("#export-game"), "the dialog")
        self.assertEqual(page.all("#export-squares"), [], "no other names of its squares")

    def test_each_position_of_an_epd_file_is_read_with_its_counters(self, page):
        lines = ['k7/8/8/8/8/8/8/K6R w - - hmvc 97; fmvn 60;', "", "# of somebody", "k7/8/8/8/8/8/8/K5R1 w - - 0 1;", "nonsense", "k7/8/8/8/8/8/8/K3R3 b - -"]
        page.enter("\r\n".join(lines))
        (complaint,) = page.wait(lambda: page.all(".complaints li"), "what is no position")
        self.assertTrue(complaint.text.startswith("game 3, line 5 Left out: "), complaint.text)
        page.press("dialog:has(.complaints) .dialog-head button")
        page.wait(lambda: page.label("h1") == "h1, White rook", "the first position")
        self.assertEqual(page.exported("fen"), "k7/8/8/8/8/8/8/K6R w - - 97 60")
        page.open_games(3)
        page.press("dialog .dialog-head button")
        for text in lines[0], lines[3], "W:W18,19:BK22;":
            page.read(text)

    def test_positions_of_every_kind(self, page):
        for text, square, label in (
            ("B:W18,19,26,27:BK22", "22", "22, Black king"),
            ("spanish W:WK1:B10", "1", "1, White king"),
            ("5\nKc5,Ra2, Ra5,\nKb3\n", "a2", "a2, White rook"),
            ("8/8/4k3/8/8/8/8/K6R w - - 0 1", "e6", "e6, Black king"),
            ("position towers startpos moves G6-F5", "F5", "F5, Black man"),
        ):
            with self.subTest(text):
                page.read(text)
                page.wait(lambda: page.label(square) == label, label)

    def test_texts_can_be_pasted_and_invalid_ones_are_refused_with_the_engines_message(self, page):
        page.script(
            """
            const data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
            """,
            PDN,
        )
        page.wait_moves(5)
        page.enter('nonsense')
        refusal = self.engine.ask("position english nonsense")[0].split(" ", 2)[2]
        page.wait(lambda: refusal[1:] in page.notes(), refusal)

    def test_variations_can_be_entered_promoted_and_deleted(self, page):
        page.press("#open-new")
        page.choose_game("english")
        page.press("#begin-analysis")
        page.wait(lambda: not page.all("dialog"), "the board")
        page.play("11", "15")
        page.key(Keys.ARROW_LEFT)
        page.wait(lambda: page.label("11") == "11, Black man", "the beginning")
        page.click("9", "13")
        page.wait(lambda: [each.text for each in page.all(".variation .move")] == ["1.9-13"], "the variation")
        page.press('[aria-label="Promote variation"]')
        page.wait(lambda: page.moves() == ["9-13"], "the main line")
        page.press('[aria-label="Comment"]')
        page.fill(".comment-field", "bold\t")
        page.wait(lambda: [each.text for each in page.all(".moves .comment")] == ["bold"], "the comment")
        page.press('[aria-label="Delete from here"]')
        page.wait(lambda: page.moves() == ["11-15"], "the other move alone")

    def test_the_editor_sets_up_positions_of_every_game(self, page):
        cases = (
            ("english", "startpos", "11", "B"), ("spanish", "startpos", "11", "W"), ("towers", "startpos", "G6", "B"),
            ("stupid", "startpos", "A1", None), ("reduced-chess", "example", "a1", "B"),
        )
        for game, start, square, letter in cases:
            with self.subTest(game):
                page.new_game(game, start=start)
                page.press("#open-editor")
                page.wait(lambda: page.all(".palette .tool"), "the editor")
                tools = page.all(".palette input")
                page.script("arguments[0].click()", tools[1])
                page.click_at(*page.squares(square, board="editor-board")[0])
                page.wait(lambda: page.label(square, board="editor-board") == f"{square}, empty", "an empty square")
                if letter:
                    page.script("arguments[0].click()", tools[3 if letter != "B" or game != "reduced-chess" else 4])
                    page.click_at(*page.squares(square, board="editor-board")[0])
                    page.wait(lambda: page.label(square, board="editor-board") != f"{square}, empty", "a piece")
                expected = page.label(square, board="editor-board")
                page.press("#editor-analyse")
                page.wait(lambda: page.one("#page-board").is_displayed(), "the board")
                self.assertEqual(page.label(square), expected)

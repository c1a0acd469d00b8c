"""The end of a game: the card, announcements, the next game, and stored results."""

from case import PageTest
from test_moves_and_files import PDN


class Ends(PageTest):
    def lost(self, page, game="english", **more):
        """Starts a game against the engine and resigns it."""
        page.new_game(game, ("human", "engine 0"), limit=("depth", 1), **more)
        page.resign()
        page.wait(lambda: page.one(".end-card").is_displayed(), "the card")

    def test_a_card_shows_winner_and_reason_and_starts_a_review(self, page):
        page.new_game("english", start="text", text="B:W18:B15")
        page.click("15", "22")
        page.wait(lambda: page.one(".end-card").is_displayed(), "the card")
        self.assertEqual(page.one("#end-title").text, "Black has won", "two people")
        self.assertEqual(page.one("#end-why").text, "White has no pieces left.")
        self.assertEqual([each.text for each in page.all(".end-card .buttons button")], ["Play again", "Review", "Save", "Analyse"])
        page.wait(lambda: "Black has won" in page.said(), "the end said aloud")
        page.press(".end-card > .icon-only")
        self.assertFalse(page.one(".end-card").is_displayed())
        page.new_game("english", start="text", text="B:W18:B15")
        page.click("15", "22")
        page.wait(lambda: page.one(".end-card").is_displayed(), "the card")
        page.press(".end-card .buttons button:nth-child(2)")
        page.wait(lambda: page.all(".graph-line"), "the review")

    def test_a_person_against_an_engine_reads_who_lost(self, page):
        page.new_game("english", ("engine 0", "human"), start="text", text="B:W18:B15", limit=("depth", 1))
        page.wait(lambda: page.one(".end-card").is_displayed(), "the card")
        self.assertEqual(page.one("#end-title").text, "You lost")
        self.assertTrue(page.state().startswith("You lost: "), page.state())
        page.wait(lambda: "You lost" in page.said(), "the end said aloud")
        page.new_game("stupid", ("human", "engine 0"))
        page.resign()
        page.wait(lambda: page.state() == "b wins!! GAME OVER – You lost", "its own words before the loser")

    def test_a_resignation_is_announced_beside_the_last_position_and_saved(self, page):
        page.catch_files()
        self.lost(page)
        rules = page.script(
            """
            const card = document.querySelector('.end-card');
            card.style.animation = 'none';
            card.getAnimations();
            card.style.animation = '';
            const [animation] = card.getAnimations();
            animation.currentTime = 100;
            const early = getComputedStyle(card.querySelector('button')).pointerEvents;
            animation.finish();
            return [early, getComputedStyle(card.querySelector('button')).pointerEvents];
            """
        )
        self.assertEqual(rules, ["none", "auto"], "a late click does not affect the card")
        page.wait(lambda: page.said() == "You lost. You resigned.", "the end said aloud")
        self.assertIn("end-card", page.focused())
        for width, height in ((1280, 720), (1280, 650), (640, 360), (360, 740), (2560, 1440)):
            with self.subTest(width=width, height=height):
                page.resize(width, height)
                board, card = (page.box(part) for part in ("#board", ".end-card"))
                apart = card[0] >= board[2] or card[2] <= board[0] or card[1] >= board[3] or card[3] <= board[1]
                self.assertTrue(apart, (board, card))
                self.assertTrue(0 <= card[0] and card[2] <= width and 0 <= card[1] and card[3] <= height, card)
        page.press(".end-card .buttons button:nth-child(3)")
        page.wait(page.caught, "the file")
        self.assertIn('[Result "0-1"]', page.caught()[0][1])
        page.key("\ue00c")
        page.wait(lambda: not page.one(".end-card").is_displayed(), "an end of the card")
        self.assertEqual(page.focused(), "status")

    def test_a_resignation_an_agreed_draw_and_a_loss_on_time_are_announced(self, page):
        for control, said, state in (("#resign", "Black resigned", "White has won: Black resigned"), ("#draw", "Draw. Both sides agreed", "Draw: agreed")):
            page.new_game("english")
            page.press(control)
            page.answer()
            page.wait(lambda: said in page.said() and page.state() == state, state)
        page.press("#open-new")
        page.choose_game("english")
        page.fill("#minutes", "0.02")
        page.press("#begin")
        page.play("11", "15")
        page.wait(lambda: "ran out of time." in page.said(), "the time")
        self.assertIn("ran out of time", page.state())

    def test_play_again_swaps_sides_and_flips_the_board(self, page):
        self.lost(page)
        low = page.square("1")
        self.assertIn("crownd", page.one("#player-top").text)
        page.press(".end-card .primary")
        page.wait(lambda: page.wait_moves(1), "the engine begins")
        self.assertIn("crownd", page.one("#player-top").text)
        self.assertNotEqual(page.square("1"), low)
        self.assertFalse(page.one(".end-card").is_displayed())
        page.wait(lambda: page.state() == "White to move", "our turn")

    def test_an_imported_result_is_shown(self, page):
        page.read(PDN.replace("*", "1-0"))
        page.wait_moves(5)
        page.wait(lambda: "Black has won: as the file says" in page.one("#status").text, "the result at the beginning")
        page.press('[aria-label="Last move"]')
        page.wait(lambda: page.state() == "Black has won: as the file says", "the result at the end")

    def test_analysing_keeps_the_result_of_a_resigned_game(self, page):
        self.lost(page)
        page.press("#analyse")
        page.wait(lambda: "Free analysis" in page.one("#status").text, "the analysis")
        self.assertEqual(page.state(), "You lost: you resigned")
        page.play("11", "15")
        self.assertIn("You lost: you resigned", page.one("#status").text)
        page.reload()
        self.assertIn("You lost: you resigned", page.one("#status").text)

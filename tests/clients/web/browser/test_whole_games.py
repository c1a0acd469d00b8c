"""Whole games of each kind by clicks, by keys and by touch: what the page shows is what the engine says."""

from case import PageTest

STARTS = {"english": None, "spanish": None, "stupid": None, "towers": None, "reduced-chess": "example"}
LONGEST = 300


class WholeGames(PageTest):
    def play(self, game, enter, page):
        """One side plays well, the other one the first move that there is, so that every game ends soon."""
        page.new_game(game, start=STARTS[game])
        moves = []
        while (status := self.engine.status(game, "startpos", moves)).startswith("status ongoing"):
            routes = self.engine.routes(game, "startpos", moves)
            wanted = self.engine.best_move(game, "startpos", moves) if len(moves) % 2 == 0 else routes[0][0]
            path = next(path for move, path in routes if move == wanted)
            enter(*path)
            moves.append(wanted)
            shown = page.wait_moves(len(moves))
            self.assertEqual(shown, moves)
            self.assertLess(len(moves), LONGEST, "the game should have ended")
        page.wait(lambda: page.all("#analyse"), f"the end of {game}: {status}")
        self.assertTrue(any(word in page.state() for word in ("won", "wins!!", "Draw")), page.state())
        return moves

    def test_by_clicks(self):
        page = self.page().open()
        for game in STARTS:
            with self.subTest(game):
                self.play(game, page.click, page)

    def test_by_keys(self):
        page = self.page().open()
        for game in STARTS:
            with self.subTest(game):
                self.play(game, page.keys, page)

    def test_by_touch(self):
        page = self.page(width=390, height=800, touch=True).open()
        for game in STARTS:
            with self.subTest(game):
                self.play(game, page.touch, page)

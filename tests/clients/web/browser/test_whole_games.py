"""Whole games by clicks, keys and touch in Chromium and Firefox; the page must agree with the engine."""

from case import PageTest
from firefox import FirefoxPage

# Besides the start positions of all games: arguments of the dialog, and the position for the engine.
LARGE = ("reduced-chess", {"start": "size", "size": 8}, "8 Ra1,Bc1,Ke1,Rg1 Rh8,Bf8,Kd8,Rb8 w")
# The dialog offers another board of reduced chess first.
CHOICES = {"reduced-chess": {"start": "example"}}
LONGEST = 300
WAYS = ("clicks", "keys", "touch")


class InChromium(PageTest):
    # The browsers play the games by turns, and use each of the ways.
    turn = 0

    def play(self, page, enter, game, choices, start):
        """One side plays well, the other its first legal move, so every game ends soon."""
        page.new_game(game, **choices)
        moves = []
        while (status := self.engine.status(game, start, moves)).startswith("status ongoing"):
            routes = self.engine.routes(game, start, moves)
            wanted = self.engine.best_move(game, start, moves) if len(moves) % 2 == 0 else routes[0][0]
            path = next(path for move, path in routes if move == wanted)
            enter(*path)
            moves.append(wanted)
            shown = page.wait_moves(len(moves))
            self.assertEqual(shown, moves)
            self.assertLess(len(moves), LONGEST, "the game should have ended")
        page.wait(lambda: page.all("#analyse"), f"the end: {status}")
        self.assertTrue(any(word in page.state() for word in ("won", "wins!!", "Draw")), page.state())

    def play_all(self, page, enter, way):
        starts = [*((game, CHOICES.get(game, {}), "startpos") for game in self.games), LARGE]
        played = [each for number, each in enumerate(starts) if number % 2 == self.turn and number % len(WAYS) == WAYS.index(way)]
        self.assertTrue(played)
        for game, choices, start in played:
            with self.subTest(game, start=start):
                self.play(page, enter, game, choices, start)

    def test_by_clicks(self, page):
        self.play_all(page, page.click, "clicks")

    def test_by_keys(self, page):
        self.play_all(page, page.keys, "keys")

    def test_by_touch(self):
        page = self.page(width=390, height=800, touch=True).open()
        self.play_all(page, page.touch, "touch")


class InFirefox(InChromium):
    kind = FirefoxPage
    turn = 1

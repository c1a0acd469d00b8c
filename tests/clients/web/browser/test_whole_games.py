"""Whole games of each kind by clicks, by keys and by touch, in Chromium and in Firefox: what the page shows is what the engine says."""

from case import PageTest
from firefox import FirefoxPage

# What the dialog is told, and the position as the engine is told it.
LARGE = "8 Ra1,Bc1,Ke1,Rg1 Rh8,Bf8,Kd8,Rb8 w"
STARTS = {
    "english": ({}, "startpos"),
    "spanish": ({}, "startpos"),
    "stupid": ({}, "startpos"),
    "towers": ({}, "startpos"),
    "reduced-chess": ({"start": "example"}, "startpos"),
    "reduced-chess 8x8": ({"start": "size", "size": 8}, LARGE),
}
LONGEST = 300


class InChromium(PageTest):
    #: A game by keys takes five times as long as one by clicks: each browser plays half of them.
    by_keys = tuple(STARTS)[::2]

    def play(self, name, enter, page):
        """One side plays well, the other one the first move that there is, so that every game ends soon."""
        game = name.split()[0]
        choices, start = STARTS[name]
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
        page.wait(lambda: page.all("#analyse"), f"the end of {name}: {status}")
        self.assertTrue(any(word in page.state() for word in ("won", "wins!!", "Draw")), page.state())

    def play_all(self, enter, page, names=tuple(STARTS)):
        for name in names:
            with self.subTest(name):
                self.play(name, enter, page)

    def test_by_clicks(self):
        page = self.page().open()
        self.play_all(page.click, page)

    def test_by_keys(self):
        page = self.page().open()
        self.play_all(page.keys, page, self.by_keys)

    def test_by_touch(self):
        page = self.page(width=390, height=800, touch=True).open()
        self.play_all(page.touch, page)


class InFirefox(InChromium):
    kind = FirefoxPage
    by_keys = tuple(STARTS)[1::2]

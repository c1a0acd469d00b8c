"""The explorer with thousands of own games: it opens at once, and stepping does not wait while it reads games."""

import random

from case import PageTest
from selenium.webdriver.common.keys import Keys

GAMES = 5000
# Games that an earlier visit has not counted.
NEW_GAMES = 100
PLIES = 30
# Two kings of each side on separate rows: every move is legal, and there are no captures.
START = "B:WK29,K32:BK1,K4"
HOMES = {"b": range(1, 13), "a": range(21, 33)}
WINNERS = ("a", "", "b")
# Maximal processor milliseconds: for a step, for a step while games are read, and until the explorer is open.
MOST_FOR_A_STEP = 100
MOST_WHILE_READING = 250
MOST_FOR_OPENING = 500
TRIES = 3


def neighbours(square):
    """Neighbours of a square by PDN numbers: rows of four, every other row shifted to the right."""
    row, place = divmod(square - 1, 4)
    column = 2 * place + (row + 1) % 2
    around = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    return [4 * y + x // 2 + 1 for y, x in around if 0 <= y < 8 and 0 <= x < 8]


def text_of(kings, side):
    """The position as `fen` reports it: squares from the last to the first."""
    cells = ["." for _ in range(32)]
    for owner, letter in (("a", "A"), ("b", "B")):
        for square in kings[owner]:
            cells[32 - square] = letter
    return f"english {''.join(cells)}:{side}"


class Game:
    def __init__(self, dice):
        kings = {"b": [1, 4], "a": [29, 32]}
        self.moves, self.steps, self.winner = [], {}, dice.choice(WINNERS)
        for ply in range(PLIES):
            side = "ba"[ply % 2]
            choices = [(one, to) for one in kings[side] for to in neighbours(one) if to in HOMES[side] and to not in kings[side]]
            one, to = dice.choice(choices)
            played = self.steps.setdefault(text_of(kings, side), [])
            if f"{one}-{to}" not in played:
                played.append(f"{one}-{to}")
            kings[side][kings[side].index(one)] = to
            self.moves.append(f"{one}-{to}")


def rows_of(games):
    """The expected rows at the start: moves with the number of games, White's wins, draws and losses."""
    start = next(iter(games[0].steps))
    counts = {}
    for game in games:
        for move in game.steps[start]:
            counts.setdefault(move, []).append(game.winner)
    order = sorted(counts, key=lambda move: (-len(counts[move]), move))
    return [[move, f"White: {words(*[counts[move].count(each) for each in WINNERS])}"] for move in order]


def words(wins, draws, losses):
    return ", ".join(f"{number} {one if number == 1 else more}" for number, one, more in ((wins, "win", "wins"), (draws, "draw", "draws"), (losses, "loss", "losses")))


# Stores games as if imported, and counts the first ones like an earlier visit.
PREPARE = """
    const [start, games, first, counted, done] = arguments;
    const record = ([moves, winner], i) => ({
      id: `many-${String(first + i).padStart(5, '0')}`, game: 'english', start, headWay: moves.map(() => 0), cursorWay: [],
      tree: moves.reduceRight((below, m) => ({ m: '', n: [{ ...below, m }] }), { m: '' }),
      playing: false, players: {}, names: { a: 'Bob', b: 'Ann' }, tags: {}, control: null, left: {}, ending: null, winner, flipped: false, created: i, changed: i,
    });
    (async () => {
      const { storeGames } = await import('/storage/games.js');
      const { updateCounts } = await import('/analysis/game_index.js');
      const records = games.map(record);
      await storeGames(records);
      if (counted) await updateCounts(records.map(({ id, winner }, i) =>
        [id, { id, mark: JSON.stringify(['english', start, winner, games[i][0]]), winner, steps: games[i][2] }]));
    })().then(() => done(null), (error) => done(String(error)));
    """


class ManyOwnGames(PageTest):
    def prepare(self, page, games):
        for first in range(0, len(games), 500):
            part = [[game.moves, game.winner, list(game.steps.items())] for game in games[first : first + 500]]
            counted = first + 500 <= GAMES
            self.assertIsNone(page.driver.execute_async_script(PREPARE, START, part, first, counted))

    def rows(self, page):
        return page.script("return [...document.querySelectorAll('#explorer tbody tr')].map((row) => [row.querySelector('button').textContent, row.children[3].querySelector('.sr-only')?.textContent])")

    def is_reading(self, page):
        return "being read" in page.one("#explorer").text

    def spent(self, page):
        """Processor milliseconds of the page's tasks so far."""
        metrics = page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return 1000 * next(each["value"] for each in metrics if each["name"] == "TaskDuration")

    def most_for_a_step(self, page):
        """Steps forward and back through a game, waiting for the rows of each position."""
        most = 0
        page.key(Keys.HOME)
        page.wait(lambda: self.rows(page), "the rows")
        for key in 8 * [Keys.ARROW_RIGHT] + 8 * [Keys.ARROW_LEFT]:
            before = self.rows(page)
            spent = self.spent(page)
            page.key(key)
            page.wait(lambda: self.rows(page) != before, "the rows of the next position")
            most = max(most, self.spent(page) - spent)
        return most

    def test_it_opens_at_once_and_stepping_does_not_wait(self):
        dice = random.Random(1)
        games = [Game(dice) for _ in range(GAMES + NEW_GAMES)]
        page = self.page().open()
        page.driver.set_script_timeout(120)
        page.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        page.read(f'[GameType "21"]\n[FEN "{START}"]\n\n' + " ".join(games[0].moves) + " *\n")
        self.prepare(page, games)
        spent = self.spent(page)
        page.press("#explorer-switch")
        page.wait(lambda: page.script("return !document.getElementById('explorer').hidden"), "the explorer")
        page.key(Keys.HOME)
        page.wait(lambda: self.rows(page), "the rows")
        self.assertLessEqual(self.spent(page) - spent, MOST_FOR_OPENING)
        page.wait(lambda: self.is_reading(page), "games that are read")
        self.assertLessEqual(self.most_for_a_step(page), MOST_WHILE_READING)
        page.wait(lambda: not self.is_reading(page), "the new games to be read")
        self.assertEqual(self.rows(page), rows_of(games))
        self.assertTrue(any(self.most_for_a_step(page) <= MOST_FOR_A_STEP for _ in range(TRIES)), "a step takes too long")
        # The next visit does not read them again.
        page.reload()
        page.wait(lambda: self.rows(page), "the rows")
        self.assertEqual(self.rows(page), rows_of(games))

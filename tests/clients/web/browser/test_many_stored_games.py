"""The explorer with thousands of own games: it opens at once, and stepping does not wait while it reads games. Times are main thread time as
multiples of a reference task in the same browser, independent of the machine."""

import random
import re
import statistics

import speed
from case import PageTest
from selenium.webdriver.common.keys import Keys

GAMES = 5000
# Games that an earlier visit has not counted.
NEW_GAMES = 200
PLIES = 30
# Two kings of each side on separate rows: every move is legal, and there are no captures.
START = "B:WK29,K32:BK1,K4"
HOMES = {"b": range(1, 13), "a": range(21, 33)}
WINNERS = ("a", "", "b")
# Measured: 1.2 until the explorer is open, 0.5 for the median step while games are read, 0.3 afterwards. 14 to 16 of 16 steps ended before the
# games were read.
MOST_FOR_OPENING = 4
MOST_WHILE_READING = 2
MOST_FOR_A_STEP = 1
LEAST_WHILE_READING = 7
YARDSTICKS = 3


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

    def games_read(self, page):
        """How many games are compared or read, or None if none are left."""
        match = re.search(r"being read: (\d+) of", page.one("#explorer").text)
        return match and int(match[1])

    def step_through(self, page):
        """Steps forward and back through a game. Returns the median main thread milliseconds until the rows of a position are shown, and how
        many steps ended while games were read."""
        costs, reading = [], 0
        page.key(Keys.HOME)
        page.wait(lambda: self.rows(page), "the rows")
        for key in 8 * [Keys.ARROW_RIGHT] + 8 * [Keys.ARROW_LEFT]:
            rows, spent = self.rows(page), speed.thread_ms(page)
            page.key(key)
            page.wait(lambda: self.rows(page) != rows, "the rows of the next position")
            costs.append(speed.thread_ms(page) - spent)
            reading += self.games_read(page) is not None
        return statistics.median(costs), reading

    def test_it_opens_at_once_and_stepping_does_not_wait(self):
        dice = random.Random(1)
        games = [Game(dice) for _ in range(GAMES + NEW_GAMES)]
        page = self.page()
        page.driver.set_script_timeout(120)
        speed.count_thread_time(page)
        unit = statistics.median(speed.yardstick(page) for _ in range(YARDSTICKS))
        page.open()
        page.read(f'[GameType "21"]\n[FEN "{START}"]\n\n' + " ".join(games[0].moves) + " *\n")
        self.prepare(page, games)
        spent = speed.thread_ms(page)
        page.press("#explorer-switch")
        page.wait(lambda: page.script("return !document.getElementById('explorer').hidden"), "the explorer")
        page.key(Keys.HOME)
        page.wait(lambda: self.rows(page), "the rows")
        self.assertLess((speed.thread_ms(page) - spent) / unit, MOST_FOR_OPENING)
        page.wait(lambda: (self.games_read(page) or 0) >= GAMES, "new games that are read")
        cost, reading = self.step_through(page)
        self.assertLess(cost / unit, MOST_WHILE_READING)
        self.assertGreaterEqual(reading, LEAST_WHILE_READING)
        page.wait(lambda: self.games_read(page) is None, "the new games to be read")
        self.assertEqual(self.rows(page), rows_of(games))
        self.assertLess(self.step_through(page)[0] / unit, MOST_FOR_A_STEP)
        # The next visit does not read them again.
        page.reload()
        page.wait(lambda: self.rows(page), "the rows")
        self.assertEqual(self.rows(page), rows_of(games))

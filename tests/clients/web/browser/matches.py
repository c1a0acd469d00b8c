"""Writes the files of a match step by step, as crown-match does."""

import json
import os
import tempfile
import time
from pathlib import Path

from case import PageTest

START = "aaaaaaaaaaaa........bbbbbbbbbbbb:b"
MOVES = ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25"]


def finished(index, first, second, winner, verdict="no-moves"):
    """A finished game as a line of --json."""
    result = "1/2-1/2" if winner is None else "1-0" if winner == first else "0-1"
    return json.dumps({
        "type": "game", "index": index, "first": first, "second": second, "engines": [0, 1], "opening": 1,
        "start": START, "to-move": 0, "result": result, "winner": winner, "verdict": verdict,
        "position": "", "began": 0, "moves": [{"move": "11-15", "book": True}, {"move": "22-18", "cp": 12, "depth": 5}],
    }) + "\n"


def playing(index, first, second, plies, left=(61e6, 45e6)):
    """A game in progress in the live file."""
    last = [{"move": MOVES[0], "cp": 12, "depth": 9}, {"move": MOVES[1], "cp": -34, "depth": 8}]
    return {
        "index": index, "first": first, "second": second, "engines": [0, 1], "opening": 1, "start": START, "to-move": 0,
        "began": 0, "moves": MOVES[:plies], "turn": plies % 2, "left-us": [int(each) for each in left],
        "since-ms": int(time.time() * 1000), "last": [last[side] if plies > side else None for side in (0, 1)],
    }


class MatchFiles:
    """A file of --json, and the live file beside it, which is always replaced."""

    def __init__(self, folder, engines=("A", "B")):
        self.file = Path(folder) / "match.json"
        self.live_file = Path(folder) / "match.json.live"
        self.engines = engines

    def clear(self):
        self.file.unlink(missing_ok=True)
        self.live_file.unlink(missing_ok=True)

    def add(self, line):
        with self.file.open("a", encoding="utf-8") as file:
            file.write(line)

    def play(self, *games, finished_games=0, wins=0):
        first, second = self.engines
        live = {
            "type": "live", "game": "english", "written-ms": int(time.time() * 1000), "games": finished_games, "scheduled": 8,
            "pairings": [{"first": first, "second": second, "wins": wins, "draws": finished_games - wins, "losses": 0, "elo": None}],
            "engines": [{"name": first}, {"name": second}], "playing": list(games),
        }
        new = self.live_file.with_suffix(".new")
        new.write_text(json.dumps(live) + "\n", encoding="utf-8")
        os.replace(new, self.live_file)


class MatchTest(PageTest):
    """A crown-web that shows a match with `files`."""

    engines = ("A", "B")

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.files = MatchFiles(cls.folder.name, cls.engines)
        cls.flags = ("--match", str(cls.files.file))
        super().setUpClass()

    def setUp(self):
        self.files.clear()

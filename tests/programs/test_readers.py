"""Readers of text take time in proportion to its length. The limit is for the processor, so that other programs do not count."""

import resource
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from programs import folder, program

SOURCE = Path(__file__).resolve().parents[2]
MILLION = 1_000_000
#: Seconds of the processor for one text. A reader that looks at the rest of a line for each word takes many minutes.
MOST_SECONDS = 120

BEGINNING = '[GameType "21"]\n\n1. 9-13 '
PARTS = {
    "moves": "11-15 ", "variations": "(9-14) ", "nested variations": "(9-14 (10-14 (11-15))) ", "open variations": "(9-14 ",
    "closed variations": ") ", "comments": "{a} ", "open comments": "{a ", "comments to the end of the line": "; ", "NAGs": "$7 ",
    "tags": '[A "b"] ', "tags without an end": '[A "b ', "brackets": "[", "quotes": '" ', "numbers": "1. ", "digits": "1", "signs": "!",
    "stars": "*", "blanks": " ", "returns": "\r", "empty lines": "\n", "engines' marks": "{[%engine ] } ",
    "games": '*\n\n[A "b"]\n\n1. 9-13 ', "games with an open comment": '*\n\n[A "b"]\n\n1. 9-13 {',
    "games that nest too deeply": '*\n\n[A "b"]\n\n1. 9-13 ' + 120 * "(", "plain moves": "\n1 first a-b", "lists": "\n11-15 22-18",
}
#: Texts that are not one part many times.
WHOLE = {
    "a long comment": lambda size: "{a" + size * " " + "b}",
    "a comment of empty lines": lambda size: "{" + size * "\n" + "}",
    "different variations": lambda size: " ".join(f"(b{number})" for number in range(size // 9)),
}

PAGE = """
import { readFileSync } from 'node:fs';
const { writtenGames } = await import(`${process.argv[2]}/clients/web/page/game/read.js`);
const { readGames } = await import(`${process.argv[2]}/clients/web/page/game/movetext.js`);
const text = readFileSync(process.argv[3], 'utf8');
readGames(text);
writtenGames(text);
"""
PYTHON = """
import sys
from crownd.files import read_games
from crownd.sync import Engine
with Engine.popen([sys.argv[1], "--no-tables"], timeout=600) as engine:
    for record in read_games(engine, sys.argv[2], game="english", damaged=[]):
        pass
"""


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


class Readers(unittest.TestCase):
    def reads(self, command, size=MILLION, but=()):
        file = folder(self) / "games.pdn"
        for name, part in {**PARTS, **WHOLE}.items():
            if name in but:
                continue
            with self.subTest(text=name):
                text = part(size) if callable(part) else part * (size // len(part))
                file.write_text(BEGINNING + text, newline="")
                outcome = subprocess.run([*command, str(file)], preexec_fn=limit, capture_output=True)
                self.assertIn(outcome.returncode, (0, 1, 3), outcome.stderr[:500])

    def test_page(self):
        node = shutil.which("node")
        if not node:
            self.skipTest("there is no node")
        script = folder(self) / "read.mjs"
        script.write_text(PAGE)
        self.reads([node, str(script), str(SOURCE)])

    def test_python(self):
        self.reads([sys.executable, "-c", PYTHON, program("crownd")], 4 * MILLION)

    def test_crown_annotate(self):
        # Thousands of whole games would be analysed, not only read.
        self.reads([program("crown-annotate"), "--nodes", "1", "--game", "english", "--workers", "1"], but=("games", "lists"))


if __name__ == "__main__":
    unittest.main()

"""Files of crown-annotate on the page, which need no search."""

import functools
import json
import pathlib
import subprocess
import tempfile

from case import PageTest
from servers import PROGRAMS

# White loses a man; a person has added comments.
ENGLISH = """[White "A"]
[Black "B"]
[GameType "21"]

1. 11-15! {a comment} (1. 9-13 22-18 {a line}) 23-19 2. 8-11 19-16? {mine} 3. 12x19 22-17 *
"""
TOWERS = '[Game "towers"]\n[First "C"]\n\n1 first G6-F5\n2 second H3-G4\n3 first F5-H3\n'
CHESS = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/3Kr3/7R w - - 0 1"]\n[Result "1-0"]\n\n1. Kc3 Re3+ 2. Kd2 Re7 1-0\n'
FORCED = '[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 8x15 24-20 5. 15-19 23x16 *\n'
PROBLEM = '[GameType "21"]\n[FEN "W:WK32,K22:BK1"]\n\n*\n'


@functools.cache
def annotated(text):
    """The annotated game, and its line of --json."""
    with tempfile.TemporaryDirectory() as folder:
        games, out = pathlib.Path(folder, "games.txt"), pathlib.Path(folder, "out")
        games.write_text(text, encoding="utf-8")
        command = [PROGRAMS / "crown-annotate", games, "--nodes", "5000", "--workers", "1", "--out", out, "--json", f"{folder}/json"]
        subprocess.run(command, check=True)
        return (out / "games.txt").read_text(encoding="utf-8"), json.loads(pathlib.Path(folder, "json").read_text(encoding="utf-8"))


class AnnotatedGames(PageTest):
    def accuracies(self, page):
        """The side's names and rounded accuracies below the graph."""
        return page.script("""
            return [...document.querySelectorAll('.summary tr')].map((row) => Number(/(\\d+) %/.exec(row.textContent)?.[1] ?? -1));
            """)

    def test_judgements_and_evaluations_are_shown_at_once(self, page):
        for text in (ENGLISH, TOWERS, CHESS, FORCED):
            with self.subTest(text):
                game, judged = annotated(text)
                page.read(game)
                expected = [-1 if percent is None else int(percent + 0.5) for percent in judged["accuracy"]]
                self.assertEqual(self.accuracies(page), expected)
                words = {"Inaccuracy": "?!", "Mistake": "?", "Blunder": "??"}
                signs = [words[move["judgement"]] for move in judged["moves"] if "judgement" in move]
                self.assertTrue(signs)
                self.assertEqual(page.texts(".moves .by-engine.glyph"), signs)
                self.assertTrue(page.all(".graph-line"))
                self.assertEqual(len(page.all(".graph-mistake")), len(signs))
                self.assertFalse(page.one("#review").is_displayed())
                self.assertIn("better is", " ".join(page.texts(".comment")))
                page.script("document.querySelector('.moves .move').click()")
                first = judged["moves"][0]["cp"] / 100
                label = page.wait(lambda: page.one("#bar").get_attribute("aria-label"), "the evaluation")
                self.assertRegex(label.replace("−", "-"), rf"{abs(first):.2f}")
        page.read(annotated(PROBLEM)[0])
        self.assertRegex(page.one("#bar").get_attribute("aria-label"), r"\d", "a position has its evaluation")

    def test_lines_of_engine_and_people_look_different_and_an_exported_file_keeps_the_judgements(self, page):
        game, judged = annotated(ENGLISH)
        page.read(game)
        lines = [move["better"] for move in judged["moves"] if "judgement" in move]
        self.assertEqual(len(page.all(".variation.by-engine")), len(lines))
        self.assertEqual(len(page.all(".variation:not(.by-engine)")), 1)
        self.assertEqual(page.texts(".moves .glyph:not(.by-engine)"), ["!", "?"][: 1 + ("19-16?" in game and "19-16??" not in game)])
        page.script("document.querySelector('.variation.by-engine .move').click()")
        page.wait(lambda: page.all(".variation.by-engine .move[aria-current]"), "the better line")
        before = self.accuracies(page), page.texts(".moves .by-engine.glyph"), page.texts(".comment")
        written = page.exported()
        self.assertIn("[%loss ", written)
        page.read(written)
        self.assertEqual((self.accuracies(page), page.texts(".moves .by-engine.glyph"), page.texts(".comment")), before)

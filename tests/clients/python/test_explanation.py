"""Explanations of moves, and their sentences. The other clients are tested with the same cases, explained_moves.txt."""

import json
import math
import re
import unittest

from support import CROWND, GAMES, SOURCE, TIMEOUT, WRONG_COUNTS, AsyncTest, expect_error

import crownd
from crownd import Explanation, Game, parse
from crownd import sync

LANGUAGES = json.loads((SOURCE / "clients/shared/data/explanations.json").read_text(encoding="utf-8"))
CASES = [line.split(" | ") for line in (SOURCE / "tests/clients/shared/data/explained_moves.txt").read_text(encoding="utf-8").splitlines()
         if line and not line.startswith("#")]
BLUNDER = ("11-15", "22-18", "15x22", "25x18", "10-15", "18x11", "8x15", "24-20")
"""The moves before the blunder 15-19."""


def reason(line):
    """The reason in a line of the daemon, about its first move."""
    return parse.reason(line, line.rpartition(" line ")[2].split()[0])


class Sentences(unittest.TestCase):
    def test_shared_cases(self):
        self.assertGreater(len(CASES), 100)
        for language, move, line, sentence in CASES:
            with self.subTest(line, language=language):
                self.assertEqual(parse.reason(line, move).sentence(language), None if sentence == "-" else sentence)

    def test_every_template_has_a_shared_case(self):
        for language, words in LANGUAGES.items():
            sentences = "\n".join(sentence for other, _, _, sentence in CASES if other == language)
            for template in [each for templates in words["sentences"].values() for each in templates]:
                with self.subTest(language, template=template):
                    self.assertRegex(sentences, "(?m)^" + re.sub(r"\\{\w+\\}", ".+", re.escape(template)) + "$")

    def test_sentences_of_an_explanation(self):
        reasons = tuple(map(reason, ("reason trapped square a1 line 1-5", "reason new-name line 1-5", "reason pin square b2 line 1-5")))
        explanation = Explanation("1-5", "blunder", "2-6", 0.3, reasons)
        self.assertEqual(explanation.sentences(), ["The king on a1 is trapped.", "The piece on b2 is pinned to its king."])
        self.assertEqual(explanation.sentences("es"), ["La dama de a1 está encerrada.", "La pieza de b2 está clavada a su rey."])

    def test_unknown_language(self):
        for call in (Explanation("1-5", "good", "2-6", 0.0).sentences, reason("reason new-name line 1-5").sentence):
            with self.assertRaises(ValueError) as caught:
                call("eo")
            self.assertEqual(str(caught.exception), "invalid language 'eo': expected one of en, es, pt")


class Requests(AsyncTest):
    async def test_blunder(self):
        game = await Game(self.engine, "english", moves=BLUNDER)
        explanation = await self.engine.why(game, "15 - 19")
        self.assertEqual(explanation.move, "15-19")
        self.assertIn(explanation.verdict, ("mistake", "blunder"))
        self.assertIn(explanation.best, await game.legal_moves())
        self.assertNotEqual(explanation.best, "15-19")
        self.assertGreaterEqual(explanation.loss, 0.12)
        self.assertLess(explanation.loss, 1)
        (found,) = [each for each in explanation.reasons if each.name == "loses-material"]
        self.assertEqual((found.fields["lost"], found.line[:2], found.move), ("man", ("15-19", "23x16"), "15-19"))
        self.assertIn(f"15-19 loses a man: {' '.join(found.line[1:])}.", explanation.sentences())
        self.assertEqual(game.ply, len(BLUNDER))

    async def test_best_move(self):
        game = await Game(self.engine, "english", "W:WK29:BK22")
        self.assertEqual(await self.engine.why(game, "29-25", nodes=100), Explanation("29-25", "best", "29-25", 0.0))

    async def test_errors(self):
        game = await Game(self.engine, "english", moves=BLUNDER)
        error = await expect_error(crownd.IllegalMove, self.engine.why(game, "11-16"))
        self.assertEqual(error.reason, "source-empty")
        for nodes in WRONG_COUNTS:
            await expect_error(ValueError, self.engine.why(game, "15-19", nodes=nodes))
        for wrong in ("15-19 7-10", "15-19\nquit", ""):
            await expect_error(ValueError, self.engine.why(game, wrong))
        self.assertTrue((await self.engine.why(game, "15-19", nodes=100)).verdict)

    async def test_every_reason_has_a_sentence(self):
        names = set()
        for name in GAMES:
            game = await self.random_game(self.engine, name, 12, seed=1)
            while game.ply > 4:
                move = game.pop()
                for each in (await self.engine.why(game, move, nodes=2000)).reasons:
                    names.add(each.name)
                    for language in LANGUAGES:
                        self.assertIsNotNone(each.sentence(language), each)
        self.assertGreater(len(names), 2)

    def test_sync(self):
        with sync.Engine.popen(CROWND, timeout=TIMEOUT) as engine:
            game = sync.Game(engine, "english", moves=BLUNDER)
            explanation = engine.why(game, "15-19", 20000)
            self.assertRaises(ValueError, engine.why, game, "15-19", math.inf)
        self.assertIn("15-19 pierde un peón", " ".join(explanation.sentences("es")))

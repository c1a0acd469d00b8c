"""Explanations of moves, and their sentences. The other clients are tested with the same cases, explained_moves.json."""

import json
import re
import unittest

from support import CROWND, GAMES, SOURCE, TIMEOUT, AsyncTest, expect_error

import crownd
from crownd import Explanation, Game, Reason, parse
from crownd import sync

LANGUAGES = json.loads((SOURCE / "clients/shared/data/explanations.json").read_text(encoding="utf-8"))
CASES = json.loads((SOURCE / "tests/clients/shared/data/explained_moves.json").read_text(encoding="utf-8"))
BLUNDER = ("11-15", "22-18", "15x22", "25x18", "10-15", "18x11", "8x15", "24-20")
"""The moves before the blunder 15-19."""

FIELDS = {
    "lost": {"lost": "man,king,man"}, "taken": {"taken": "rook"}, "sacrificed": {"sacrificed": "pawn,checker,tower"},
    "captured": {"captured": "bishop,bishop"}, "moves": {"plies": "5"}, "by": {"by": "no-moves"},
    "before": {"before": "win", "before-plies": "7"}, "after": {"after": "draw"}, "square": {"square": "c3"},
    "targets": {"targets": "a1,h8"},
}
"""The fields for each placeholder."""
VALUES = {
    "en": {"lost": "2 men and a king", "taken": "a rook", "sacrificed": "a pawn, a checker and a tower", "captured": "2 bishops",
           "moves": "3 moves", "by": "no moves are left", "before": "a win in 7 plies", "after": "a draw", "targets": "a1 and h8"},
    "es": {"lost": "2 peones y una dama", "taken": "una torre", "sacrificed": "un peón, una ficha y una torre", "captured": "2 alfiles",
           "moves": "3 jugadas", "by": "no quedan jugadas", "before": "una victoria en 7 medias jugadas", "after": "tablas",
           "targets": "a1 y h8"},
    "pt": {"lost": "2 peças e uma dama", "taken": "uma torre", "sacrificed": "um peão, uma peça e uma torre", "captured": "2 bispos",
           "moves": "3 lances", "by": "não restam lances", "before": "uma vitória em 7 meios-lances", "after": "um empate",
           "targets": "a1 e h8"},
}
"""The values of these fields."""


def reason(line):
    """The reason in a line of the daemon, about its first move."""
    return parse.reason(line, line.rpartition(" line ")[2].split()[0])


class Sentences(unittest.TestCase):
    def test_every_template_of_every_language(self):
        self.assertEqual(set(LANGUAGES), set(VALUES))
        for language, words in LANGUAGES.items():
            for name, templates in words["sentences"].items():
                for template in templates:
                    with self.subTest(language, name=name, template=template):
                        needed = re.findall(r"{(\w+)}", template)
                        fields = {key: value for each in needed for key, value in FIELDS.get(each, {}).items()}
                        line = ("m1", "m2", "m3") if "line" in needed else ("m1",) if "best" in needed else ()
                        expected = template.format(move="m0", best="m1", line="m2 m3", square="c3", **VALUES[language])
                        self.assertEqual(Reason(name, fields, line, "m0").sentence(language), expected)

    def test_shared_cases(self):
        self.assertTrue(CASES)
        for case in CASES:
            with self.subTest(case["reason line"], language=case["language"]):
                self.assertEqual(parse.reason(case["reason line"], case["move"]).sentence(case["language"]), case["sentence"] or None)

    def test_sentences_of_daemon_lines(self):
        for line, expected in (
                ("loses-material lost man plies 4 new 7 line 1-5 5x9", "1-5 loses a man: 5x9."),
                ("shot sacrificed man,king captured king,man,king,man plies 4 line 1-5 5x9",
                 "1-5 allows a shot that gives up a man and a king and takes 2 kings and 2 men: 5x9."),
                ("loses-material lost dragon,elf,dragon,{x},king line 1-5 5x9", "1-5 loses 2 dragon, elf, {x} and a king: 5x9."),
                ("loses plies 2 by no-pieces line 1-5 5x9", "1-5 loses by force in one move (no pieces are left): 5x9."),
                ("misses-crown plies 0 line 5-1 9-6", "5-1 crowns in 0 moves: 9-6."),
                ("table before win before-plies 9 after loss after-plies 12 line 5-1", "It was a win in 9 plies; now it is a loss in 12 plies."),
                ("table before win after draw line 5-1", "It was a win; now it is a draw."),
                ("fork square c3 targets a1,h8,h3 line a2 c3", "The piece on c3 attacks a1, h8 and h3 at once."),
                ("fork square c3 targets a1 line a2 c3", "The piece on c3 attacks a1 at once.")):
            with self.subTest(line):
                self.assertEqual(reason("reason " + line).sentence(), expected)

    def test_reasons_without_sentence(self):
        for line in ("new-name square c3 line 1-5", "unheld line 1-5 5x9", "fork square c3 line 1-5",
                     "table before maybe after draw line 1-5", "table before draw before-plies 3 after loss line 1-5",
                     "lets-crown plies soon line 1-5 5x9", "draws by boredom line 1-5 5x9"):
            for language in LANGUAGES:
                with self.subTest(line, language=language):
                    self.assertIsNone(reason("reason " + line).sentence(language))

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
        await expect_error(crownd.BadArgument, self.engine.why(game, "15-19", nodes=0))
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
            self.assertRaises(crownd.BadArgument, engine.why, game, "15-19", 0)
        self.assertIn("15-19 pierde un peón", " ".join(explanation.sentences("es")))

"""Parsing of answers."""

import random
import unittest

import support  # noqa: F401 (adds the package to sys.path)

from crownd import BookMove, Explanation, ProtocolError, Reason, Score, Status, Wdl, parse

LINES = {
    parse.status: "status ongoing w check repetition 2 quiet 4",
    parse.moved: "moved 11-15 ongoing a quiet 1",
    parse.legal_moves: "legalmoves 2 10x19x26 10x17x26",
    parse.fen: "fen english W:W1:B2",
    parse.info: "info depth 3 seldepth 4 multipv 1 score cp 5 lowerbound wdl 1 2 3 nodes 4 nps 5 time 1500 new 7 pv 11-15 9-13",
    parse.bestmove: "bestmove 11-15 ponder 9-13",
    parse.options: "option name Hash type spin default 16 min 1 max 512",
    parse.probe: "value 29-25 loss 2\nprobe loss 2",
    parse.why: "info string a\nreason pin square c3\nreason shot lost man plies 2 line 9-14 18x9\nwhy 9-14 blunder best 9-13 loss 299",
    parse.perft: "10-15: 7\nnodes searched: 7",
    parse.evaluation: "info string drawn ending cp 0\neval cp -3",
    parse.tables: "table english pieces 3 kind wdl files 6 places 31 bytes 28 folder /home/ann b/tables\ntablesok",
    parse.book: "book 1\nbookmove 11-15 score cp 7 depth 12 wdl 300 500 200 visits 9\nstatus ongoing b",
}


class Answers(unittest.TestCase):
    def test_valid_answers(self):
        read = {parser.__name__: parser(lines.split("\n")) for parser, lines in LINES.items()}
        self.assertEqual(read["status"], Status("ongoing", "w", None, True, 2, 4))
        self.assertEqual(read["moved"], ("11-15", Status("ongoing", "a", quiet=1)))
        info = read["info"]
        self.assertEqual((info.score, info.wdl, info.time, info.pv),
                         (Score(cp=5, bound="lowerbound"), Wdl(1, 2, 3), 1.5, ("11-15", "9-13")))
        self.assertEqual(read["bestmove"], ("11-15", "9-13"))
        self.assertEqual((read["options"]["Hash"].default, read["options"]["Hash"].max), ("16", 512))
        self.assertEqual(read["why"], Explanation("9-14", "blunder", "9-13", 0.299, (
            Reason("pin", {"square": "c3"}, (), "9-14"), Reason("shot", {"lost": "man", "plies": "2"}, ("9-14", "18x9"), "9-14"))))
        self.assertEqual(read["evaluation"].terms, {"drawn ending": 0})
        self.assertEqual((read["tables"][0].folder, read["tables"][0].bytes), ("/home/ann b/tables", 28))
        self.assertEqual(read["book"], (BookMove("11-15", Score(cp=7), 12, Wdl(300, 500, 200), 9),))

    def test_empty_book(self):
        self.assertEqual(parse.book(["book 0", "status ongoing b"]), ())
        with self.assertRaises(ProtocolError):
            parse.answer(parse.book, ["book 2", "bookmove 11-15 score cp 7 depth 12 wdl 1 2 3 visits 9", "status ongoing b"])

    def test_damaged_answers(self):
        chance = random.Random(1)
        refused = 0
        for parser, lines in LINES.items():
            for _ in range(500):
                words = lines.split(" ")
                at = chance.randrange(len(words))
                words[at:at + chance.randrange(3)] = chance.choice(([], ["x"], ["-1"], ["pv"], ["9" * 30], [""]))
                try:
                    parse.answer(parser, " ".join(words).split("\n"))
                except ProtocolError:
                    refused += 1
        self.assertGreater(refused, 500)

"""Review of a game: what it calls a mistake, what it adds to a game, and what it leaves alone."""

import os
import signal
import unittest

from selenium.webdriver.common.keys import Keys

from analysis_case import BLUNDER, LONG, AnalysisTest

# Of a person: a sign where the engine has another, comments, a variation.
ANNOTATED = """[GameType "21"]

{mine} 1. 11-15! {bold} 22-18 2. 15x22 25x18 (2... 26x17 {also played}) 3. 10-15 18x11 4. 8x15 24-20 5. 15-19! {a trap?} 23x16 *
"""

# A game of the moves a, b, c, d, in which an engine answers as it was told.
SCRIPTED = """
    const { review } = await import('/analysis/review.js');
    const { newTree, addMove, mainLine, movesTo, lastOf } = await import('/game/tree.js');
    const [scripts, truths, choices] = given;
    const root = newTree();
    let node = root;
    for (const move of ['a', 'b', 'c', 'd']) node = addMove(node, move);
    const sent = [];
    const record = { root, cursor: root, head: node };
    const table = {
      record,
      place: (each) => ({ game: 'g', start: 's', moves: movesTo(each) }),
      referee: { look: async ({ moves }) => ({
        turn: moves.length % 2 ? 'black' : 'white', moves: choices[moves.length] ?? ['x', 'y'], status: { outcome: 'ongoing' } }) },
    };
    const session = { run: async ({ steps, onLine }) => {
      const ply = Math.max(0, steps[0].lines[0].split(' ').length - 4);
      const [go] = steps[1].lines;
      sent.push(`${ply} ${go.replace(/ movetime .*/, '')}`);
      if (go === 'probe') return truths[ply] ?? ['probe unknown'];
      const [, nodes] = /nodes (\\d+)/.exec(go) ?? [0, 50000];
      const looks = scripts[ply];
      const [cp, best] = (Number(nodes) > 50000 && looks[1]) || looks[0];
      onLine(`info depth 9 multipv 1 score cp ${cp} nodes ${nodes} pv ${best} z`);
      return ['bestmove x'];
    } };
    const engines = { options: async () => new Map(), session: () => session };
    await review(table, engines, 0, new AbortController().signal, () => {});
    const nodes = mainLine(root);
    return {
      sent, signs: nodes.map(({ judgement }) => judgement?.sign ?? null), losses: nodes.map(({ judgement }) => judgement && Math.round(100 * judgement.loss)),
      variations: nodes.map(({ children }) => children.slice(1).map((each) => [each.move, each.isEngines])),
    };
    """


class Judging(AnalysisTest):
    def judged(self, scripts, truths=None, choices=None):
        """Scripts: of each position a first look and perhaps a deeper one, [cp, best move]; the others are by ply."""
        page = self.page().open()
        return page.script(f"return (async (...given) => {{ {SCRIPTED} }})(...arguments)", scripts, truths or {}, choices or {})

    def test_positions_are_searched_from_the_end_with_equal_nodes(self):
        found = self.judged([[[0, "a"]], [[0, "b"]], [[0, "c"]], [[0, "d"]], [[0, "e"]]])
        searches = [line for line in found["sent"] if "nodes" in line]
        self.assertEqual(searches, [f"{ply} go nodes 50000" for ply in (4, 3, 2, 1, 0)])
        self.assertEqual(found["signs"], [None, "", "", "", ""])

    def test_where_the_score_swings_both_positions_are_searched_deeper(self):
        found = self.judged([[[0, "a"]], [[0, "x"], [0, "x"]], [[300, "c"], [300, "c"]], [[-300, "d"]], [[300, "e"]]])
        deep = [line for line in found["sent"] if "nodes 200000" in line]
        self.assertEqual(deep, ["2 go nodes 200000", "1 go nodes 200000"])
        self.assertEqual(found["signs"], [None, "", "??", "", ""])
        self.assertEqual(found["variations"][1], [["x", True]])

    def test_a_deeper_look_can_acquit(self):
        found = self.judged([[[0, "a"]], [[0, "x"], [0, "x"]], [[300, "c"], [0, "c"]], [[0, "d"]], [[0, "e"]]])
        self.assertEqual(found["signs"][2], "")
        self.assertEqual(found["variations"][1], [])

    def test_a_move_that_the_engine_would_play_at_either_look_is_no_mistake(self):
        for first, second in (("b", "x"), ("x", "b")):
            found = self.judged([[[0, "a"]], [[0, first], [0, second]], [[300, "c"], [300, "c"]], [[-300, "d"]], [[300, "e"]]])
            self.assertEqual(found["signs"][2], "", (first, second))

    def test_tables_overrule_the_search(self):
        wrong = {1: ["value x win 5", "value b draw", "probe win 5"], 2: ["value c loss 4", "value y draw", "probe draw"]}
        found = self.judged([[[0, "a"]], [[0, "b"]], [[0, "c"]], [[900, "d"]], [[0, "e"]]], wrong)
        self.assertEqual(found["signs"][2:4], ["??", "??"])
        self.assertEqual(found["losses"][2:4], [50, 50])
        self.assertEqual([found["variations"][1], found["variations"][2]], [[["x", True]], [["y", True]]])
        right = {1: ["value x win 5", "value b win 9", "probe win 5"]}
        found = self.judged([[[900, "x"]], [[900, "x"]], [[900, "c"]], [[0, "d"]], [[0, "e"]]], right)
        self.assertEqual(found["signs"][2], "")

    def test_a_forced_move_is_not_judged(self):
        found = self.judged([[[0, "a"]], [[0, "x"]], [[300, "c"]], [[-300, "d"]], [[300, "e"]]], choices={1: ["b"]})
        self.assertEqual(found["signs"], [None, "", None, "", ""])


class Review(AnalysisTest):
    def test_mistakes_are_marked_and_one_can_learn_from_them(self):
        page = self.page().open()
        self.analyse(page, BLUNDER)
        self.review(page)
        self.assertTrue(page.all(".graph-line"))
        self.assertIn("??", self.texts(page, ".moves .by-engine.glyph"))
        page.press("#learn")
        question = page.wait(lambda: page.one(".lesson").text, "a question")
        self.assertIn("Find a better move", question)
        best = page.script(
            "[...document.querySelectorAll('.lesson button')][0].click(); return document.querySelector('.lesson .answer').textContent"
        ).split("play ")[1].rstrip(".")
        page.type_move(best)
        page.wait(lambda: "is good" in page.one(".lesson").text, "praise")

    def test_signs_comments_and_variations_of_people_stay(self):
        page = self.page().open()
        self.analyse(page, ANNOTATED)
        before = self.exported(page)
        comments = self.texts(page, ".comment")
        self.review(page)
        self.assertEqual(self.texts(page, ".moves .glyph:not(.by-engine)"), ["!", "!"])
        self.assertEqual(self.texts(page, ".comment"), comments)
        marks = self.texts(page, ".moves .by-engine.glyph")
        self.assertIn("??", marks)
        lines = len(page.all(".variation.by-engine"))
        self.assertGreater(lines, 0)
        written = self.exported(page)
        self.assertIn("5. 15-19 $1 {[%engine ??] a trap?}", written)
        self.analyse(page, written.replace("] [", "]\n[").replace("] {", "]\n\n{"))
        self.assertEqual(self.texts(page, ".moves .by-engine.glyph"), marks)
        self.assertEqual(len(page.all(".variation.by-engine")), lines)
        self.assertEqual(self.texts(page, ".comment"), comments)
        page.press("#unmark")
        page.wait(lambda: not page.all(".by-engine"), "no marks")
        self.assertEqual(self.exported(page), before)

    def test_marks_are_kept_with_the_game(self):
        page = self.page().open()
        self.analyse(page, BLUNDER)
        self.review(page)
        marks = self.texts(page, ".moves .by-engine")
        summary = page.one(".summary").text
        page.reload()
        self.assertEqual(self.texts(page, ".moves .by-engine"), marks)
        self.assertEqual(page.one(".summary").text, summary)

    def test_the_summary_leads_to_the_mistakes(self):
        page = self.page().open()
        self.analyse(page, BLUNDER)
        self.review(page)
        rows = [" ".join(text.split()) for text in self.texts(page, ".summary tr")]
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertRegex(row, r"^(Black|White) ?accuracy \d+ %")
        page.press(".summary .move:not(:disabled):has(.loss-qq)")
        page.wait(lambda: self.texts(page, ".move[aria-current]") == ["15-19??"], "the blunder")
        page.press(".toolbar .button:nth-child(1)")
        page.press("#next-mistake")
        page.wait(lambda: page.all(".move[aria-current] .by-engine"), "a mistake")

    def test_a_better_line_can_be_played_through(self):
        page = self.page().open()
        self.analyse(page, BLUNDER)
        self.review(page)
        page.script("[...document.querySelectorAll('.variation.by-engine')].at(-1).querySelector('.move').click()")
        page.wait(lambda: page.all(".variation.by-engine .move[aria-current]"), "the better line")
        page.script("document.activeElement.blur()")
        page.key(Keys.ARROW_RIGHT)
        page.wait(lambda: self.texts(page, ".move[aria-current]") != self.texts(page, ".variation.by-engine .move:first-child")[-1:], "its second move")
        page.press("#unmark")
        page.wait(lambda: not page.all(".by-engine") and page.all("#board .piece"), "the game without it")

    def test_a_review_can_be_stopped(self):
        page = self.page().open()
        self.analyse(page, LONG)
        page.press("#review")
        page.wait(lambda: page.script("return document.querySelector('.review-progress progress').value > 0"), "progress")
        page.press(".review-progress button")
        page.wait(lambda: page.one("#review").is_displayed(), "its end")
        self.assertEqual(page.all(".by-engine"), [])

    def test_a_game_that_was_resigned_keeps_its_result(self):
        page = self.page().open()
        page.new_game("english")
        for move in ("11-15", "22-18", "15x22", "25x18"):
            page.type_move(move)
            page.wait(lambda: move in page.moves(), move)  # noqa: B023
        page.press("#resign")
        page.script("document.querySelector('#status .ask .primary').click()")
        page.wait(lambda: page.all("#review") and page.one("#review").is_displayed(), "the end of the game")
        self.review(page)
        self.assertIn('[Result "0-1"]', self.exported(page))
        self.assertIn("accuracy", page.one(".summary").text)

    def test_every_game_and_a_large_board(self):
        for start, moves in (
            ("spanish startpos", "10-14 23-19"), ("towers startpos", "G6-F5 B3-C4"), ("stupid startpos", ""),
            ("reduced-chess 26 Kb1,Ra2,Rc3,Bd4 Kz26,Ry7,Rx8,Bw9 w", "a2a3 y7y8"),
        ):
            with self.subTest(start):
                page = self.page().open()
                played = moves or " ".join(self.first_moves(*start.split(" ", 1)))
                self.analyse(page, f"{start} moves {played}")
                self.review(page)
                self.assertIn("accuracy", page.one(".summary").text)

    def first_moves(self, game, start):
        moves = []
        for _ in range(2):
            moves.append(self.engine.routes(game, start, moves)[0][0])
        return moves

    @unittest.skipIf(os.environ.get("CROWN_WEB_URL"), "needs a crown-web of its own")
    def test_a_connection_that_drops_in_the_middle_delays_it(self):
        page = self.page().open()
        self.analyse(page, LONG)
        page.press("#review")
        page.wait(lambda: page.script("return document.querySelector('.review-progress progress').value > 2"), "progress")
        for number in self.web.engines():
            os.kill(number, signal.SIGKILL)
        done = page.script("return document.querySelector('.review-progress progress').value")
        page.wait(lambda: page.script("return document.querySelector('.review-progress progress').value") > done + 3, "more progress")
        page.press(".review-progress button")
        page.wait(lambda: page.one("#review").is_displayed(), "its end")


class Scores(AnalysisTest):
    def evaluations(self, *comments):
        """Of the positions of a game whose moves have these comments: [cp or mate, depth] for the side to move; null: none."""
        page = self.page().open()
        return page.script(
            """
            return (async () => {
              const { newTree, addMove, mainLine } = await import('/game/tree.js');
              const { takeScores } = await import('/analysis/scores.js');
              const root = newTree();
              let node = root;
              arguments[0].forEach((comment, i) => {
                node = addMove(node, `m${i}`);
                Object.assign(node, { comment, side: i % 2 ? 'w' : 'b' });
              });
              takeScores(root, 'w');
              return mainLine(root).map(({ evaluation }) => evaluation && [evaluation.cp ?? `M${evaluation.mate}`, evaluation.depth ?? null]);
            })();
            """,
            comments,
        )

    def test_of_crown_match(self):
        found = self.evaluations("book", "+0.35/12 1.234s", "-0.10/9 0.001s", "+M3/20 0.1s", "0.5s no-moves: Black cannot move")
        self.assertEqual(found, [None, [35, 12], [-10, 9], ["M3", 20], None, None])

    def test_of_other_programs(self):
        self.assertEqual(self.evaluations("good [%eval 0.35] move", "[%eval #-2,14]"), [None, [35, None], ["M2", 14]])
        self.assertEqual(self.evaluations("(17/0.42)", "(-1.50/21)", "mine"), [[42, 17], [-150, 21], None, None])
        self.assertEqual(self.evaluations("depth 21/15.3, value 8", "value=-12 depth=9", ""), [[8, 21], [12, 9], None, None])

    def test_of_people_nothing_is_read(self):
        self.assertEqual(self.evaluations("see game 3/12", "played 9-13 or 1/2", "value for money"), [None] * 4)

    def test_what_machines_wrote_is_not_shown_as_a_remark(self):
        page = self.page().open()
        text = page.script(
            """
            return import('/analysis/scores.js').then(({ remarkIn }) => arguments[0].map(remarkIn));
            """,
            ["+0.35/12 1.234s", "book", "0.034s", "-M3/9 0.1s no-moves: Black cannot move", "[%eval 0.3] [%clk 0:01:00] why not", "bookish", "a 1.5s rest"],
        )
        self.assertEqual(text, ["", "", "", "no-moves: Black cannot move", "why not", "bookish", "a 1.5s rest"])

    def test_a_file_with_scores_has_its_graph_at_once(self):
        page = self.page().open()
        self.analyse(page, BLUNDER.replace("11-15 22-18", "11-15 {+0.10/9 0.1s} 22-18 {-0.20/9 0.1s}"))
        self.assertEqual(len(page.all(".graph-light")), 1)
        self.assertIn("Evaluation −0.10", page.one("#bar").get_attribute("aria-label"))
        self.assertEqual(page.all(".remark"), [])

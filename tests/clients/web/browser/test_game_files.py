"""The files of tests/game_files and games at random: what the page reads is what the engine reads, and nothing is lost when it is written and read again."""

import base64
import re

from case import PageTest
from servers import ROOT

FILES = sorted(path for path in (ROOT / "tests/game_files").iterdir() if path.suffix != ".read")

# `read` reads a text as the import does, `dump` says what there is in a game, `write` writes it as the export does.
TOOLS = """
    const { readText } = await import('/game/read.js');
    const { writeGame } = await import('/game/write.js');
    const { allNodes, mainLine, movesTo } = await import('/game/tree.js');
    const { Channel } = await import('/protocol/channel.js');
    const { Session } = await import('/protocol/session.js');
    const { Referee } = await import('/protocol/referee.js');
    const referee = new Referee(new Session((events) => new Channel('engine/0', null, events)));
    const read = (text, current) => readText(text, { current, referee, choose: async (games) => games[0] });
    const nodeOf = (node) => [movesTo(node).join(' '), node.comment, node.before, [node.glyph, node.nags].join(' ').trim(), node.side];
    const dump = ({ game, start, root, said, names, tags, faults, warnings }) => ({
      game, start, said, names, tags, main: mainLine(root).slice(1).map(({ move }) => move), nodes: allNodes(root).map(nodeOf),
      faults: faults.map(({ line, word }) => [line, word]), warnings: warnings.map(({ line, text }) => [line, text]),
    });
    const write = ({ game, start, root, said, names, tags }) =>
      writeGame({ game, start, root, names, tags, winner: said, date: new Date(), verdict: said === null ? '' : 'file' }, referee);
    """

NAGS = {"1": "!", "2": "?", "3": "!!", "4": "??", "5": "!?", "6": "?!"}
PLAYERS = {"White", "Black", "First", "Second", "Result", "Game", "GameType", "FEN", "Start", "SetUp"}


def expected(lines):
    """The games in the answers to `read`: their moves as the ways to them, their words and signs in any order."""
    games, game = [], None
    for line in lines:
        kind, _, text = line.removeprefix("read").partition(" ")
        if kind == "game":
            name = text.split(" ")[3]
            game = {"game": "" if name == "-" else name, "start": "", "tags": [], "main": [], "ways": set(), "words": [], "nags": [], "faults": [], "warnings": []}
            way, outer = [], []
        elif kind == "tag":
            name, _, value = text.partition(" ")
            game["tags"].append((name, value))
        elif kind == "start":
            game["start"] = text
        elif kind == "move":
            way = [*way, text]
            game["ways"].add(" ".join(way))
            if not outer:
                game["main"].append(text)
        elif kind in ("comment", "text"):
            game["words"] += text.split()
        elif kind == "nag":
            game["nags"].append(NAGS.get(text, f"${text}" if text.isdigit() else text))
        elif kind == "variation":
            if text == "begin":
                outer.append(way)
                way = way[:-1]
            else:
                way = outer.pop()
        elif kind == "result":
            meaning, side = text.split(" ")[:2]
            game["said"] = side if meaning == "win" else "" if meaning == "draw" else None
        elif kind in ("error", "warning"):
            number, _, sentence = text.partition(" ")
            game[f"{kind}s".replace("errors", "faults")].append([int(number), sentence])
        elif kind == "done":
            games.append(game)
    return games


class GameFiles(PageTest):
    def run_in_page(self, text, *arguments):
        page = self.page().open()
        return page.driver.execute_async_script(
            f"const done = arguments[arguments.length - 1]; (async (...given) => {{ {TOOLS} {text} }})(...arguments).then(done, (error) => done(String(error.stack)))",
            *arguments,
        )

    def test_every_file_is_read_as_the_engine_reads_it(self):
        files = [(path.name, base64.b64encode(path.read_bytes()).decode()) for path in FILES]
        wanted = {path.name: expected(path.with_name(path.name + ".read").read_text(encoding="utf-8").splitlines()) for path in FILES}
        self.assertGreater(len(files), 150)
        found = self.run_in_page(
            """
            const { decode } = await import('/ui/files.js');
            const all = {};
            for (const [name, content, current] of given[0]) {
              const text = decode(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)).buffer);
              all[name] = await read(text, current).then((games) => games.map(dump), (error) => error.message);
            }
            return all;
            """,
            [(name, content, wanted[name][0]["game"] or "english" if wanted[name] else "english") for name, content in files],
        )
        for name, games in wanted.items():
            with self.subTest(name):
                if not any(game["main"] or game["tags"] for game in games):
                    continue
                self.assertEqual(len(found[name]), len(games))
                for got, game in zip(found[name], games, strict=True):
                    self.check(got, game)

    def check(self, got, game):
        opens = game["game"] if game["start"] else ""
        self.assertEqual(got["game"], opens)
        self.assertEqual([line for line, _ in got["faults"]], [line for line, _ in game["faults"]])
        self.assertEqual(got["warnings"], game["warnings"])
        if not opens:
            return
        self.assertEqual((got["start"], got["main"], got["said"]), (game["start"], game["main"], game["said"]))
        self.assertEqual({way for way, *_ in got["nodes"] if way}, game["ways"])
        known = {name.lower() for name in PLAYERS}
        for name, value in reversed(game["tags"]):
            if name.lower() not in known:
                self.assertIn(value, got["tags"].values())
        if not any(word for _, word in got["faults"]):
            notes = [each for _, comment, before, *_ in got["nodes"] for each in (comment, before)]
            self.assertEqual(sorted(" ".join(notes).split()), sorted(game["words"]))
            self.assertEqual(sorted(" ".join(nags for _, _, _, nags, _ in got["nodes"]).split()), sorted(game["nags"]))

    def test_every_remark_has_words_in_other_languages(self):
        answers = [line for path in FILES for line in path.with_name(path.name + ".read").read_text(encoding="utf-8").splitlines()]
        remarks = {line.split(" ", 2)[2] for line in answers if line.startswith("readwarning ")}
        remarks |= {line.split(" ", 3)[3] for line in answers if re.match(r"readerror \d+ bad-argument ", line)}
        self.assertGreater(len(remarks), 15)
        same = self.run_in_page(
            """
            const { setLanguage } = await import('/lang/text.js');
            const { remarkText } = await import('/lang/remark.js');
            const english = given[0].map(remarkText);
            const same = [];
            for (const language of ['es', 'pt']) {
              await setLanguage(language);
              same.push(...given[0].filter((text, i) => remarkText(text) === english[i]));
            }
            return same;
            """,
            sorted(remarks),
        )
        self.assertEqual(same, [])

    def test_what_is_written_is_read_again_as_it_was(self):
        files = [(path.name, base64.b64encode(path.read_bytes()).decode()) for path in FILES]
        found = self.run_in_page(
            """
            const { decode } = await import('/ui/files.js');
            const all = {};
            for (const [name, content] of given[0]) {
              const text = decode(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)).buffer);
              const games = (await read(text, 'english').catch(() => [])).filter(({ game }) => game);
              all[name] = [];
              for (const game of games) {
                const written = await write(game);
                const [again, ...more] = await read(written, 'spanish');
                all[name].push([dump(game), again ? dump(again) : null, more.length, written]);
              }
            }
            return all;
            """,
            files,
        )
        self.assertGreater(sum(map(len, found.values())), 150)
        for name, games in found.items():
            for game, again, more, written in games:
                with self.subTest(name, written=written):
                    self.assertEqual(more, 0)
                    self.same(game, again)

    def same(self, game, again):
        self.assertEqual((again["faults"], [each for each in again["warnings"] if "by the rules" not in each[1]]), ([], []))
        for part in ("game", "main", "nodes", "said", "names"):
            self.assertEqual(again[part], game[part])
        self.assertLessEqual(game["tags"].items(), again["tags"].items())

    def test_games_at_random_with_any_comments_survive(self):
        games = self.run_in_page(
            r"""
            let seed = 57;
            const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
            const one = (all) => all[random(all.length)];
            const words = ['good', '11-15', '1-0', '{', '}', '(', ')', ';', '%', '[x', '"y"]', '[Event "z"]', '$5', '!?', '\\', '½', '±', 'ñandú', '"', '1.', '...', '🙂', '*', '[%x 1]', '; a', 'N'];
            const text = () => Array.from({ length: random(30) }, () => one(words)).join(' ').trim();
            const nags = () => one(['', '', '$14', '$0 $36', '!!!', '$255', '!?!!!']);
            const glyph = () => one(['', '', '!', '?!']);
            const starts = [['english', 'startpos'], ['spanish', 'startpos'], ['towers', 'startpos'], ['stupid', 'startpos'], ['reduced-chess', 'startpos'],
              ['reduced-chess', 'r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1'], ['english', 'W:W18,19,26,27,K31:B3,5,12']];
            const { addMove, newTree } = await import('/game/tree.js');
            const all = [];
            for (let number = 0; number < 70; number += 1) {
              const [game, start] = starts[number % starts.length];
              const root = Object.assign(newTree(), { comment: text() });
              const grow = async (from, plies) => {
                for (let node = from, ply = 0; ply < plies; ply += 1) {
                  const { moves, turn } = await referee.look({ game, start, moves: movesTo(node) });
                  if (!moves.length) return;
                  const move = one(moves);
                  const isNew = !node.children.some((child) => child.move === move);
                  const begins = isNew && node.children.length > 0;
                  const next = addMove(node, move);
                  if (isNew) Object.assign(next, { comment: text(), glyph: glyph(), nags: nags(), side: turn, before: begins ? text() : '' });
                  node = next;
                }
              };
              await grow(root, 12);
              for (let i = 0; i < 3; i += 1) await grow(one(allNodes(root)), 4);
              const tags = { Date: '2026.11.27', Event: text() || 'x', Note: text() || 'y' };
              const { sides } = await referee.look({ game, start, moves: [] });
              const names = Object.fromEntries(sides.map(({ name }) => [name, `A "${name}" \\ B`]));
              const made = { game, start, root, said: one([null, '', ...Object.keys(names)]), names, tags, faults: [], warnings: [] };
              const written = await write(made);
              const [again, ...more] = await read(written, 'english');
              all.push([dump(made), dump(again), more.length, written]);
            }
            return all;
            """
        )
        self.assertEqual(len(games), 70)
        for game, again, more, written in games:
            with self.subTest(written=written):
                self.assertEqual(more, 0)
                self.same(game, again)

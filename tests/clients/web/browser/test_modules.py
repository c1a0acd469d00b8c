"""The page's modules by themselves, in the same browser."""

from case import PageTest


class Modules(PageTest):
    def run_in_page(self, text):
        page = self.page().open()
        return page.script(f"return (async () => {{ {text} }})()")

    def test_a_game_keeps_its_tree_through_storage(self):
        result = self.run_in_page(
            """
            const tree = await import('/game/tree.js');
            const root = tree.newTree();
            const a = tree.addMove(root, 'a');
            const b = tree.addMove(a, 'b');
            const c = tree.addMove(a, 'c');
            c.comment = 'why';
            tree.promote(c);
            const copy = tree.unpack(JSON.parse(JSON.stringify(tree.pack(root))));
            const there = tree.follow(copy, tree.wayTo(b));
            return [tree.mainLine(copy).map((node) => node.move), there.move, copy.children[0].children[0].comment, tree.movesTo(there)];
            """
        )
        self.assertEqual(result, [["", "a", "c"], "b", "why", ["a", "b"]])

    def test_a_game_of_any_length_is_stored(self):
        """JSON and the database of the browser nest no deeper than their stacks."""
        result = self.run_in_page(
            """
            const tree = await import('/game/tree.js');
            const { newRecord, packRecord, unpackRecord } = await import('/play/record.js');
            const { keep, load } = await import('/game/store.js');
            const root = tree.newTree();
            for (let node = root, ply = 0; ply < 20000; ply += 1) node = tree.addMove(node, String(ply));
            const end = tree.lastOf(root);
            tree.addMove(tree.mainLine(root)[9999], 'other').comment = 'why';
            const record = newRecord('english', 'startpos', { root, cursor: end, head: end });
            await keep(JSON.parse(JSON.stringify(packRecord(record))));
            const copy = unpackRecord(await load(record.id));
            const [, other] = tree.mainLine(copy.root)[9999].children;
            // As versions before stored it.
            let nested = { m: '20000' };
            for (let ply = 19999; ply >= 0; ply -= 1) nested = { m: String(ply), n: [nested] };
            const old = tree.unpack({ m: '', n: [nested] });
            return [tree.movesTo(copy.cursor).length, copy.cursor.move, other.move, other.comment, tree.mainMoves(tree.pack(copy.root)), tree.movesTo(tree.lastOf(old)).length];
            """
        )
        self.assertEqual(result, [20000, "19999", "other", "why", 20000, 20001])

    def test_answers_become_games(self):
        """What stands before the first move of a variation stays there; a text that is read anew after a lost connection counts once."""
        result = self.run_in_page(
            """
            const { Answers } = await import('/game/read.js');
            const { writeMoves } = await import('/game/movetext.js');
            const lines = ['game 1 line 1 english', 'tag Event x', 'tag Event y', 'start startpos', 'comment to begin', 'move a', 'nag 1', 'nag 14', 'nag !!!',
              'move b', 'variation begin', 'comment or', 'nag 36', 'move c', 'comment so', 'variation begin', 'move d', 'variation end', 'move e',
              'variation end', 'variation begin', 'comment only this', 'variation end', 'move f', 'error 3 illegal-move g: blocked: no way: g', 'text g', 'nag 2', 'comment why',
              'result win b 1 - 0', 'warning 4 so it is', 'done 1 plies 3'];
            const answers = new Answers();
            for (const line of [...lines.slice(0, 9), ...lines]) answers.take(`read${line}`);
            const [{ root, tags, said, result, faults, warnings }, ...more] = answers.games;
            const text = writeMoves(root, '*', { text: (node) => node.move, firstNumber: 1, repeatsNumber: true, secondBegins: false });
            return [text.replaceAll('\\n', ' '), [...tags], said, result, faults, warnings, more];
            """
        )
        self.assertEqual(
            result,
            ["{to begin} 1. a $1 $14 !!! b $36 {only this} ({or} 1... c {so} 2. e) (1... d) 2. f {g $2 why} * ", [["Event", "x"], ["Event ", "y"]], "b", "1 - 0",
             [{"line": 3, "word": "g", "error": "error illegal-move blocked: no way: g"}], [{"line": 4, "text": "so it is"}], []],
        )

    def test_comments_are_written_so_that_they_stay_comments(self):
        result = self.run_in_page(
            """
            const { writeMoves } = await import('/game/movetext.js');
            const { addMove, newTree } = await import('/game/tree.js');
            const root = newTree();
            addMove(root, 'a').comment = 'a } brace';
            addMove(addMove(root, 'b'), 'c').comment = `${'long '.repeat(15)}[Event "x"] and`;
            return writeMoves(root, '*', { text: (node) => node.move, firstNumber: 1, repeatsNumber: false, secondBegins: false });
            """
        )
        self.assertEqual(
            result,
            "1. a ; a } brace\n(1. b c {long long long long long long long long long long long long long long\nlong [Event \"x\"] and}) *\n",
        )

    def test_moves_as_people_write_them(self):
        result = self.run_in_page(
            """
            const { movesIn } = await import('/ui/status_panel.js');
            return ['11\u201315 23 - 19? 8: 11', '11-15,23-19, 8-11', '6c - 5d, a1x1 x2b2'].map(movesIn);
            """
        )
        self.assertEqual(result, [["11\u201315", "23-19?", "8:11"], ["11-15", "23-19", "8-11"], ["6c-5d", "a1x1", "x2b2"]])

    def test_clicks_follow_routes(self):
        result = self.run_in_page(
            """
            const { Entry, moveText } = await import('/board/entry.js');
            const route = (move, path, takes = []) => ({ move, path: path.split(' '), takes, becomes: '' });
            const routes = [route('1x3', '1 2 3', ['a', 'b']), route('1x3', '1 4 3', ['b', 'a']), route('1x5', '1 2 5', ['a', 'c']), route('7-8', '7 8')];
            const rules = { canChoose: (square) => square === '1' || square === '7', canChange: true, touchMove: false };
            const kinds = (...squares) => {
              const entry = new Entry(routes, rules);
              return squares.map((square) => entry.press(square)).map((each) => each.route?.move ?? each.kind);
            };
            return [kinds('1', '2', '5'), kinds('1', '4', '3'), kinds('1', '3'), kinds('1', '7', '8'), kinds('1', '9'), kinds('9'),
              kinds('1', '1', '7', '8'), moveText(routes, '7', '9')];
            """
        )
        self.assertEqual(
            result,
            [["chosen", "step", "1x5"], ["chosen", "1x3", "1x3"][:1] + ["step", "1x3"], ["chosen", "1x3"], ["chosen", "chosen", "7-8"],
             ["chosen", "refused"], ["none"], ["chosen", "cleared", "chosen", "7-8"], "7-9"],
        )

    def test_chances_and_signs(self):
        result = self.run_in_page(
            """
            const c = await import('/analysis/chances.js');
            const words = { mate: true, win: 'win', loss: 'loss' };
            return [c.chanceOf({ wdl: [500, 300, 200] }), c.chanceOf({ mate: -3 }), c.chanceOf({ cp: 0 }),
              c.scoreText({ cp: -35 }, words), c.scoreText({ cp: -4 }, words, 1), c.scoreText(c.reversed({ cp: 0 }), words), c.scoreText({ cp: 38 }, words, 1),
              c.scoreText({ mate: 2 }, words), c.scoreText({ mate: -2 }, { ...words, mate: false }),
              c.glyphOf(0.3), c.glyphOf(0.15), c.glyphOf(0.07), c.glyphOf(0.01),
              c.lossOf({ wdl: [1000, 0, 0] }, { wdl: [1000, 0, 0] }, false)];
            """
        )
        self.assertEqual(result, [0.65, 0, 0.5, "−0.35", "0.0", "0.00", "+0.4", "#2", "loss 2", "??", "?", "?!", "", 1])

    def test_a_running_match_is_read_and_counted(self):
        result = self.run_in_page(
            """
            const { newMatch, readOn, standing } = await import('/game/match.js');
            const game = (index, first, second, winner) => JSON.stringify({ type: 'game', index, first, second, winner, moves: [] });
            const text = [game(0, 'A', 'B', 'A'), game(1, 'B', 'A', null), game(2, 'A', 'B', 'B'), '{"type":"discarded","index":2}', '{"type":"ga'].join('\\n');
            const match = readOn(newMatch(), text);
            const rows = (live) => standing(match, live).map(({ name, wins, draws, losses, points }) => [name, wins, draws, losses, points]);
            const counted = rows(null);
            const told = rows({ pairings: [{ first: 'B', second: 'A', wins: 5, draws: 2, losses: 1 }] });
            readOn(match, text + 'me","index":3,"first":"A","second":"B","winner":"A","moves":[]}\\n');
            return [counted, told, [...match.games.keys()]];
            """
        )
        self.assertEqual(result, [[["A", 1, 1, 0, 1.5], ["B", 0, 1, 1, 0.5]], [["B", 5, 2, 1, 6], ["A", 1, 2, 5, 2]], [0, 1, 3]])

    def test_a_connection_that_is_refused_is_tried_again_after_growing_pauses(self):
        result = self.run_in_page(
            """
            const { Channel } = await import('/protocol/channel.js');
            const [socket, timeout] = [window.WebSocket, window.setTimeout];
            const pauses = [];
            const made = [];
            let next = () => {};
            window.setTimeout = (action, pause) => (pauses.push(pause), (next = action), 1);
            window.WebSocket = class { constructor() { made.push(this); } };
            const channel = new Channel('/engine/0', null, { opened() {}, line() {}, closed: () => channel.open() });
            channel.open();
            for (let i = 0; i < 7; i += 1) {
              made.at(-1).onclose({ code: 1013, reason: 'too many tabs' });
              next();
            }
            [window.WebSocket, window.setTimeout] = [socket, timeout];
            return [pauses, made.length];
            """
        )
        self.assertEqual(result, [[250, 500, 1000, 2000, 4000, 8000, 10000], 8])

    def test_an_engine_that_is_told_to_move_before_it_has_begun_moves(self):
        """Whenever that is: while the connection is made, before the search, in it; else it is given up."""
        result = self.run_in_page(
            """
            const { Session, answerAtOnce } = await import('/protocol/session.js');
            const { Channel } = await import('/protocol/channel.js');
            const socket = window.WebSocket;
            const told = async (when, reason) => {
              const sent = [];
              let channel;
              window.WebSocket = class {
                static OPEN = 1;
                readyState = 0;
                constructor() { channel = this; }
                send(line) { sent.push(line); }
              };
              const open = () => ((channel.readyState = 1), channel.onopen());
              const hear = (line) => channel.onmessage({ data: line });
              const session = new Session((events) => new Channel('/engine/0', null, events));
              const stop = new AbortController();
              const steps = [{ lines: ['position', 'isready'], last: 'readyok' }, { lines: ['go'], last: 'bestmove', search: true }];
              const first = session.ask(['uci']);
              const answer = session.run({ steps, signal: stop.signal }).then((lines) => lines.join(), (error) => error.constructor.name);
              const at = (moment) => moment === when && stop.abort(reason);
              at('waiting');
              open();
              hear('readyok');
              await first;
              at('before');
              if (when === 'lost') {
                channel.readyState = 3;
                const { setTimeout } = window;
                window.setTimeout = (action) => (queueMicrotask(action), 1);
                channel.onclose({ code: 1006, reason: '' });
                stop.abort(reason);
                await new Promise((resolve) => setTimeout(resolve, 0));
                window.setTimeout = setTimeout;
                if (reason) open();
              }
              hear('readyok');
              at('searching');
              hear('bestmove 11-15');
              window.WebSocket = socket;
              return [sent.join(' '), await answer];
            };
            const all = [];
            for (const when of ['waiting', 'before', 'lost', 'searching']) all.push(await told(when, answerAtOnce), await told(when));
            return all;
            """
        )
        uci, moves = "uci isready", "readyok,bestmove 11-15"
        begun = f"{uci} position isready"
        self.assertEqual(
            result,
            [
                [f"{begun} go stop", moves], [uci, "GivenUp"],
                [f"{begun} go stop", moves], [begun, "GivenUp"],
                [f"{begun} position isready go stop", moves], [begun, "GivenUp"],
                [f"{begun} go stop", moves], [f"{begun} go stop", moves],
            ],
        )

    def test_a_session_that_costs_memory_rests_until_the_next_task(self):
        result = self.run_in_page(
            """
            const { Session } = await import('/protocol/session.js');
            const told = [];
            let rest = () => {};
            const { setTimeout, clearTimeout } = window;
            window.setTimeout = (action, pause) => (told.push(`rest ${pause}`), (rest = action), 1);
            window.clearTimeout = () => (rest = () => {});
            const session = new Session((events) => ({
              isOpen: false,
              isWanted: false,
              open() {
                told.push('open');
                this.isOpen = true;
                events.opened();
              },
              send: (line) => queueMicrotask(() => events.line(line === 'isready' ? 'readyok' : line)),
              close() {
                told.push('close');
                this.isOpen = false;
              },
            }), { rest: () => 1000 });
            await Promise.all([session.ask(['one']), session.ask(['two'])]);
            rest();
            await session.ask(['three']);
            const next = session.ask(['four']);
            rest();
            await next;
            Object.assign(window, { setTimeout, clearTimeout });
            return told;
            """
        )
        self.assertEqual(result, ["open", "rest 1000", "close", "open", "rest 1000", "rest 1000"])

    def test_analysis_that_is_ended_in_its_probe_begins_no_search(self):
        result = self.run_in_page(
            """
            const { Analyst } = await import('/analysis/analyst.js');
            const { Refusal } = await import('/protocol/session.js');
            const [sent, answers] = [[], []];
            const run = ({ steps }) => new Promise((resolve, reject) => {
              sent.push(steps.flatMap(({ lines }) => lines).join());
              answers.push({ resolve, reject });
            });
            const engines = { options: async () => new Map(), session: () => ({ run }), forLong: () => null };
            const told = [];
            const analyst = new Analyst(engines, () => {}, (refusal) => told.push(refusal.message));
            for (const [i, game] of ['one', 'two', 'three'].entries()) {
              analyst.follow({ game, start: 'startpos', moves: [] }, 0, 1, true);
              while (answers.length <= i) await null;
            }
            answers[0].resolve(['probe unknown']);
            answers[1].reject(new Refusal('error stopped it was stopped'));
            answers[2].resolve(['probe unknown']);
            await new Promise((done) => setTimeout(done));
            return [sent, told];
            """
        )
        begun = [f"position {game} startpos,isready,probe" for game in ("one", "two", "three")]
        self.assertEqual(result, [[*begun, "position three startpos,isready,go infinite"], []])

    def test_steps_that_are_faster_than_the_engine_all_count(self):
        result = self.run_in_page(
            """
            const { Table } = await import('/play/table.js');
            const { step } = await import('/ui/move_list.js');
            const { addMove, newTree } = await import('/game/tree.js');
            const { newRecord } = await import('/play/record.js');
            const view = { facts: new Map(), routes: [], turn: 'a', status: { outcome: 'ongoing' } };
            const table = new Table({ look: () => new Promise((done) => setTimeout(done, 0, view)) });
            const root = newTree();
            ['first', 'second', 'third'].reduce((line, move) => [...line, addMove(line.at(-1), move)], [root]);
            await table.open(newRecord('english', 'startpos', { root }));
            const shown = [];
            for (const steps of [[1, 1, 1], [-1, -1], [1, -1, -1]]) {
              const last = new Promise((done) => table.addEventListener('position', done, { once: true }));
              for (const each of steps) step({ table }, each);
              await last;
              shown.push(table.record.cursor.move);
            }
            return shown;
            """
        )
        self.assertEqual(result, ["third", "first", ""])

    def test_all_languages_have_the_same_texts(self):
        missing = self.run_in_page(
            """
            const texts = await Promise.all(['en', 'es', 'pt'].map(async (name) => (await import(`/lang/${name}.js`)).default));
            const keys = new Set(texts.flatMap(Object.keys).filter((key) => !/^(game|refused)\./.test(key)));
            return [...keys].filter((key) => texts.some((each) => !(key in each)));
            """
        )
        self.assertEqual(missing, [])

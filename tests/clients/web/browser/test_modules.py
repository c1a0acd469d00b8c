"""Tests that import modules of the page, or check which are loaded."""

from case import PageTest
from servers import PAGE

# Modules and styles that a visit of the unbundled page does not load at first.
LOADED_LATER = {"/analysis/explain.js", "/analysis/explanations.js", "/game/read.js", "/style/explorer.css", "/style/page_engine.css", "/sw.js", "/ui/game_import.js"}
# The least contrast of an outline with its square.
LEAST_CONTRAST = 3

# The relative luminance of a CSS colour by WCAG.
LUMINANCE = """
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminance = (colour) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => {
        const share = each / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
      const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    };
    """


class Modules(PageTest):
    def test_rare_modules_are_loaded_on_demand(self, page):
        loaded = set(page.script("return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"))
        modules = {"/" + str(path.relative_to(PAGE)) for kind in ("*.js", "*.css", "*.json") for path in PAGE.rglob(kind)}
        later = {path for path in modules if path.endswith(".json") and path != "/lang/en.json"} | LOADED_LATER
        self.assertEqual(modules - loaded, later)

    def test_an_unknown_game_of_the_daemon_appears(self, page):
        cards = page.script(
            """
            return Promise.all(['/ui/start_page.js', '/protocol/engines.js', '/protocol/referee.js'].map((each) => import(each)))
              .then(async ([{ StartPage }, { Engines }, { Referee }]) => {
                const engines = new Engines({ state() {}, notice() {} });
                const real = new Referee(engines.session(0, 'referee'));
                const referee = {
                  games: async () => [...(await real.games()), { name: 'salta', title: 'Salta' }],
                  view: ({ game, ...rest }) => real.view({ game: game === 'salta' ? 'towers' : game, ...rest }),
                };
                const place = document.createElement('div');
                await new StartPage({ referee }, place).open();
                return [...place.querySelectorAll('.card')].map((card) => [card.querySelector('strong').textContent, card.querySelectorAll('.small-board .piece').length]);
              });
            """
        )
        self.assertEqual(cards[-1], ["Salta", 24], "with its title and its first position")

    def test_pieces_stand_out_on_every_square(self, page):
        found = page.script(
            LUMINANCE
            + """
            return (async () => {
              const { boards, drawPiece, figures, pieceSets } = await import('/board/pieces.js');
              const root = document.documentElement;
              const layer = document.querySelector('#board .board-svg');
              const weak = [];
              let tried = 0;
              for (const theme of ['light', 'dark']) for (const board of boards) for (const set of pieceSets)
                for (const colour of ['light', 'dark', 'red']) for (const figure of Object.keys(figures[set])) {
                  [root.dataset.theme, root.dataset.board] = [theme, board];
                  const piece = drawPiece({ letter: '' }, colour, figure, set);
                  layer.append(piece);
                  for (const squares of ['light', 'dark']) {
                    const ground = getComputedStyle(document.querySelector(`#board .${squares}-squares`)).fill;
                    for (const body of piece.querySelectorAll('.body')) {
                      tried += 1;
                      const value = contrast(getComputedStyle(body).stroke, ground);
                      if (value < arguments[0]) weak.push([theme, board, set, colour, figure, squares, value]);
                    }
                  }
                  piece.remove();
                }
              return [weak, tried];
            })();
            """,
            LEAST_CONTRAST,
        )
        self.assertEqual(found[0], [])
        self.assertGreater(found[1], 400)
        page.reload()
        page.new_game("spanish")
        least = page.script(
            LUMINANCE
            + """
            const man = document.querySelector('#board .piece.light .body');
            const square = document.querySelector('#board .light-squares');
            return ['sage', 'wood', 'slate'].map((board) => {
              document.documentElement.dataset.board = board;
              return contrast(getComputedStyle(man).fill, getComputedStyle(square).fill);
            });
            """
        )
        self.assertGreater(min(least), 1.3)

    def test_texts_in_other_encodings_are_decoded(self, page):
        for encoding in ("utf-8-sig", "utf-16", "utf-16-be", "cp1252"):
            text = "“ñ” €"
            content = list((b"\xfe\xff" if encoding == "utf-16-be" else b"") + text.encode(encoding))
            decoded = page.script("return import('/ui/game_files.js').then(({ decode }) => decode(Uint8Array.from(arguments[0]).buffer))", content)
            self.assertEqual(decoded, text, encoding)

    def test_a_game_of_any_length_is_stored(self, page):
        """JSON and IndexedDB limit the depth of nesting."""
        result = page.script(
            """
            return (async () => {
              const tree = await import('/game/tree.js');
              const { newRecord, packRecord, unpackRecord } = await import('/play/game_record.js');
              const { storeGame, loadGame } = await import('/storage/games.js');
              const root = tree.newTree();
              for (let node = root, ply = 0; ply < 20000; ply += 1) node = tree.addMove(node, String(ply));
              const end = tree.lastOf(root);
              tree.addMove(tree.mainLine(root)[9999], 'other').comment = 'why';
              const record = newRecord('english', 'startpos', { root, cursor: end, head: end });
              await storeGame(JSON.parse(JSON.stringify(packRecord(record))));
              const copy = unpackRecord(await loadGame(record.id));
              const [, other] = tree.mainLine(copy.root)[9999].children;
              // As versions before stored it.
              let nested = { m: '20000' };
              for (let ply = 19999; ply >= 0; ply -= 1) nested = { m: String(ply), n: [nested] };
              const old = tree.unpack({ m: '', n: [nested] });
              return [tree.movesTo(copy.cursor).length, copy.cursor.move, other.move, other.comment, tree.mainMoves(tree.pack(copy.root)), tree.movesTo(tree.lastOf(old)).length];
            })();
            """
        )
        self.assertEqual(result, [20000, "19999", "other", "why", 20000, 20001])

// Parses answers of the engine: positions (`squares`, `legalmoves squares`), `info`, `bestmove`, `probe`, `why`.

/** @typedef {{ name: string, colour: 'light' | 'dark', end: 'bottom' | 'top', player: 'human' | 'engine', look: string, title: string }} Side look: the classes that colour its pieces */
/** @typedef {{ letter: string, side: string, kind: string }} Piece */
/** @typedef {{ name: string, colour: 'light' | 'dark', piece: string }} Cell name and piece may be '' */
/** @typedef {{ move: string, path: string[], takes: string[], becomes: string }} Route */

/**
 * @typedef {object} View
 * @property {string} game
 * @property {Side[]} sides in order of play
 * @property {Map<string, Piece>} pieces by letter
 * @property {Map<string, string>} facts
 * @property {Map<string, string>} reasons of the end in words; WINNER and LOSER are placeholders
 * @property {string[]} columnLabels
 * @property {string[]} rowLabels
 * @property {number} columns
 * @property {number} rows
 * @property {Cell[]} cells row by row from the top
 * @property {string} turn '' when the game is over
 * @property {Route[]} routes
 * @property {string[]} moves
 * @property {string} fen
 * @property {Status} status
 */

/**
 * @typedef {object} Status
 * @property {'ongoing' | 'win' | 'draw'} outcome
 * @property {string} side to move, or the winner; '' for a draw
 * @property {string} reason of the end
 * @property {boolean} check
 * @property {number} repetition number of occurrences of the position
 * @property {number} quiet plies
 */

/** @param {string} word */
const orNone = (word) => (word === '-' ? '' : word);

/** Parses the text after `status `, or the end of `moved M…`. @param {string} text @returns {Status} */
function readStatus(text) {
  const words = text.split(' ');
  const outcome = /** @type {Status['outcome']} */ (words[0]);
  /** @param {string} key @param {number} otherwise */
  const number = (key, otherwise) => (words.includes(key) ? Number(words[words.indexOf(key) + 1]) : otherwise);
  return {
    outcome,
    side: outcome === 'draw' ? '' : words[1],
    reason: outcome === 'ongoing' ? '' : words[words.length - 1],
    check: words.includes('check'),
    repetition: number('repetition', 1),
    quiet: number('quiet', 0),
  };
}

/** The end of a game by its rules; null while it goes on. @param {Status} status */
export const endingIn = ({ outcome, side, reason }) => (outcome === 'ongoing' ? null : { winner: side, reason });

/** @param {string[]} words of a `route` line, without the first @returns {Route} */
function readRoute(words) {
  /** @type {Record<string, string[]>} */
  const parts = { path: [], takes: [], becomes: [] };
  let part = '';
  for (const word of words.slice(1)) {
    if (word in parts && parts[word].length === 0) part = word;
    else parts[part]?.push(word);
  }
  return { move: words[0], path: parts.path, takes: parts.takes, becomes: parts.becomes[0] ?? '' };
}

/** @param {string[]} lines answers to fen, status, squares and legalmoves squares, in any order @returns {View} */
export function readView(lines) {
  /** @type {View} */
  const view = {
    game: '', sides: [], pieces: new Map(), facts: new Map(), reasons: new Map(), columnLabels: [], rowLabels: [], columns: 0, rows: 0,
    cells: [], turn: '', routes: [], moves: [], fen: '', status: readStatus('ongoing'),
  };
  /** @param {string[]} words @param {string} key */
  const after = (words, key) => words[words.indexOf(key) + 1];
  /** @type {Record<string, (words: string[]) => void>} */
  const readers = {
    side: (words) => {
      const before = words.slice(0, words.indexOf('title'));
      const colour = after(before, 'colour');
      view.sides.push(/** @type {Side} */ ({
        name: words[0], colour, end: after(before, 'end'), player: after(before, 'player'),
        look: before.includes('paint') ? `${colour} paint-${after(before, 'paint')}` : colour,
        title: words.slice(before.length + 1).join(' '),
      }));
    },
    piece: (words) =>
      view.pieces.set(words[0], { letter: words[0], side: after(words, 'side'), kind: after(words, 'kind') }),
    fact: (words) => view.facts.set(words[0], words.slice(1).join(' ')),
    reason: (words) => view.reasons.set(words[0], words.slice(1).join(' ')),
    columns: (words) => (view.columnLabels = words),
    rows: (words) => (view.rowLabels = words),
    row: (words) => {
      for (let i = 0; i + 2 < words.length; i += 3)
        view.cells.push({ name: orNone(words[i]), colour: /** @type {Cell['colour']} */ (words[i + 1]), piece: orNone(words[i + 2]) });
    },
    squares: (words) => {
      view.game = words[0];
      view.columns = Number(after(words, 'columns'));
      view.rows = Number(after(words, 'rows'));
      view.turn = orNone(after(words, 'turn'));
    },
    route: (words) => view.routes.push(readRoute(words)),
    legalmoves: (words) => (view.moves = words.slice(1)),
    fen: (words) => (view.fen = words.slice(1).join(' ')),
    status: (words) => (view.status = readStatus(words.join(' '))),
  };
  for (const line of lines) {
    const [first, ...words] = line.split(' ').filter((word) => word !== '');
    readers[first]?.(words);
  }
  return view;
}

/** @param {View} view @param {string} square */
export const cellAt = (view, square) => view.cells.find((cell) => cell.name === square);

/** @param {View} view @param {string} square @returns {Piece | undefined} */
export const pieceAt = (view, square) => view.pieces.get(cellAt(view, square)?.piece ?? '');

/** '' if no king is in check. @param {View} view */
export const squareInCheck = ({ status, cells, pieces, turn }) =>
  (status.check && cells.find(({ piece }) => pieces.get(piece)?.side === turn && pieces.get(piece)?.kind === 'king')?.name) || '';

/** The colour classes of a piece. @param {View} view @param {Piece} piece */
export const lookOf = (view, piece) => sideNamed(view, piece.side)?.look ?? 'light';

/** @param {View} view @param {string} name */
export const sideNamed = (view, name) => view.sides.find((side) => side.name === name);

/** @param {View} view @param {string} name */
export const otherSide = (view, name) => view.sides.find((side) => side.name !== name) ?? view.sides[0];

/**
 * Scores are for the side to move.
 * @typedef {object} Info
 * @property {number} [depth]
 * @property {number} multipv
 * @property {number} [cp]
 * @property {number} [mate]
 * @property {boolean} bound whether the score is a bound
 * @property {number[]} [wdl] permille
 * @property {number} [nodes]
 * @property {number} [nps]
 * @property {number} [time]
 * @property {number} [hashfull] permille
 * @property {number} [tbhits]
 * @property {string[]} pv
 */

/** Null for `info string`. @param {string} line @returns {Info | null} */
export function readInfo(line) {
  const words = line.split(' ');
  if (words[0] !== 'info' || words[1] === 'string') return null;
  /** @type {Info} */
  const info = { multipv: 1, bound: false, pv: [] };
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i];
    if (word === 'pv') {
      info.pv = words.slice(i + 1);
      break;
    }
    if (word === 'wdl') info.wdl = words.slice(i + 1, (i += 3) + 1).map(Number);
    else if (word === 'lowerbound' || word === 'upperbound') info.bound = true;
    else if (word === 'score') continue;
    else if (['depth', 'multipv', 'cp', 'mate', 'nodes', 'nps', 'time', 'hashfull', 'tbhits'].includes(word))
      Object.assign(info, { [word]: Number(words[(i += 1)]) });
  }
  return info;
}

/** The evaluation in an `info` with a score. @param {Info} info @returns {import('../game/tree.js').Evaluation} */
export const evaluationIn = ({ cp, mate, wdl, depth, pv }) => ({ cp, mate, wdl, depth, best: pv[0], pv });

/** '' if there is none. @param {string[]} lines @returns {string} */
export function readBestMove(lines) {
  const line = lines.find((each) => each.startsWith('bestmove ')) ?? '';
  const move = line.split(' ')[1] ?? '';
  return move === '(none)' ? '' : move;
}

/** @typedef {{ value: string, moves: { move: string, value: string }[] }} ExactValues value: `win 5`, `loss`, `draw` or `unknown`, for the side to move */

/** Parses the answer to `probe`. @param {string[]} lines @returns {ExactValues} */
export function readProbe(lines) {
  const moves = lines.filter((line) => line.startsWith('value ')).map((line) => {
    const [, move, ...value] = line.split(' ');
    return { move, value: value.join(' ') };
  });
  return { value: lines.find((line) => line.startsWith('probe '))?.slice('probe '.length) ?? 'unknown', moves };
}

/** @typedef {{ reasons: string[], verdict: string, best: string }} Explanation of a move; reasons: the lines `reason …` */

/** Parses the answer to `why`. @param {string[]} lines @returns {Explanation} */
export function readWhy(lines) {
  const [, , verdict = '', , best = ''] = lines.find((line) => line.startsWith('why '))?.split(' ') ?? [];
  return { reasons: lines.filter((line) => line.startsWith('reason ')), verdict, best };
}

/** @typedef {{ name: string, values: Map<string, string>, line: string[] }} Reason line: from the position before the move */

/** Parses `reason NAME [KEY VALUE]... [line MOVE...]`. @param {string} text @returns {Reason} */
export function readReason(text) {
  const [, name, ...words] = text.split(' ');
  /** @type {Reason} */
  const reason = { name, values: new Map(), line: [] };
  for (let i = 0; i < words.length; i += 2) {
    if (words[i] === 'line') {
      reason.line = words.slice(i + 1);
      break;
    }
    reason.values.set(words[i], words[i + 1]);
  }
  return reason;
}

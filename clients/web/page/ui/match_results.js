// The files of crown-match, and the match's standing and latest games as tables.
import { notationOf } from '../game/notation.js';
import { signed } from '../analysis/scores.js';
import { t, translated } from '../lang/text.js';
import { button, fitChildren, h, setText } from './dom.js';

/** @typedef {import('../protocol/parse.js').View} View */

/** @typedef {{ index: number, first: string, second: string, start: string, 'to-move': number }} Pairing */
/** @typedef {{ move?: string, cp?: number, mate?: number, depth?: number, pv?: string[] }} MoveInfo */
/** @typedef {Pairing & { result: string, winner: string | null, verdict: string, moves: (MoveInfo & { move: string })[] }} MatchGame */
/** @typedef {Pairing & { moves: string[], turn: number, 'left-us': (number | null)[], 'since-ms': number | null, last: (MoveInfo | null)[] }} LiveGame */
/** @typedef {{ first: string, second: string, wins: number, draws: number, losses: number, elo?: { value: number | null, error: number | null } | null }} Pair */
/** @typedef {{ game: string, games: number, scheduled: number, pairings: Pair[], engines: { name: string }[] }} Summary */
/** @typedef {Summary & { 'written-ms': number, playing: LiveGame[] }} Live */
/** @typedef {{ games: Map<number, MatchGame>, summary: Summary | null, taken: string }} Match taken: the lines read so far */

/** @returns {Match} */
export const newMatch = () => ({ games: new Map(), summary: null, taken: '' });

/** Reads new lines of the file; ignores an incomplete last line. @param {Match} match @param {string} text @returns {Match} */
export function readMore(match, text) {
  const known = text.startsWith(match.taken) ? match : newMatch();
  /** @param {any} item */
  const take = (item) => {
    if (Array.isArray(item)) item.forEach(take);
    else if (item.type === 'game') {
      known.games.set(item.index, item);
      known.summary = null;
    } else if (item.type === 'discarded') known.games.delete(item.index);
    else if (item.type === 'match') known.summary = item;
  };
  for (const line of text.slice(known.taken.length).split(/(?<=\n)/)) {
    try {
      if (line.trim()) take(JSON.parse(line));
    } catch {
      break;
    }
    if (line.endsWith('\n')) known.taken += line;
  }
  return known;
}

/** @param {string} text @returns {Live | null} */
export function readLive(text) {
  try {
    const live = JSON.parse(text);
    return live.type === 'live' ? live : null;
  } catch {
    return null;
  }
}

/** @param {MatchGame} game @param {string[]} sides @returns {import('../play/game_record.js').Ending} */
export const endingOf = ({ result, verdict }, sides) => ({ winner: { '1-0': sides[0], '0-1': sides[1] }[result] ?? '', reason: verdict });

/**
 * Players and result of a game in the order of the game's results, or in the match's order if the game is unknown.
 * @param {Pairing & { result?: string }} game @param {View | null} view @returns {{ left: string, right: string, result: string }}
 */
export function headingOf(game, view) {
  const { first, second, result = '' } = game;
  const sides = view?.sides.map(({ name }) => name) ?? [];
  const swaps = view !== null && notationOf(view).first === sides[1];
  const own = result && swaps ? result.split('-').reverse().join('-') : result;
  return { left: swaps ? second : first, right: swaps ? first : second, result: own.replace('1/2-1/2', '½-½') };
}

/** @typedef {{ name: string, points: number, wins: number, draws: number, losses: number }} Row */

/** The engines by points. @param {Match} match @param {Live | null} [live] @returns {Row[]} */
export function standing({ games, summary }, live = null) {
  /** @type {Map<string, { name: string, wins: number, draws: number, losses: number }>} */
  const engines = new Map();
  /** @param {string} name @param {number} wins @param {number} draws @param {number} losses */
  const add = (name, wins, draws, losses) => {
    const row = engines.get(name) ?? { name, wins: 0, draws: 0, losses: 0 };
    engines.set(name, { name, wins: row.wins + wins, draws: row.draws + draws, losses: row.losses + losses });
  };
  const told = live ?? summary;
  for (const { first, second, wins, draws, losses } of told?.pairings ?? []) {
    add(first, wins, draws, losses);
    add(second, losses, draws, wins);
  }
  // The match was killed, or the file is older.
  if (!told?.pairings)
    for (const { first, second, winner } of games.values())
      for (const name of [first, second]) add(name, Number(winner === name), Number(winner === null), Number(winner !== null && winner !== name));
  return [...engines.values()].map((row) => ({ ...row, points: row.wins + row.draws / 2 })).sort((a, b) => b.points - a.points);
}

const shownGames = 30;

/** Why a game ended. @param {string} verdict */
export const verdictText = (verdict) => translated(`verdict.${verdict}`) ?? translated(`reason.${verdict}`) ?? verdict;

/** @param {string[]} keys of the heads @param {string} title */
function emptyTable(keys, title) {
  const body = h('tbody');
  const heads = keys.map((key) => h('th', { scope: 'col' }, h('span', { class: key === 'show' && 'sr-only' }, t(`match.${key}`))));
  return { body, table: h('table', { 'aria-label': title }, h('thead', {}, h('tr', {}, ...heads)), body) };
}

/** @param {Element} row @param {string[]} texts of its children */
function fill(row, texts) {
  texts.forEach((text, i) => setText(/** @type {HTMLElement} */ (row.children[i]), text));
}

export function standingTable() {
  const { body, table } = emptyTable(['engine', 'points', 'wins', 'draws', 'losses'], t('match.results'));
  const elo = h('div', { class: 'elo' });
  return {
    element: h('div', {}, table, elo),
    /** @param {Match} match @param {Live | null} live */
    update(match, live) {
      const rows = standing(match, live);
      fitChildren(body, rows.length, () => h('tr', {}, h('th', { scope: 'row' }), ...[1, 2, 3, 4].map(() => h('td'))));
      rows.forEach(({ name, points, wins, draws, losses }, i) => fill(body.children[i], [name, ...[points, wins, draws, losses].map(String)]));
      table.hidden = rows.length === 0;
      const lines = ((live ?? match.summary)?.pairings ?? []).flatMap(({ first, second, elo: estimate }) => {
        const { value = null, error = null } = estimate ?? {};
        return value === null ? [] : [`${first} – ${second}: ${t('match.elo')} ${signed(value, 1)}${error === null ? '' : ` ± ${error.toFixed(1)}`}`];
      });
      fitChildren(elo, lines.length, () => h('p'));
      fill(elo, lines);
    },
  };
}

/** @param {(game: MatchGame) => void} open */
export function gamesTable(open) {
  const { body, table } = emptyTable(['game', 'result', 'verdict', 'show'], t('match.recent'));
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  /** @param {MatchGame} game @param {View | null} view */
  const row = (game, view) => {
    const show = button(t('match.show'), () => open(game));
    const { left, right, result } = headingOf(game, view);
    show.setAttribute('aria-label', t('match.showLive', { number: game.index + 1, first: left, second: right }));
    return h('tr', {}, h('th', { scope: 'row' }, `${game.index + 1}. ${left} – ${right}`), h('td', { class: 'result' }, result),
      h('td', {}, verdictText(game.verdict)), h('td', {}, show));
  };
  return {
    element: table,
    /** @param {Match} match @param {View | null} view of the game */
    update({ games }, view) {
      const latest = [...games.values()].sort((a, b) => b.index - a.index).slice(0, shownGames);
      // A replayed game has the same number.
      const keys = new Map(latest.map((game) => [`${view?.game} ${game.index} ${game.result} ${game.moves.length}`, game]));
      for (const [key, old] of rows)
        if (!keys.has(key) && !old.contains(document.activeElement)) {
          old.remove();
          rows.delete(key);
        }
      let after = /** @type {Element | null} */ (null);
      for (const [key, game] of keys) {
        const known = rows.get(key);
        if (!known) {
          const made = row(game, view);
          rows.set(key, made);
          if (after) after.after(made);
          else body.prepend(made);
        }
        after = rows.get(key) ?? null;
      }
      table.hidden = rows.size === 0;
    },
  };
}

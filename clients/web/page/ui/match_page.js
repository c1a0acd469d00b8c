// A running crown-match, from its JSON: the standing and the latest games, which can be looked at.
import { addMove, lastOf, newTree } from '../game/tree.js';
import { newRecord } from '../play/record.js';
import { named, t } from '../lang/text.js';
import { button, field, h, select } from './dom.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {{ index: number, first: string, second: string, start: string, 'to-move': number, result: string, winner: string | null, verdict: string, moves: { move: string, cp?: number, mate?: number, depth?: number, pv?: string[] }[] }} MatchGame */
/** @typedef {{ games: Map<number, MatchGame>, summary: any }} Match */

const pause = 2000;
const shownGames = 30;

/** Lines of JSON, or one array of them; a half-written last line is left out. @param {string} text @returns {Match} */
export function readMatch(text) {
  /** @type {Match} */
  const match = { games: new Map(), summary: null };
  /** @param {any} item */
  const take = (item) => {
    if (Array.isArray(item)) item.forEach(take);
    else if (item.type === 'game') match.games.set(item.index, item);
    else if (item.type === 'discarded') match.games.delete(item.index);
    else if (item.type === 'match') match.summary = item;
  };
  for (const line of text.split('\n').filter((each) => each.trim())) {
    try {
      take(JSON.parse(line));
    } catch {
      break;
    }
  }
  return match;
}

/** Wins, draws and losses of each engine. @param {Match} match */
export function standing({ games }) {
  /** @type {Map<string, { name: string, wins: number, draws: number, losses: number }>} */
  const engines = new Map();
  for (const { first, second, winner } of games.values())
    for (const name of [first, second]) {
      const row = engines.get(name) ?? { name, wins: 0, draws: 0, losses: 0 };
      if (winner === null) row.draws += 1;
      else if (winner === name) row.wins += 1;
      else row.losses += 1;
      engines.set(name, row);
    }
  const points = (/** @type {{ wins: number, draws: number }} */ row) => row.wins + row.draws / 2;
  return [...engines.values()].map((row) => ({ ...row, points: points(row) })).sort((a, b) => b.points - a.points);
}

/** @param {App} app @param {HTMLElement} place */
export function matchPage(app, place) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let shown = '';
  let chosenGame = '';
  const load = async () => {
    const answer = await fetch('/match.json', { cache: 'no-store' }).catch(() => null);
    const text = answer?.ok ? await answer.text() : '';
    if (text === shown && place.children.length) return;
    shown = text;
    await draw(readMatch(text));
  };
  /** @param {Match} match */
  const draw = async (match) => {
    const games = await app.referee.games();
    chosenGame ||= match.summary?.game ?? (await gameOf(app, match, games.map(({ name }) => name)));
    place.replaceChildren(
      h('h1', { class: 'game-title' }, t('match.title')),
      ...(match.games.size === 0 ? [h('p', { class: 'quiet' }, t('match.none'))] : [
        progress(match), standingTable(match),
        chosenGame ? '' : field(t('match.unknownGame'), select([['', '—'], ...games.map(({ name, title }) => /** @type {[string, string]} */ ([name, named('game', title)]))], '', (name) => (chosenGame = name))),
        h('h2', {}, t('match.recent')), gamesTable(match, (game) => open(game)),
      ]),
    );
  };
  /** @param {MatchGame} game */
  const open = async (game) => {
    const root = newTree();
    let node = root;
    const { sides: order } = await app.referee.look({ game: chosenGame, start: game.start, moves: [] });
    const sides = order.map(({ name }) => name);
    for (const [i, { move, cp, mate, depth, pv }] of game.moves.entries()) {
      if (cp !== undefined || mate !== undefined) node.evaluation = { cp, mate, depth, pv, best: pv?.[0] };
      node = addMove(node, move);
      node.side = sides[(game['to-move'] + i) % 2];
    }
    const names = { [sides[0]]: game.first, [sides[1]]: game.second };
    if (await app.open(newRecord(chosenGame, game.start, { root, cursor: root, head: lastOf(root), names }))) app.show('board');
  };
  return {
    start() {
      load();
      timer ??= setInterval(load, pause);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** The game whose engine takes the moves. @param {App} app @param {Match} match @param {string[]} names */
async function gameOf(app, match, names) {
  const sample = match.games.values().next().value;
  if (!sample) return '';
  for (const game of names) {
    const moves = sample.moves.slice(0, 4).map(({ move }) => move);
    const view = await app.referee.look({ game, start: sample.start, moves: [] }).catch(() => null);
    const fits = view && (moves.length === 0 || (await app.referee.check({ game, start: sample.start, moves: [] }, moves).catch(() => null)));
    if (fits) return game;
  }
  return '';
}

/** @param {Match} match */
function progress({ games, summary }) {
  const all = summary?.scheduled;
  const text = all ? t('match.games', { done: games.size, all }) : t('match.gamesDone', { done: games.size });
  return h('p', { class: 'state' }, text);
}

/** @param {Match} match */
function standingTable(match) {
  const heads = ['engine', 'points', 'wins', 'draws', 'losses'].map((key) => h('th', { scope: 'col' }, t(`match.${key}`)));
  const rows = standing(match).map(({ name, points, wins, draws, losses }) =>
    h('tr', {}, h('th', { scope: 'row' }, name), ...[points, wins, draws, losses].map((value) => h('td', {}, String(value)))));
  const elo = match.summary?.pairings?.filter((/** @type {any} */ pairing) => pairing.elo?.value !== undefined && pairing.elo?.value !== null)
    .map((/** @type {any} */ { first, second, elo: { value, error } }) =>
      h('p', {}, `${first} – ${second}: ${t('match.elo')} ${value.toFixed(1)}${error === null ? '' : ` ± ${error.toFixed(1)}`}`)) ?? [];
  return h('div', {}, h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows)), ...elo);
}

/** @param {Match} match @param {(game: MatchGame) => void} open */
function gamesTable({ games }, open) {
  const heads = ['game', 'result', 'verdict', 'show'].map((key) => h('th', { scope: 'col' }, t(`match.${key}`)));
  const latest = [...games.values()].sort((a, b) => b.index - a.index).slice(0, shownGames);
  const rows = latest.map((game) => h('tr', {},
    h('th', { scope: 'row' }, `${game.index + 1}. ${game.first} – ${game.second}`), h('td', {}, game.result), h('td', {}, verdictText(game.verdict)),
    h('td', {}, button(t('match.show'), () => open(game)))));
  return h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows));
}

/** Translated, if a translation exists. @param {string} verdict */
function verdictText(verdict) {
  const text = t(`reason.${verdict}`);
  return text === `reason.${verdict}` ? verdict : text;
}

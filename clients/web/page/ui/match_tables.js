// The standing of a match and its latest games, as tables whose rows are kept.
import { signed } from '../analysis/chances.js';
import { headingOf, standing } from '../game/match.js';
import { t, translated } from '../lang/text.js';
import { button, h, put } from './dom.js';

/** @typedef {import('../game/match.js').Match} Match */
/** @typedef {import('../game/match.js').Live} Live */
/** @typedef {import('../game/match.js').MatchGame} MatchGame */
/** @typedef {import('../protocol/view.js').View} View */

const shownGames = 30;

/** Why a game ended; the word of the file where the page has none. @param {string} verdict */
export const verdictText = (verdict) => translated(`verdict.${verdict}`) ?? translated(`reason.${verdict}`) ?? verdict;

/** @param {string[]} keys of the heads @param {string} title */
function emptyTable(keys, title) {
  const body = h('tbody');
  const heads = keys.map((key) => h('th', { scope: 'col' }, h('span', { class: key === 'show' && 'sr-only' }, t(`match.${key}`))));
  return { body, table: h('table', { 'aria-label': title }, h('thead', {}, h('tr', {}, ...heads)), body) };
}

/** @param {Element} row @param {string[]} texts of its children, as many as there are */
function fill(row, texts) {
  texts.forEach((text, i) => put(/** @type {HTMLElement} */ (row.children[i]), text));
}

export function standingTable() {
  const { body, table } = emptyTable(['engine', 'points', 'wins', 'draws', 'losses'], t('match.results'));
  const elo = h('div', { class: 'elo' });
  return {
    element: h('div', {}, table, elo),
    /** @param {Match} match @param {Live | null} live */
    update(match, live) {
      const rows = standing(match, live);
      while (body.children.length > rows.length) body.lastElementChild?.remove();
      while (body.children.length < rows.length)
        body.append(h('tr', {}, h('th', { scope: 'row' }), ...[1, 2, 3, 4].map(() => h('td'))));
      rows.forEach(({ name, points, wins, draws, losses }, i) => fill(body.children[i], [name, ...[points, wins, draws, losses].map(String)]));
      table.hidden = rows.length === 0;
      const lines = ((live ?? match.summary)?.pairings ?? []).flatMap(({ first, second, elo: estimate }) => {
        const { value = null, error = null } = estimate ?? {};
        return value === null ? [] : [`${first} – ${second}: ${t('match.elo')} ${signed(value, 1)}${error === null ? '' : ` ± ${error.toFixed(1)}`}`];
      });
      while (elo.children.length > lines.length) elo.lastElementChild?.remove();
      while (elo.children.length < lines.length) elo.append(h('p'));
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
    /** @param {Match} match @param {View | null} view of the game that is played */
    update({ games }, view) {
      const latest = [...games.values()].sort((a, b) => b.index - a.index).slice(0, shownGames);
      // A game that was played again is another one of the same number.
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

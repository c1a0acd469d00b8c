// Links, and the browser's history: page, position and open dialogs are an entry. Single steps share one.
import { follow, wayTo } from '../game/tree.js';
import { session } from '../storage/values.js';

/** @typedef {import('../protocol/referee.js').Position} Position */

/** @param {Position} position @returns {string} with its `#` */
export function writeLink({ game, start, moves }) {
  const words = new URLSearchParams({ game });
  if (start !== 'startpos') words.set('start', start);
  if (moves.length) words.set('moves', moves.join(' '));
  return `#${words}`;
}

/** Links may have underscores for blanks; no position text has underscores. @param {string} text */
const spaced = (text) => text.replaceAll('_', ' ');

/** The position text of a link `#GAME/FEN` or `#FEN`. @param {string} hash @param {string[]} games */
export function positionIn(hash, games) {
  const [text = ''] = new URLSearchParams(hash.replace(/^#/, '')).keys();
  const [game, ...rest] = spaced(text).split('/');
  return games.includes(game) ? `${game} ${rest.join('/')}` : spaced(text);
}

/** Null if the link names no game. @param {string} hash @returns {Position | null} */
export function readLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const game = words.get('game');
  if (!game) return null;
  return { game, start: spaced(words.get('start') ?? words.get('fen') ?? 'startpos'), moves: words.get('moves')?.split(' ').filter(Boolean) ?? [] };
}

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {'start' | 'board' | 'editor' | 'match'} PageName */
/** @typedef {{ page: PageName, game: string, way: number[], dialogs: string[], steps: boolean }} Place way: to the position; dialogs: their names, '' if they cannot be reopened; steps: whether single steps led there */

const openDialogs = () => /** @type {HTMLDialogElement[]} */ ([...document.querySelectorAll('dialog[open]')]);

/** @returns {Place | null} */
const entry = () => history.state?.place ?? null;

/**
 * Session key for the place of an entry. Chromium loses the states of entries when a reload makes the page cross-origin isolated, as does
 * the first one under the service worker. Browsers without the Navigation API share one key.
 */
const placeKey = () => `place.${/** @type {any} */ (window).navigation?.currentEntry.index}`;

/**
 * @param {object} parts
 * @param {import('../play/current_game.js').CurrentGame} parts.currentGame
 * @param {() => PageName} parts.page the shown page
 * @param {(page: PageName) => void} parts.show
 * @param {(id: string) => Promise<void>} parts.openGame a stored game
 * @param {(name: string) => Promise<unknown>} parts.openDialog by name
 */
export function watchPlaces({ currentGame, page, show, openGame, openDialog }) {
  /** Whether changes become entries: false at first, and while returning to an entry. */
  let isWatching = false;
  /** Whether the history is leaving entries of closed dialogs. */
  let isLeaving = false;
  let isScheduled = false;
  /** @type {Node | null} */
  let cursor = null;

  /** @param {boolean} steps @returns {Place} */
  const present = (steps) => ({
    page: page(), game: currentGame.record.id, way: wayTo(currentGame.record.cursor), dialogs: openDialogs().map((each) => each.dataset.place ?? ''), steps,
  });
  /** @param {'pushState' | 'replaceState'} act @param {boolean} steps @param {number} [dialogs] number of open dialogs to include */
  const write = (act, steps, dialogs) => {
    const place = present(steps);
    place.dialogs = place.dialogs.slice(0, dialogs);
    history[act]({ place }, '');
    session.set(placeKey(), JSON.stringify(place));
    cursor = currentGame.record.cursor;
  };
  /** Updates the history. */
  const update = () => {
    isScheduled = false;
    if (!isWatching || isLeaving) return;
    const was = entry();
    const now = present(false);
    if (!was) return write('replaceState', false);
    const closed = was.dialogs.length - now.dialogs.length;
    if (closed > 0) {
      isLeaving = true;
      return history.go(-closed);
    }
    // One entry for each dialog.
    for (let open = was.dialogs.length + 1; open <= now.dialogs.length; open += 1) write('pushState', false, open);
    if (now.dialogs.length) return;
    if (was.page !== now.page || (now.page === 'board' && was.game !== now.game)) return write('pushState', false);
    if (now.page !== 'board' || JSON.stringify(was.way) === JSON.stringify(now.way)) return;
    const { record } = currentGame;
    // Quick steps may skip positions.
    const isStep = cursor !== null && (record.cursor.parent === cursor || cursor.parent === record.cursor || record.cursor === currentGame.steppedTo);
    currentGame.steppedTo = null;
    if (record.playing && record.cursor === record.head) write('replaceState', was.steps);
    else write(isStep && was.steps ? 'replaceState' : 'pushState', isStep);
  };
  /** Updates once after all changes of one action. */
  const changed = () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(update);
  };
  /** Returns to entries run one after another; only the last requested one is completed. */
  let requests = 0;
  let lastReturn = Promise.resolve();
  /** @param {Place} place */
  const go = (place) => {
    const number = (requests += 1);
    isWatching = false;
    lastReturn = lastReturn.then(() => returnTo(place, () => number === requests));
    return lastReturn;
  };
  /** @param {Place} place @param {() => boolean} isWanted */
  const returnTo = async (place, isWanted) => {
    if (!isWanted()) return;
    try {
      const shown = openDialogs();
      for (const dialog of shown.slice(place.dialogs.length).reverse()) dialog.close();
      if (place.page !== page()) show(place.page);
      if (place.page === 'board') {
        if (place.game !== currentGame.record.id) await openGame(place.game);
        if (place.game === currentGame.record.id && isWanted()) await currentGame.goTo(follow(currentGame.record.root, place.way));
      }
      for (const name of place.dialogs.slice(shown.length)) if (name && isWanted()) await openDialog(name);
    } catch {
      // Without the engine, the position cannot be shown.
    }
    if (!isWanted()) return;
    isWatching = true;
    // A page or dialog opened meanwhile gets its own entry.
    if (place.page === page()) write('replaceState', place.steps, place.dialogs.length);
    changed();
  };
  addEventListener('popstate', async () => {
    const place = entry();
    if (isLeaving) isLeaving = false;
    else if (place) return go(place);
    return changed();
  });
  document.addEventListener('dialogs', changed);
  currentGame.onUpdate(changed);
  return {
    changed,
    /** Returns to the place of the last visit, after the game was opened. */
    async begin() {
      const [{ type }] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
      const place = entry() ?? /** @type {Place} */ (type === 'navigate' ? {} : session.object(placeKey()));
      // A game without moves was not stored.
      if (place.page === 'board' && place.game !== currentGame.record.id) show('board');
      else if (place.page) return go(place);
      isWatching = true;
      return write('replaceState', false);
    },
  };
}

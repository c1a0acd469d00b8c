// Where a person is: page, position and dialogs, as entries of the browser's history. Back leads to the place before and closes what
// is open; a reload returns to the same place. Steps from move to move share an entry, as do the moves of a game that is played.
import { follow, wayTo } from '../game/tree.js';
import { session } from '../storage/values.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {'start' | 'board' | 'editor' | 'match'} PageName */
/** @typedef {{ length: number, branches: [number, number][] }} Way to a position: all first children, but for branches */
/** @typedef {{ page: PageName, game: string, way: Way, dialogs: string[], steps: boolean }} Place dialogs: what opens each again, '' for nothing; steps: it was reached by single steps */

/** @param {Node} node @returns {Way} */
const wayOf = (node) => {
  const way = wayTo(node);
  return { length: way.length, branches: way.flatMap((number, i) => (number ? [/** @type {[number, number]} */ ([i, number])] : [])) };
};

/** @param {Node} root @param {Way} way */
function nodeAt(root, { length, branches }) {
  const numbers = Array(length).fill(0);
  for (const [i, number] of branches) numbers[i] = number;
  return follow(root, numbers);
}

const openDialogs = () => /** @type {HTMLDialogElement[]} */ ([...document.querySelectorAll('dialog[open]')]);

/** @returns {Place | null} */
const entry = () => history.state?.place ?? null;

/**
 * Where the tab stores the place of this entry. Chromium loses the states of entries when a reload makes the page cross-origin isolated,
 * as the first one under the service worker does. Browsers without the Navigation API share one key.
 */
const placeKey = () => `place.${/** @type {any} */ (window).navigation?.currentEntry.index}`;

/**
 * @param {object} parts
 * @param {import('../play/table.js').Table} parts.table
 * @param {() => PageName} parts.page that is shown
 * @param {(page: PageName) => void} parts.show
 * @param {(id: string) => Promise<void>} parts.openGame a stored game
 * @param {(name: string) => Promise<unknown>} parts.openDialog the one with this name
 */
export function watchPlaces({ table, page, show, openGame, openDialog }) {
  /** Whether places become entries; before, and while one is returned to, they do not. */
  let isWatching = false;
  /** Whether the entries of dialogs that were closed are being left. */
  let isLeaving = false;
  let isDue = false;
  /** @type {Node | null} */
  let cursor = null;

  /** @param {boolean} steps @returns {Place} */
  const present = (steps) => ({
    page: page(), game: table.record.id, way: wayOf(table.record.cursor), dialogs: openDialogs().map((each) => each.dataset.place ?? ''), steps,
  });
  /** @param {'pushState' | 'replaceState'} act @param {boolean} steps @param {number} [dialogs] how many of those that are open */
  const write = (act, steps, dialogs) => {
    const place = present(steps);
    place.dialogs = place.dialogs.slice(0, dialogs);
    history[act]({ place }, '');
    session.set(placeKey(), JSON.stringify(place));
    cursor = table.record.cursor;
  };
  /** Makes the history agree with the page. */
  const update = () => {
    isDue = false;
    if (!isWatching || isLeaving) return;
    const was = entry();
    const now = present(false);
    if (!was) return write('replaceState', false);
    const closed = was.dialogs.length - now.dialogs.length;
    if (closed > 0) {
      isLeaving = true;
      return history.go(-closed);
    }
    // An entry for each, so that each is closed by itself.
    for (let open = was.dialogs.length + 1; open <= now.dialogs.length; open += 1) write('pushState', false, open);
    // What changes below a dialog counts when it is closed.
    if (now.dialogs.length) return;
    if (was.page !== now.page || (now.page === 'board' && was.game !== now.game)) return write('pushState', false);
    if (now.page !== 'board' || JSON.stringify(was.way) === JSON.stringify(now.way)) return;
    const { record } = table;
    const isStep = cursor !== null && (record.cursor.parent === cursor || cursor.parent === record.cursor);
    if (record.playing && record.cursor === record.head) write('replaceState', was.steps);
    else write(isStep && was.steps ? 'replaceState' : 'pushState', isStep);
  };
  /** After all that belongs to one act. */
  const changed = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(update);
  };
  /** The number of the place that was asked for last, and the way there: one after another, and only the last one to its end. */
  let wanted = 0;
  let way = Promise.resolve();
  /** @param {Place} place */
  const go = (place) => {
    const number = (wanted += 1);
    isWatching = false;
    way = way.then(() => lead(place, () => number === wanted));
    return way;
  };
  /** @param {Place} place @param {() => boolean} isWanted */
  const lead = async (place, isWanted) => {
    if (!isWanted()) return;
    try {
      const shown = openDialogs();
      for (const dialog of shown.slice(place.dialogs.length).reverse()) dialog.close();
      if (place.page !== page()) show(place.page);
      if (place.page === 'board') {
        if (place.game !== table.record.id) await openGame(place.game);
        if (place.game === table.record.id && isWanted()) await table.goTo(nodeAt(table.record.root, place.way));
      }
      for (const name of place.dialogs.slice(shown.length)) if (name && isWanted()) await openDialog(name);
    } catch {
      // A position that cannot be shown without the engine: the page stays where it is.
    }
    if (!isWanted()) return;
    isWatching = true;
    // What cannot be shown again is left out. A page or dialog that was opened meanwhile is a place of its own.
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
  for (const event of ['position', 'change']) table.addEventListener(event, changed);
  return {
    changed,
    /** Once the game is there: to the place where the page was left. */
    async begin() {
      const [{ type }] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
      const place = entry() ?? /** @type {Place} */ (type === 'navigate' ? {} : session.object(placeKey()));
      // A game without moves was not stored: another one is on the board.
      if (place.page === 'board' && place.game !== table.record.id) show('board');
      else if (place.page) return go(place);
      isWatching = true;
      return write('replaceState', false);
    },
  };
}

// The dialog with the games stored in this browser.
import { dateTag, dateWords, resultText, knownValue } from '../game/notation.js';
import { flat, mainMoves } from '../game/tree.js';
import { named, t } from '../lang/text.js';
import { button, enable, field, h, iconButton, select } from './dom.js';
import { allGames, deleteGames, storeGames } from '../storage/games.js';
import { isWorthStoring, unpackRecord } from '../play/game_record.js';
import { local } from '../storage/values.js';
import { UndoStack, undoKey, hasOwnUndo } from '../play/undo.js';
import { openDialog } from './dialogs.js';
import { editDetails } from './game_details_dialog.js';
import { exportGames } from './game_files.js';
import { namesText } from './descriptions.js';

/** @typedef {import('../play/game_record.js').PackedRecord} PackedRecord */
/** @typedef {import('../protocol/parse.js').View} View */

/** @typedef {ReturnType<typeof entryOf>} Entry game: its title; event: with site and round; date: such as `2026.11.??`; day: the same in words; text: for searches */
/** @typedef {'recent' | 'date' | 'names' | 'game' | 'result' | 'length'} Order */

/** @type {Order[]} */
const orders = ['recent', 'date', 'names', 'game', 'result', 'length'];

/** Without accents and capitals. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {PackedRecord} packed @param {View} view of the game @param {string} game its title @param {string} names */
function entryOf(packed, view, game, names) {
  const tags = packed.tags ?? {};
  const winner = packed.winner ?? packed.ending?.winner ?? null;
  const result = winner === null ? '' : resultText(view, winner).replaceAll('1/2', '½');
  const date = 'Date' in tags ? knownValue(tags.Date) : dateTag(new Date(packed.created));
  const event = [...new Set([tags.Event, tags.Site, tags.Round].map(knownValue).filter(Boolean))].join(', ');
  const day = dateWords(date);
  const text = plain([names, game, result, event, date, day, ...Object.values(tags), ...flat(packed.tree).flatMap(({ b, c }) => [b ?? [], c ?? []].flat())].join(' '));
  return { packed, game, names, result, event, date, day, moves: mainMoves(packed.tree), text };
}

/** Entries with all the words. @param {Entry[]} entries @param {string} words */
function matching(entries, words) {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return entries.filter(({ text }) => wanted.every((word) => text.includes(word)));
}

/** The newest and longest first, other orders alphabetically. @param {Entry[]} entries @param {Order} order */
function sorted(entries, order) {
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  /** @type {Record<Order, (a: Entry, b: Entry) => number>} */
  const comparers = {
    recent: (a, b) => b.packed.changed - a.packed.changed,
    date: (a, b) => compare(b.date, a.date),
    names: (a, b) => compare(a.names, b.names),
    game: (a, b) => compare(a.game, b.game),
    result: (a, b) => compare(b.result, a.result),
    length: (a, b) => b.moves - a.moves,
  };
  return [...entries].sort((a, b) => comparers[order](a, b) || comparers.recent(a, b));
}

/** @typedef {import('../main.js').App} App */

/** Games drawn at once; scrolling to the end draws more. */
const chunk = 50;
const orderKey = 'crown.games-order';
/** Changes of the list that can be undone until the page is closed. */
const steps = new UndoStack();

/** @param {App} app @returns {Promise<Entry[]>} */
async function entriesOf(app) {
  const { id } = app.currentGame.record;
  const packed = (await allGames()).filter((each) => each.id === id || isWorthStoring(each));
  const titles = new Map((await app.referee.games()).map(({ name, title }) => [name, named('game', title)]));
  const views = new Map();
  for (const { game } of packed)
    if (!views.has(game)) views.set(game, await app.referee.view({ game, start: 'startpos', moves: [] }).catch(() => null));
  return packed.filter(({ game }) => views.get(game)).map((each) =>
    entryOf(each, views.get(each.game), titles.get(each.game) ?? each.game, namesText(views.get(each.game), each, app.engines.list)));
}

/** @param {App} app */
export async function openGames(app) {
  const entries = await entriesOf(app);
  /** @type {GamesList | null} */
  let list = null;
  const dialog = openDialog(t('games.title'), (close) => {
    if (entries.length === 0 && !steps.last) return [h('p', { class: 'quiet' }, t('games.none'))];
    list = new GamesList(app, entries, close);
    return list.parts();
  }, 'games');
  dialog.classList.add('wide');
  dialog.addEventListener('keydown', (event) => {
    const way = hasOwnUndo(event.target) ? null : undoKey(event);
    if (!way) return;
    event.preventDefault();
    list?.step(way);
  });
}

class GamesList {
  /** @type {Entry[]} */ #shown = [];
  /** @type {Set<string>} */ #chosen = new Set();
  #drawn = 0;
  list = h('ul', { class: 'games' });
  count = h('span', { class: 'quiet', role: 'status' });
  note = h('p', { class: 'games-note', role: 'status' });
  end = h('div', { class: 'games-end' });
  every = h('input', { type: 'checkbox', id: 'games-all' });
  search = h('input', { type: 'search', id: 'games-search' });

  /** @param {App} app @param {Entry[]} entries @param {() => void} close */
  constructor(app, entries, close) {
    this.app = app;
    this.entries = entries;
    this.close = close;
    this.order = /** @type {Order} */ (orders.find((each) => each === local.get(orderKey)) ?? 'recent');
    this.buttons = [
      button(t('games.export'), () => this.#export(), { id: 'games-export' }),
      button(t('games.delete'), () => this.#remove(this.#chosenEntries()), { id: 'games-delete' }),
    ];
    this.undoButton = iconButton(t('moves.undo'), 'undo', () => this.step('undo'), 'games-undo');
    this.redoButton = iconButton(t('moves.redo'), 'redo', () => this.step('redo'), 'games-redo');
    this.search.addEventListener('input', () => this.#draw());
    this.every.addEventListener('change', () => {
      for (const { packed } of this.#shown) this.#chosen[this.every.checked ? 'add' : 'delete'](packed.id);
      this.#draw(true);
    });
    new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#more()).observe(this.end);
  }

  parts() {
    const order = select(orders.map((each) => [each, t(`games.order.${each}`)]), this.order, (value) => {
      this.order = /** @type {Order} */ (value);
      local.set(orderKey, value);
      this.#draw();
    }, 'games-order');
    this.#draw();
    return [
      h('div', { class: 'games-tools' }, field(t('games.search'), this.search), field(t('games.order'), order)),
      h('div', { class: 'games-head' }, h('label', { class: 'check' }, this.every, h('span', {}, t('games.all'))), this.count,
        h('div', { class: 'buttons' }, this.undoButton, this.redoButton, ...this.buttons)),
      this.note, this.list, this.end,
    ];
  }

  /** @param {boolean} [stays] whether to draw as many games as before */
  #draw(stays = false) {
    const wanted = stays ? this.#drawn : 0;
    this.#shown = sorted(matching(this.entries, this.search.value), this.order);
    this.list.replaceChildren();
    this.#drawn = 0;
    do this.#more();
    while (this.#drawn < Math.min(wanted, this.#shown.length));
    this.#showCounts();
  }

  #more() {
    const next = this.#shown.slice(this.#drawn, this.#drawn + chunk);
    this.#drawn += next.length;
    this.list.append(...next.map((entry) => this.#row(entry)));
  }

  #showCounts() {
    const chosen = this.#chosenEntries().length;
    const count = this.#shown.length;
    const of = count === this.entries.length ? t('games.count', { count }) : t('games.found', { count, all: this.entries.length });
    this.count.textContent = chosen ? `${of} · ${t('games.chosen', { count: chosen })}` : of;
    const shownChosen = this.#shown.filter(({ packed }) => this.#chosen.has(packed.id)).length;
    this.every.checked = count > 0 && shownChosen === count;
    this.every.indeterminate = shownChosen > 0 && shownChosen < count;
    for (const each of this.buttons) enable(each, chosen > 0);
    enable(this.undoButton, steps.last !== undefined);
    enable(this.redoButton, steps.next !== undefined);
  }

  #chosenEntries() {
    return this.entries.filter(({ packed }) => this.#chosen.has(packed.id));
  }

  /** @param {Entry} entry */
  #row(entry) {
    const { names, result, event, game, moves, day, packed: { id } } = entry;
    const isOnBoard = id === this.app.currentGame.record.id;
    const about = [event, game, moves ? t('games.moves', { count: moves }) : t('games.position'), day].filter(Boolean).join(' · ');
    const title = `${names}, ${day}`;
    const choose = () => {
      this.#chosen[box.checked ? 'add' : 'delete'](id);
      this.#showCounts();
    };
    const box = h('input', { type: 'checkbox', checked: this.#chosen.has(id), 'aria-label': t('games.choose', { title }), onchange: choose });
    return h('li', {}, box,
      h('span', { class: 'game-about' },
        h('strong', {}, names, ' ', result ? h('span', { class: 'game-result' }, result) : null), h('span', { class: 'quiet' }, about)),
      h('span', { class: 'game-actions' },
        isOnBoard ? h('span', { class: 'quiet' }, t('games.onBoard')) : button(t('games.open'), () => this.#open(entry)),
        iconButton(t('games.edit', { title }), 'edit', () => this.#edit(entry)),
        isOnBoard ? null : iconButton(t('games.deleteOf', { title }), 'bin', () => this.#remove([entry]))));
  }

  /** @param {Entry} entry */
  async #open({ packed }) {
    if (!(await this.app.open(unpackRecord(packed)))) return;
    this.app.show('board');
    this.close();
  }

  /** @param {Entry} entry */
  async #edit({ packed: { id }, packed }) {
    await editDetails(this.app, packed, async (before, after) => {
      /** @param {PackedRecord} stored */
      const put = (stored) => (id === this.app.currentGame.record.id ? undefined : storeGames([stored]));
      if (before && after) steps.push({ undo: () => put(before), redo: () => put(after) });
      await this.#show('');
      const row = this.list.children[this.#shown.findIndex((each) => each.packed.id === id)];
      const edit = row?.querySelector('button[aria-label]');
      (edit instanceof HTMLElement ? edit : this.search).focus();
    });
  }

  /** Deletes games, except the one on the board. @param {Entry[]} entries */
  async #remove(entries) {
    const going = entries.map(({ packed }) => packed).filter(({ id }) => id !== this.app.currentGame.record.id);
    const count = going.length;
    const redo = () => deleteGames(going.map(({ id }) => id));
    await redo();
    for (const { packed } of entries) this.#chosen.delete(packed.id);
    const messages = { undo: t('games.restored', { count }), redo: t('games.deleted', { count }) };
    if (count) steps.push({ undo: () => storeGames(going), redo, messages });
    this.entries = this.entries.filter(({ packed }) => !going.includes(packed));
    this.note.textContent = messages.redo + (count < entries.length ? ` ${t('games.stays')}` : '');
    this.#draw(true);
    (count ? this.undoButton : this.search).focus();
  }

  /** @param {'undo' | 'redo'} way */
  async step(way) {
    const step = way === 'undo' ? steps.last : steps.next;
    if (!step) return;
    await steps[way]();
    await this.#show(step.messages?.[way] ?? '');
    const other = way === 'undo' ? this.redoButton : this.undoButton;
    if (document.activeElement === document.body || document.activeElement?.ariaDisabled) other.focus();
  }

  /** Reloads the list. @param {string} message */
  async #show(message) {
    this.entries = await entriesOf(this.app);
    this.note.textContent = message;
    this.#draw(true);
  }

  async #export() {
    const entries = sorted(this.#chosenEntries(), this.order);
    await exportGames(this.app, entries.map(({ packed }) => unpackRecord(packed)), (done) => {
      this.note.textContent = t('games.exporting', { done, all: entries.length });
      return this.list.isConnected;
    });
    this.note.textContent = t('games.exported', { count: entries.length });
    this.#showCounts();
  }
}

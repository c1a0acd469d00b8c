// The games stored in this browser.
import { entryOf, found, orders, sorted } from '../game/catalogue.js';
import { all, forget, keepAll } from '../game/store.js';
import { isKept, unpackRecord } from '../play/record.js';
import { named, t } from '../lang/text.js';
import { local } from '../storage/values.js';
import { Steps, undoKey, writesText } from '../play/steps.js';
import { button, enable, field, h, iconButton, select } from './dom.js';
import { openDialog } from './dialog.js';
import { exportGames } from './export.js';
import { gameRow } from './game_row.js';
import { namesText } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../game/catalogue.js').Entry} Entry */
/** @typedef {import('../game/catalogue.js').Order} Order */
/** @typedef {import('../play/record.js').PackedRecord} PackedRecord */

/** How many games are drawn at once; further ones when the end comes into sight. */
const chunk = 50;
const orderKey = 'crown.games-order';
/** What was done in the list, for as long as the page is there. */
const steps = new Steps();

/** @param {App} app @returns {Promise<Entry[]>} */
async function entriesOf(app) {
  const { id } = app.table.record;
  const packed = (await all()).filter((each) => each.id === id || isKept(each));
  const titles = new Map((await app.referee.games()).map(({ name, title }) => [name, named('game', title)]));
  const views = new Map();
  for (const { game } of packed)
    if (!views.has(game)) views.set(game, await app.referee.look({ game, start: 'startpos', moves: [] }).catch(() => null));
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
    const way = writesText(event.target) ? null : undoKey(event);
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
    this.undo = iconButton(t('moves.undo'), 'undo', () => this.step('undo'));
    this.redo = iconButton(t('moves.redo'), 'redo', () => this.step('redo'));
    this.undo.id = 'games-undo';
    this.redo.id = 'games-redo';
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
    });
    order.id = 'games-order';
    this.#draw();
    return [
      h('div', { class: 'games-tools' }, field(t('games.search'), this.search), field(t('games.order'), order)),
      h('div', { class: 'games-head' }, h('label', { class: 'check' }, this.every, h('span', {}, t('games.all'))), this.count,
        h('div', { class: 'buttons' }, this.undo, this.redo, ...this.buttons)),
      this.note, this.list, this.end,
    ];
  }

  /** @param {boolean} [stays] as many games as before */
  #draw(stays = false) {
    const most = stays ? this.#drawn : 0;
    this.#shown = sorted(found(this.entries, this.search.value), this.order);
    this.list.replaceChildren();
    this.#drawn = 0;
    do this.#more();
    while (this.#drawn < Math.min(most, this.#shown.length));
    this.#tell();
  }

  #more() {
    const next = this.#shown.slice(this.#drawn, this.#drawn + chunk);
    this.#drawn += next.length;
    this.list.append(...next.map((entry) => this.#row(entry)));
  }

  #tell() {
    const chosen = this.#chosenEntries().length;
    const count = this.#shown.length;
    const of = count === this.entries.length ? t('games.count', { count }) : t('games.found', { count, all: this.entries.length });
    this.count.textContent = chosen ? `${of} · ${t('games.chosen', { count: chosen })}` : of;
    const shownChosen = this.#shown.filter(({ packed }) => this.#chosen.has(packed.id)).length;
    this.every.checked = count > 0 && shownChosen === count;
    this.every.indeterminate = shownChosen > 0 && shownChosen < count;
    for (const each of this.buttons) enable(each, chosen > 0);
    enable(this.undo, steps.last !== undefined);
    enable(this.redo, steps.next !== undefined);
  }

  #chosenEntries() {
    return this.entries.filter(({ packed }) => this.#chosen.has(packed.id));
  }

  /** @param {Entry} entry */
  #row(entry) {
    const { id } = entry.packed;
    return gameRow(entry, { isOpen: id === this.app.table.record.id, isChosen: this.#chosen.has(id) }, {
      open: async () => {
        if (!(await this.app.open(unpackRecord(entry.packed)))) return;
        this.app.show('board');
        this.close();
      },
      edit: () => this.#edit(entry),
      remove: () => this.#remove([entry]),
      choose: (on) => {
        this.#chosen[on ? 'add' : 'delete'](id);
        this.#tell();
      },
    });
  }

  /** The dialog is loaded when somebody wants it. @param {Entry} entry */
  async #edit({ packed: { id }, packed }) {
    const { editDetails } = await import('./game_details.js');
    await editDetails(this.app, packed, async (before, after) => {
      /** @param {PackedRecord} stored */
      const put = (stored) => (id === this.app.table.record.id ? undefined : keepAll([stored]));
      if (before && after) steps.push({ undo: () => put(before), redo: () => put(after) });
      await this.#show('');
      const row = this.list.children[this.#shown.findIndex((each) => each.packed.id === id)];
      const edit = row?.querySelector('button[aria-label]');
      (edit instanceof HTMLElement ? edit : this.search).focus();
    });
  }

  /** The game on the board stays. @param {Entry[]} entries */
  async #remove(entries) {
    const going = entries.map(({ packed }) => packed).filter(({ id }) => id !== this.app.table.record.id);
    const count = going.length;
    const redo = () => forget(going.map(({ id }) => id));
    await redo();
    for (const { packed } of entries) this.#chosen.delete(packed.id);
    const said = { undo: t('games.restored', { count }), redo: t('games.deleted', { count }) };
    if (count) steps.push({ undo: () => keepAll(going), redo, said });
    this.entries = this.entries.filter(({ packed }) => !going.includes(packed));
    this.note.textContent = said.redo + (count < entries.length ? ` ${t('games.stays')}` : '');
    this.#draw(true);
    (count ? this.undo : this.search).focus();
  }

  /** @param {'undo' | 'redo'} way */
  async step(way) {
    const step = way === 'undo' ? steps.last : steps.next;
    if (!step) return;
    await steps[way]();
    await this.#show(step.said?.[way] ?? '');
    const other = way === 'undo' ? this.redo : this.undo;
    if (document.activeElement === document.body || document.activeElement?.ariaDisabled) other.focus();
  }

  /** The games as they are stored now. @param {string} said */
  async #show(said) {
    this.entries = await entriesOf(this.app);
    this.note.textContent = said;
    this.#draw(true);
  }

  async #export() {
    const entries = sorted(this.#chosenEntries(), this.order);
    await exportGames(this.app, entries.map(({ packed }) => unpackRecord(packed)), (done) => {
      this.note.textContent = t('games.exporting', { done, all: entries.length });
      return this.list.isConnected;
    });
    this.note.textContent = t('games.exported', { count: entries.length });
    this.#tell();
  }
}

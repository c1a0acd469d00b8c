// The game on the screen: position, side to move, moves played. All its knowledge of rules comes from the engine.
import { addMove, contains, lastOf, mainLine, makeMain, movesTo, promote, remove } from '../game/tree.js';
import { Unreachable } from '../protocol/referee.js';
import { otherSide } from '../protocol/view.js';
import { Refusal } from '../protocol/session.js';
import { Clock } from './clock.js';
import { drawByRule } from './draws.js';
import { newRecord } from './record.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('./record.js').GameRecord} GameRecord */
/** @typedef {import('./record.js').Ending} Ending */

/** Interval for checking the clocks for loss on time, in milliseconds. */
const clockTick = 100;

/**
 * Events: `position` another position is shown, `change` anything else, `refused` (detail: the error),
 * `moved` (detail: the node).
 */
export class Table extends EventTarget {
  /** @type {GameRecord} */ record = newRecord('', 'startpos');
  /** @type {View | null} */ view = null;
  /** @type {Clock | null} */ clock = null;
  /** @type {WeakMap<Node, View>} */ #views = new WeakMap();
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;
  #wanted = 0;
  /** Where `goTo` leads, until it is shown. @type {Node | null} */ #next = null;

  /** @param {import('../protocol/referee.js').Referee} referee */
  constructor(referee) {
    super();
    this.referee = referee;
  }

  /** What `position` needs for a node. @param {Node} [node] */
  place(node = this.record.cursor) {
    return { game: this.record.game, start: this.record.start, moves: movesTo(node) };
  }

  /** The view of a node that was shown before. @param {Node} node */
  viewOf(node) {
    return this.#views.get(node) ?? null;
  }

  /** How the game in progress has ended; null until then. @returns {Ending | null} */
  get ending() {
    const { record } = this;
    const view = this.viewOf(record.head);
    if (view && view.status.outcome !== 'ongoing')
      return { winner: view.status.outcome === 'win' ? view.status.side : '', reason: view.status.reason };
    return record.ending ?? (view && record.playing && !record.playsOn ? drawByRule(view) : null);
  }

  get isLive() {
    return this.record.playing && !this.ending;
  }

  /** The position that is shown, or is about to be: further steps begin there. */
  get latest() {
    return this.#next ?? this.record.cursor;
  }

  /** The side to move in the game in progress, or in the position shown. */
  get turn() {
    return this.viewOf(this.record.playing ? this.record.head : this.record.cursor)?.turn ?? '';
  }

  /** Whether a person may move on the board now. */
  get isOpen() {
    if (!this.view?.turn) return false;
    if (!this.isLive) return !this.record.playing;
    return this.record.cursor === this.record.head && this.record.players[this.view.turn]?.kind !== 'engine';
  }

  /** Throws Refused, and changes nothing, if it cannot be opened. @param {GameRecord} record */
  async open(record) {
    const view = await this.referee.look({ game: record.game, start: record.start, moves: movesTo(record.cursor) });
    this.#wanted += 1;
    this.#next = null;
    this.clock?.stop();
    this.record = record;
    this.#views.set(record.cursor, view);
    this.view = view;
    this.clock = record.control ? new Clock(record.control, record.left) : null;
    if (record.head !== record.cursor) await this.#look(record.head);
    await this.#findPath(record.cursor);
    this.#runClock();
    this.#announce('position');
    this.#lookAhead(record);
  }

  /** Asks for all positions of the main line, so that they can be stepped through without a connection, too. @param {GameRecord} record */
  async #lookAhead(record) {
    const { referee } = this;
    const start = { game: record.game, start: record.start, moves: [] };
    if (record.start !== 'startpos' && this.view?.facts.get('standard') !== 'none') await referee.standardFen(start).catch(() => '');
    for (const node of mainLine(record.root)) {
      if (this.record !== record) return;
      await this.#look(node).catch(() => null);
    }
  }

  /** @param {Node} node */
  async #look(node) {
    const view = this.#views.get(node) ?? (await this.referee.look(this.place(node)));
    this.#views.set(node, view);
    return view;
  }

  /** For moves that were not clicked, the first of their routes. @param {Node} node */
  async #findPath(node) {
    if (!node.parent || node.path.length > 0) return;
    const before = await this.#look(node.parent);
    node.side ||= before.turn;
    node.path = before.routes.find(({ move }) => move === node.move)?.path ?? [];
  }

  /** @param {Node} node */
  async goTo(node) {
    const wanted = (this.#wanted += 1);
    this.#next = node;
    try {
      const view = await this.#look(node);
      await this.#findPath(node);
      if (wanted !== this.#wanted) return;
      this.record.cursor = node;
      this.view = view;
    } finally {
      if (wanted === this.#wanted) this.#next = null;
    }
    this.#announce('position');
  }

  /** Plays a move; false if the engine refuses it. @param {string} text @param {string[]} [path] the squares that were clicked */
  async play(text, path) {
    const from = this.record.cursor;
    const place = this.place(from);
    try {
      const view = await this.#look(from);
      const known = view.routes.find(({ move }) => move === text);
      const move = known ? text : await this.referee.meaning(place, text);
      await this.referee.look({ ...place, moves: [...place.moves, move] });
      if (from !== this.record.cursor || (this.record.playing && from !== this.record.head)) return false;
      const node = addMove(from, move);
      node.side = view.turn;
      node.path = path ?? known?.path ?? view.routes.find((route) => route.move === move)?.path ?? [];
      await this.#follow(node, view.turn);
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** @param {Node} node that was just played @param {string} side */
  async #follow(node, side) {
    if (this.record.playing) {
      makeMain(node);
      this.record.head = node;
      this.clock?.press(side);
    }
    await this.goTo(node);
    this.#runClock();
    this.dispatchEvent(new CustomEvent('moved', { detail: node }));
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    this.dispatchEvent(new CustomEvent('refused', { detail: error }));
  }

  /** Asks the engine why a text is not a legal move. @param {string} text */
  async explain(text) {
    try {
      await this.referee.check(this.place(), [text]);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Takes back to the last position with a person to move. */
  async undo() {
    const { record } = this;
    if (!record.playing) return record.cursor.parent ? this.goTo(record.cursor.parent) : undefined;
    const engines = Object.values(record.players).filter(({ kind }) => kind === 'engine').length;
    let node = record.head;
    do {
      if (!node.parent) break;
      node = node.parent;
    } while (engines === 1 && record.players[(await this.#look(node)).turn]?.kind === 'engine');
    await this.#return(node);
  }

  /** Forward again, along the main line. */
  async redo() {
    const { record } = this;
    if (!record.playing) return record.cursor.children[0] ? this.goTo(record.cursor.children[0]) : undefined;
    let node = record.head.children[0];
    while (node?.children[0] && record.players[(await this.#look(node)).turn]?.kind === 'engine') node = node.children[0];
    if (node) await this.#return(node);
  }

  /** @param {Node} node */
  async #return(node) {
    this.record.head = node;
    this.record.ending = null;
    await this.goTo(node);
    this.#runClock();
    this.#announce('change');
  }

  /** Shows the record after it was changed back from outside. @param {Node} cursor */
  async restore(cursor) {
    if (!this.record.control) {
      this.clock?.stop();
      this.clock = null;
    }
    await this.#look(this.record.head);
    await this.goTo(cursor);
    this.#runClock();
    this.#announce('change');
  }

  /** Ends the game in progress. @param {Ending} ending */
  end(ending) {
    if (!this.isLive) return;
    this.record.ending = ending;
    this.clock?.stop();
    this.#announce('change');
  }

  /** @param {string} side */
  resign(side) {
    if (this.view) this.end({ winner: otherSide(this.view, side).name, reason: 'resignation' });
  }

  /** The game goes on after a draw by rule. */
  playOn() {
    this.record.playsOn = true;
    this.#runClock();
    this.#announce('change');
  }

  /** Ends the game, whose result stays; from now on both sides may be moved. */
  analyse() {
    const view = this.viewOf(this.record.head);
    this.record.ending ??= view && !this.record.playsOn ? drawByRule(view) : null;
    this.record.playing = false;
    this.#runClock();
    this.#announce('change');
  }

  flip() {
    this.record.flipped = !this.record.flipped;
    this.#announce('change');
  }

  /** @param {Node} node */
  promote(node) {
    promote(node);
    if (!this.record.playing) this.record.head = lastOf(this.record.root);
    this.#announce('change');
  }

  /** @param {Node} node with all that follows */
  async remove(node) {
    const { record } = this;
    if (!node.parent || (record.playing && contains(node, record.head))) return;
    const away = contains(node, record.cursor);
    remove(node);
    if (contains(node, record.head)) record.head = node.parent;
    if (away) await this.goTo(node.parent);
    this.#announce('change');
  }

  /** Something of the record was changed from outside. */
  touch() {
    this.#announce('change');
  }

  /** The clock starts with the first move. */
  #runClock() {
    this.clock?.stop();
    clearInterval(this.#timer);
    const { head, root } = this.record;
    if (!this.clock || !this.isLive || !this.turn || head === root) return;
    this.clock.start(this.turn);
    this.#timer = setInterval(() => this.#watchClock(), clockTick);
  }

  #watchClock() {
    const side = this.clock?.running;
    if (!side || !this.view || !this.clock || this.clock.left(side) > 0) return;
    this.end({ winner: otherSide(this.view, side).name, reason: 'time' });
  }

  /** @param {string} event */
  #announce(event) {
    this.record.changed = Date.now();
    this.dispatchEvent(new Event(event));
  }
}

// The game on the screen: position, side to move, moves, clocks. The engine knows the rules; draws by claim are decided here.
import { addMove, contains, lastOf, mainLine, makeMain, promote, remove } from '../game/tree.js';
import { Unreachable } from '../protocol/referee.js';
import { endingIn, otherSide } from '../protocol/parse.js';
import { Refusal } from '../protocol/session.js';
import { newRecord, positionOf } from './game_record.js';

/** @typedef {{ base: number, increment: number }} TimeControl milliseconds */

export class Clock {
  /** The side whose clock runs, else ''. */ running = '';
  #since = 0;
  #now;

  /** @param {TimeControl} control @param {Record<string, number>} left by side @param {() => number} [now] milliseconds */
  constructor(control, left, now = () => performance.now()) {
    this.control = control;
    this.times = left;
    this.#now = now;
  }

  /** @param {string} side */
  left(side) {
    const spent = side === this.running ? this.#now() - this.#since : 0;
    return Math.max(0, this.times[side] - spent);
  }

  /** @param {string} side */
  start(side) {
    this.stop();
    this.running = side;
    this.#since = this.#now();
  }

  stop() {
    if (this.running) this.times[this.running] = this.left(this.running);
    this.running = '';
  }

  /** Ends a move and adds the increment. @param {string} side */
  press(side) {
    this.stop();
    this.times[side] += this.control.increment;
  }

  /** Whether a side has lost on time. */
  get hasRunOut() {
    return Object.keys(this.times).some((side) => this.left(side) === 0);
  }
}

/** Null without clocks, as after a loss on time, and if the stored ones are damaged. @param {GameRecord} record @param {View} view */
function clockOf({ control, left }, { sides }) {
  return control && [control.increment, ...sides.map(({ name }) => left[name])].every(Number.isFinite) ? new Clock(control, left) : null;
}

/** `3:05`, or `0:07.3` below ten seconds. @param {number} time milliseconds */
export function clockText(time) {
  const tenths = 10000;
  if (time < tenths) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @import { Info, View } from '../protocol/parse.js' */

/** The number of occurrences of a position, and of quiet plies, that draw a game. */
const repetitions = 3;
const quietPlies = 100;
/**
 * An engine offers a draw after `evenMoves` moves with scores within ±`evenScore` hundredths of a man, from ply `latePlies` on or after
 * `lateQuiet` quiet plies.
 */
const evenScore = 10;
const evenMoves = 5;
const latePlies = 40;
const lateQuiet = 20;

/** Null for games with passes, where slips repeat positions. @param {View} view @returns {import('./game_record.js').Ending | null} */
export function drawByRule({ status, facts }) {
  if (status.outcome !== 'ongoing' || facts.get('pass') === 'yes') return null;
  if (status.repetition >= repetitions) return { winner: '', reason: 'repetition' };
  return status.quiet >= quietPlies ? { winner: '', reason: 'quiet' } : null;
}

/** Whether an engine accepts a draw: its last score is not above 0. @param {Info | undefined} info its last one */
export const acceptsDraw = (info) => (info?.mate === undefined ? (info?.cp ?? 1) <= 0 : info.mate < 0);

/** Whether an engine offers one. @param {(number | undefined)[]} scores of its moves, the latest first @param {number} plies of the game @param {number} quiet plies */
export function offersDraw(scores, plies, quiet) {
  const latest = scores.slice(0, evenMoves);
  const areEven = latest.length === evenMoves && latest.every((score) => score !== undefined && Math.abs(score) <= evenScore);
  return areEven && (plies >= latePlies || quiet >= lateQuiet);
}

/** @typedef {import('../game/tree.js').Node} Node */
/** @import { Ending, GameRecord } from './game_record.js' */

/** Milliseconds between checks for a loss on time. */
const clockTick = 100;

/** Events: `position` another position is shown, `change` anything else, `refused` (detail: the error), `moved` (detail: the node). */
export class CurrentGame extends EventTarget {
  /** @type {GameRecord} */ record = newRecord('', 'startpos');
  /** @type {View | null} */ view = null;
  /** @type {Clock | null} */ clock = null;
  /** @type {WeakMap<Node, View>} */ #views = new WeakMap();
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;
  #latestRequest = 0;
  /** The game that `open` was called with last. @type {GameRecord | null} */ #opening = null;
  /** Target of `goTo` until it is shown. @type {Node | null} */ #target = null;
  /** Target of the last single step, until it is in the browser's history. @type {Node | null} */ steppedTo = null;

  /** @param {import('../protocol/referee.js').Referee} referee */
  constructor(referee) {
    super();
    this.referee = referee;
  }

  /** The arguments of `position` for a node. @param {Node} [node] */
  positionAt(node = this.record.cursor) {
    return positionOf(this.record, node);
  }

  /** The view of a node if it is known. @param {Node} node */
  knownView(node) {
    return this.#views.get(node) ?? null;
  }

  /** Null while the game is in progress. @returns {Ending | null} */
  get ending() {
    const { record } = this;
    const view = this.knownView(record.head);
    return (view && endingIn(view.status)) ?? record.ending ?? (view && record.playing && !record.playsOn ? drawByRule(view) : null);
  }

  get isLive() {
    return this.record.playing && !this.ending;
  }

  /** The shown position, or the one about to be shown. */
  get requestedNode() {
    return this.#target ?? this.record.cursor;
  }

  get turn() {
    return this.knownView(this.record.playing ? this.record.head : this.record.cursor)?.turn ?? '';
  }

  get acceptsMoves() {
    if (!this.view?.turn) return false;
    if (!this.isLive) return !this.record.playing;
    return this.record.cursor === this.record.head && this.record.players[this.view.turn]?.kind !== 'engine';
  }

  /** False if another game was opened meanwhile. Throws Refusal and changes nothing if the engine refuses the game. @param {GameRecord} record */
  async open(record) {
    this.#opening = record;
    const view = await this.#viewAt(record.cursor, record);
    await this.#viewAt(record.head, record);
    await this.#findPath(record.cursor, record);
    if (this.#opening !== record) return false;
    this.#latestRequest += 1;
    this.#target = null;
    this.clock?.stop();
    this.record = record;
    this.view = view;
    this.clock = clockOf(record, view);
    this.#runClock();
    this.#emit('position');
    this.#prefetch(record);
    return true;
  }

  /** Requests all positions of the main line, for use without a connection. @param {GameRecord} record */
  async #prefetch(record) {
    const { referee } = this;
    const start = positionOf(record, record.root);
    if (record.start !== 'startpos' && this.view?.facts.get('standard') !== 'none') await referee.standardFen(start).catch(() => '');
    for (const node of mainLine(record.root)) {
      if (this.record !== record) return;
      await this.#viewAt(node, record).catch(() => null);
    }
  }

  /** @param {Node} node @param {GameRecord} record of the node */
  async #viewAt(node, record) {
    const view = this.#views.get(node) ?? (await this.referee.view(positionOf(record, node)));
    this.#views.set(node, view);
    return view;
  }

  /** Sets the path of a move without clicks: its first route. @param {Node} node @param {GameRecord} record */
  async #findPath(node, record) {
    if (!node.parent || node.path.length > 0) return;
    const before = await this.#viewAt(node.parent, record);
    node.side ||= before.turn;
    node.path = before.routes.find(({ move }) => move === node.move)?.path ?? [];
  }

  /** @param {Node} node */
  async goTo(node) {
    const { record } = this;
    const request = (this.#latestRequest += 1);
    this.#target = node;
    try {
      const view = await this.#viewAt(node, record);
      await this.#findPath(node, record);
      if (request !== this.#latestRequest) return;
      record.cursor = node;
      this.view = view;
    } finally {
      if (request === this.#latestRequest) this.#target = null;
    }
    this.#emit('position');
  }

  /**
   * Plays a move, in a game that is over as an analysis; false if it is illegal, the engine is unreachable, or the game ended or another
   * position was shown meanwhile.
   * @param {string} text @param {string[]} [path] clicked squares
   */
  async play(text, path) {
    if (this.record.playing && !this.isLive) this.analyse();
    const { record } = this;
    const from = record.cursor;
    const position = this.positionAt(from);
    try {
      const view = await this.#viewAt(from, record);
      const move = view.moves.includes(text) ? text : await this.referee.readMove(position, text);
      await this.referee.view({ ...position, moves: [...position.moves, move] });
      if (from !== this.record.cursor || (record.playing && (from !== record.head || !this.isLive))) return false;
      const node = addMove(from, move);
      node.side = view.turn;
      node.path = path ?? view.routes.find((route) => route.move === move)?.path ?? [];
      if (record.playing) {
        makeMain(node);
        record.head = node;
        this.clock?.press(view.turn);
      } else if (!record.ending) record.head = lastOf(record.root);
      await this.goTo(node);
      if (this.record !== record) return false;
      this.#runClock();
      this.dispatchEvent(new CustomEvent('moved', { detail: node }));
      return record.cursor === node;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    this.dispatchEvent(new CustomEvent('refused', { detail: error }));
  }

  /** Emits `refused` with the reason why a text is no legal move. @param {string} text */
  async explain(text) {
    try {
      await this.referee.readMoves(this.positionAt(), [text]);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Takes back moves of the game in progress until a person is to move. */
  async takeBack() {
    const { record } = this;
    const engines = Object.values(record.players).filter(({ kind }) => kind === 'engine').length;
    let node = record.head;
    do {
      if (!node.parent) break;
      node = node.parent;
    } while (engines === 1 && record.players[(await this.#viewAt(node, record)).turn]?.kind === 'engine');
    await this.#resumeAt(node, record);
  }

  async undoTakeBack() {
    const { record } = this;
    let node = record.head.children[0];
    while (node?.children[0] && record.players[(await this.#viewAt(node, record)).turn]?.kind === 'engine') node = node.children[0];
    if (node) await this.#resumeAt(node, record);
  }

  /** @param {Node} node @param {GameRecord} record */
  async #resumeAt(node, record) {
    if (this.record !== record) return;
    record.head = node;
    record.ending = null;
    await this.restore(node);
  }

  /** Shows the record after undo or redo. After a loss on time, the game continues without clocks. @param {Node} cursor */
  async restore(cursor) {
    const { record } = this;
    if (this.isLive && this.clock?.hasRunOut) {
      this.clock = null;
      record.left = {};
    }
    await this.#viewAt(record.head, record);
    if (this.record !== record) return;
    await this.goTo(cursor);
    this.#runClock();
    this.#emit('change');
  }

  /** Ends the game in progress. @param {Ending} ending */
  end(ending) {
    if (!this.isLive) return;
    this.record.ending = ending;
    this.clock?.stop();
    this.#emit('change');
  }

  /** @param {string} side */
  resign(side) {
    if (this.view) this.end({ winner: otherSide(this.view, side).name, reason: 'resignation' });
  }

  /** Continues after a draw by rule. */
  playOn() {
    this.record.playsOn = true;
    this.#runClock();
    this.#emit('change');
  }

  /** Ends play with the present result; then both sides may be moved. */
  analyse() {
    const { record } = this;
    const view = this.knownView(record.head);
    record.ending ??= view && !record.playsOn ? drawByRule(view) : null;
    record.playing = false;
    if (!record.ending) record.head = lastOf(record.root);
    this.#runClock();
    this.#emit('change');
  }

  flip() {
    this.record.flipped = !this.record.flipped;
    this.#emit('change');
  }

  /** @param {Node} node */
  async promote(node) {
    promote(node);
    if (!this.record.playing) this.record.head = lastOf(this.record.root);
    this.#emit('change');
    await this.#findResult();
  }

  /** @param {Node} node removed with its successors */
  async remove(node) {
    const { record } = this;
    if (!node.parent || (record.playing && contains(node, record.head))) return;
    const away = contains(node, record.cursor);
    remove(node);
    if (contains(node, record.head)) record.head = lastOf(node.parent);
    if (away) await this.goTo(node.parent);
    this.#emit('change');
    await this.#findResult();
  }

  /** Emits `change` when the view of a new head is known. */
  async #findResult() {
    const { record } = this;
    if (this.knownView(record.head)) return;
    await this.#viewAt(record.head, record).catch(() => null);
    this.#emit('change');
  }

  /** @param {() => void} listener of every change */
  onUpdate(listener) {
    for (const event of ['position', 'change']) this.addEventListener(event, listener);
  }

  /** Calls a listener with the node of each new move. @param {(node: Node) => void} listener */
  onMoved(listener) {
    this.addEventListener('moved', (event) => listener(/** @type {CustomEvent} */ (event).detail));
  }

  /** Emits `change`. Call it after a change from outside: of the record, the settings or the connection. */
  notifyChange() {
    this.#emit('change');
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
  #emit(event) {
    this.record.changed = Date.now();
    this.dispatchEvent(new Event(event));
  }
}

// Every change of the game on the table can be undone: its moves, comments and signs, names and tags, players and end.
// A step holds the nodes and values that differ, so that a long game costs no more than a short one.
import { standing } from '../game/tree.js';
import { Steps } from './steps.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('./record.js').GameRecord} GameRecord */
/** @typedef {Pick<Node, 'children' | 'comment' | 'glyph' | 'nags' | 'judgement' | 'isEngines'>} Content of a node that changes */
/** @typedef {Pick<GameRecord, 'head' | 'playing' | 'playsOn' | 'players' | 'names' | 'tags' | 'control' | 'ending'>} Values of a record that change */
/** @typedef {{ values: Values, cursor: Node, waits: boolean }} State waits: no engine is to move, so the game stays as it is */
/** @typedef {{ steps: Steps, nodes: Map<Node, Content>, state: State }} Known of a record */
/** @typedef {{ before: State, after: State, nodes: { node: Node, before: Content, after: Content }[] }} Change */

/** @param {Node} node @returns {Content} */
const contentOf = ({ children, comment, glyph, nags, judgement, isEngines }) => ({ children: [...children], comment, glyph, nags, judgement, isEngines });

/** @param {Content} a @param {Node} b */
const isSame = (a, b) => a.comment === b.comment && a.glyph === b.glyph && a.nags === b.nags && a.judgement === b.judgement &&
  a.isEngines === b.isEngines && a.children.length === b.children.length && a.children.every((child, i) => child === b.children[i]);

/** @param {GameRecord} record @returns {Values} */
const valuesOf = ({ head, playing, playsOn, players, names, tags, control, ending }) => ({ head, playing, playsOn, players, names, tags, control, ending });

/** @param {Values} values without the node */
const textOf = ({ head: _, ...others }) => JSON.stringify(others);

/** Sends `change` when there is more or less to undo. */
export class History extends EventTarget {
  /** @type {WeakMap<GameRecord, Known>} */ #known = new WeakMap();
  /** The steps of the game on the table. */ steps = new Steps();

  /** @param {import('./table.js').Table} table */
  constructor(table) {
    super();
    this.table = table;
    for (const event of ['position', 'change']) table.addEventListener(event, () => this.#note());
  }

  get canUndo() {
    return this.steps.last !== undefined;
  }

  get canRedo() {
    return this.steps.next !== undefined;
  }

  /** Until no engine would play the same move again at once. */
  async undo() {
    for (let goesOn = this.canUndo; goesOn;) {
      const { record } = this.table;
      const { head } = record;
      await this.steps.undo();
      goesOn = this.canUndo && record === this.table.record && head !== record.head && !this.#state().waits;
    }
  }

  async redo() {
    for (let goesOn = this.canRedo; goesOn;) {
      const { record } = this.table;
      const { head } = record;
      await this.steps.redo();
      goesOn = this.canRedo && record === this.table.record && head !== record.head && !this.#state().waits;
    }
  }

  /** The present state of the game needs no undoing: it came from outside. */
  accept() {
    const known = this.#known.get(this.table.record);
    if (!known) return;
    for (const { node } of changesIn(this.table.record.root, known.nodes)) known.nodes.set(node, contentOf(node));
    known.state = this.#state();
  }

  /** @returns {State} */
  #state() {
    const { table } = this;
    const { record } = table;
    return { values: valuesOf(record), cursor: record.cursor, waits: !table.isLive || record.players[table.turn]?.kind !== 'engine' };
  }

  #note() {
    const { record } = this.table;
    let known = this.#known.get(record);
    const isNew = !known;
    if (!known) {
      known = { steps: new Steps(), nodes: new Map(), state: this.#state() };
      this.#known.set(record, known);
      this.accept();
      known.steps.addEventListener('change', () => this.#announce());
    }
    const { steps } = known;
    if (this.steps !== steps) {
      this.steps = steps;
      this.#announce();
    }
    if (!isNew) this.#compare(record, known);
  }

  #announce() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {GameRecord} record @param {Known} known */
  #compare(record, known) {
    const before = known.state;
    const after = this.#state();
    const nodes = changesIn(record.root, known.nodes);
    this.accept();
    const isOther = nodes.length || before.values.head !== after.values.head || textOf(before.values) !== textOf(after.values);
    if (!isOther) return;
    /** @type {Change} */
    const change = { before, after, nodes: nodes.flatMap((each) => (each.before ? [{ ...each, before: each.before }] : [])) };
    known.steps.push({ undo: () => this.#go(record, change, 'before'), redo: () => this.#go(record, change, 'after') });
  }

  /** @param {GameRecord} record @param {Change} change @param {'before' | 'after'} way */
  async #go(record, change, way) {
    const { values, cursor } = change[way];
    for (const each of change.nodes) Object.assign(each.node, each[way], { children: [...each[way].children] });
    Object.assign(record, values);
    // Whoever ran out of time plays on without a clock.
    if (way === 'before' && change.after.values.ending?.reason === 'time') record.control = null;
    this.accept();
    if (this.table.record === record) await this.table.restore(standing(cursor));
    this.accept();
  }
}

/** The nodes that are not as they were known; `before` is undefined for new ones. @param {Node} root @param {Map<Node, Content>} known */
function changesIn(root, known) {
  const changed = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const before = known.get(node);
    if (!before || !isSame(before, node)) changed.push({ node, before, after: contentOf(node) });
    for (const child of node.children) open.push(child);
  }
  return changed;
}

// Undo and redo. A step of a game stores only the nodes and values that differ.
import { allNodes, nearestInTree } from '../game/tree.js';

/** @typedef {{ undo: () => unknown, redo: () => unknown, messages?: { undo: string, redo: string }, opensGame?: boolean }} UndoStep opensGame: whether it opens another game, whose steps can undo it */

/** Sends `change` when there is more or less to undo. */
export class UndoStack extends EventTarget {
  /** @type {UndoStep[]} */ #done = [];
  /** @type {UndoStep[]} */ #undone = [];
  /** Steps run one after another. @type {Promise<unknown>} */ #last = Promise.resolve();

  get last() {
    return this.#done.at(-1);
  }

  get next() {
    return this.#undone.at(-1);
  }

  /** Adds a completed step. @param {UndoStep} step */
  push(step) {
    this.#done.push(step);
    this.#undone.length = 0;
    this.#emit();
  }

  /** Adds a step to redo. @param {UndoStep} step */
  offer(step) {
    this.#undone.push(step);
    this.#emit();
  }

  undo = () => this.#move(this.#done, this.#undone, 'undo');
  redo = () => this.#move(this.#undone, this.#done, 'redo');

  /** @param {UndoStep[]} from @param {UndoStep[]} to @param {'undo' | 'redo'} act */
  #move(from, to, act) {
    const moved = this.#last.then(async () => {
      const step = from.pop();
      if (!step) return;
      if (!step.opensGame) to.push(step);
      await step[act]();
      this.#emit();
    });
    this.#last = moved.catch(() => {});
    return moved;
  }

  #emit() {
    this.dispatchEvent(new Event('change'));
  }
}

/** Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y; Cmd on a Mac. @param {KeyboardEvent} event @returns {'undo' | 'redo' | null} */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : null;
}

/** Whether the target is a field with its own undo. @param {EventTarget | null} target */
export const hasOwnUndo = (target) =>
  target instanceof Element && Boolean(target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select'));

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('./game_record.js').GameRecord} GameRecord */
/** @typedef {Pick<Node, 'children' | 'comment' | 'glyph' | 'nags' | 'judgement' | 'isEngines'>} Content of a node */
/** @typedef {Pick<GameRecord, 'head' | 'playing' | 'playsOn' | 'players' | 'names' | 'tags' | 'ending'>} Values of a record */
/** @typedef {{ values: Values, cursor: Node, waits: boolean }} State waits: no engine is to move */
/** @typedef {{ steps: UndoStack, nodes: Map<Node, Content>, state: State }} Known of a record */
/** @typedef {{ before: State, after: State, nodes: { node: Node, before: Content, after: Content }[] }} Change */

/** @param {Node} node @returns {Content} */
const contentOf = ({ children, comment, glyph, nags, judgement, isEngines }) => ({ children: [...children], comment, glyph, nags, judgement, isEngines });

/** @param {Content} a @param {Node} b */
const isSame = (a, b) => a.comment === b.comment && a.glyph === b.glyph && a.nags === b.nags && a.judgement === b.judgement &&
  a.isEngines === b.isEngines && a.children.length === b.children.length && a.children.every((child, i) => child === b.children[i]);

/** @param {GameRecord} record @returns {Values} */
const valuesOf = ({ head, playing, playsOn, players, names, tags, ending }) => ({ head, playing, playsOn, players, names, tags, ending });

/** @param {Values} values without the node */
const textOf = ({ head: _, ...others }) => JSON.stringify(others);

/** Sends `change` when there is more or less to undo. */
export class UndoHistory extends EventTarget {
  /** @type {WeakMap<GameRecord, Known>} */ #known = new WeakMap();
  steps = new UndoStack();

  /** @param {import('./current_game.js').CurrentGame} currentGame */
  constructor(currentGame) {
    super();
    this.currentGame = currentGame;
    currentGame.onUpdate(() => this.#note());
  }

  /** Undoes until no engine is to move, which would repeat its move. */
  undo = () => this.#repeat('undo');
  redo = () => this.#repeat('redo');

  /** @param {'undo' | 'redo'} act */
  async #repeat(act) {
    const canAct = () => Boolean(act === 'undo' ? this.steps.last : this.steps.next);
    for (let continues = canAct(); continues;) {
      const { record } = this.currentGame;
      const { head } = record;
      await this.steps[act]();
      continues = canAct() && record === this.currentGame.record && head !== record.head && !this.#state().waits;
    }
  }

  /** Accepts the present state without a step that could be undone. */
  accept() {
    const known = this.#known.get(this.currentGame.record);
    if (!known) return;
    for (const { node } of changesIn(this.currentGame.record.root, known.nodes)) known.nodes.set(node, contentOf(node));
    known.state = this.#state();
  }

  /** @returns {State} */
  #state() {
    const { currentGame } = this;
    const { record } = currentGame;
    return { values: valuesOf(record), cursor: record.cursor, waits: !currentGame.isLive || record.players[currentGame.turn]?.kind !== 'engine' };
  }

  #note() {
    const { record } = this.currentGame;
    let known = this.#known.get(record);
    const isNew = !known;
    if (!known) {
      known = { steps: new UndoStack(), nodes: new Map(), state: this.#state() };
      this.#known.set(record, known);
      this.accept();
      known.steps.addEventListener('change', () => this.#emit());
    }
    const { steps } = known;
    if (this.steps !== steps) {
      this.steps = steps;
      this.#emit();
    }
    if (!isNew) this.#compare(record, known);
  }

  #emit() {
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
    this.accept();
    if (this.currentGame.record === record) await this.currentGame.restore(nearestInTree(cursor));
    this.accept();
  }
}

/** Changed nodes; `before` is undefined for new ones. @param {Node} root @param {Map<Node, Content>} known */
function changesIn(root, known) {
  const changed = [];
  for (const node of allNodes(root)) {
    const before = known.get(node);
    if (!before || !isSame(before, node)) changed.push({ node, before, after: contentOf(node) });
  }
  return changed;
}

// Learning from mistakes: shows the position before each mistake in turn, to try another move there.
import { mistakesOf } from '../game/engine_marks.js';
import { lossOf } from './chances.js';
import { Looks } from './look.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../play/table.js').Table} Table */

/** A move that loses less winning chance is good enough. */
const goodEnough = 0.05;

/** How long a move that was tried is looked at. */
const limit = 'movetime 800';

export class Lesson {
  #at = 0;
  /** @type {'asking' | 'thinking' | 'good' | 'bad' | 'over'} */ state = 'asking';
  tried = '';

  /** @param {Table} table @param {import('../protocol/engines.js').Engines} engines @param {number} engine */
  constructor(table, engines, engine) {
    this.table = table;
    this.engines = engines;
    this.engine = engine;
    this.mistakes = mistakesOf(table.record.root);
  }

  get mistake() {
    return this.mistakes[this.#at];
  }

  get number() {
    return this.#at + 1;
  }

  async show() {
    this.state = this.mistake ? 'asking' : 'over';
    if (this.mistake?.parent) await this.table.goTo(this.mistake.parent);
  }

  async next() {
    this.#at += 1;
    await this.show();
  }

  /** Judges a move that was tried; only moves in the lesson's position count. @param {Node} node @param {() => void} changed */
  async judge(node, changed) {
    if (node.parent !== this.mistake?.parent || this.state === 'thinking') return;
    this.tried = node.move;
    this.state = 'thinking';
    changed();
    this.state = (await this.#isGood(node)) ? 'good' : 'bad';
    if (this.state === 'bad' && node.parent) await this.table.goTo(node.parent);
    changed();
  }

  /** @param {Node} node */
  async #isGood(node) {
    const { parent } = this.mistake;
    if (!parent) return true;
    const looks = await new Looks(this.engines, this.engine, new AbortController().signal).begin();
    parent.evaluation ??= await looks.at(this.table.place(parent), limit);
    if (node.move === parent.evaluation.best) return true;
    if (node === this.mistake) return false;
    node.evaluation = await looks.at(this.table.place(node), limit);
    const turns = [parent, node].map((each) => this.table.viewOf(each)?.turn);
    return lossOf(parent.evaluation, node.evaluation, turns[0] === turns[1]) < goodEnough;
  }
}

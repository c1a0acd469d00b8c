// The review of a game: its progress, what it found, and the ways on from there.
import { accuracyOf, glyphClass } from '../analysis/chances.js';
import { hasMarks, mistakeSigns, mistakesOf, removeMarks } from '../game/engine_marks.js';
import { contains, mainLine, standing } from '../game/tree.js';
import { GivenUp, Refusal } from '../protocol/session.js';
import { refusalText } from '../lang/refusal.js';
import { t } from '../lang/text.js';
import { button, h, iconButton } from './dom.js';
import { tell } from './messages.js';
import { sideTitle } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../game/tree.js').Node} Node */

export class ReviewPanel {
  /** @type {AbortController | null} */ #stop = null;
  /** @type {Node | null} */ #shownRoot = null;
  #shownMarks = '';

  /** @param {App} app @param {() => number} engine @param {() => void} changed the review has begun, has ended, has found something @param {() => void} learn */
  constructor(app, engine, changed, learn) {
    this.app = app;
    this.engine = engine;
    this.changed = changed;
    this.bar = h('progress', { 'aria-label': t('analysis.review'), max: 1, value: 0 });
    this.count = h('span', { class: 'quiet' });
    this.cancel = button(t('analysis.stop'), () => this.#stop?.abort());
    this.summary = h('div', { class: 'summary' });
    this.buttons = {
      review: button(t('analysis.review'), () => this.start(), { icon: 'chart', id: 'review' }),
      next: button(t('analysis.nextMistake'), () => this.#goToNext(() => true), { icon: 'next', id: 'next-mistake' }),
      learn: button(t('analysis.learn'), learn, { icon: 'lens', id: 'learn' }),
      unmark: iconButton(t('analysis.unmark'), 'bin', () => this.#unmark()),
    };
    this.buttons.unmark.id = 'unmark';
    this.progress = h('div', { class: 'buttons review-progress' }, this.bar, this.count, this.cancel);
    this.actions = h('div', { class: 'buttons' }, ...Object.values(this.buttons));
    this.element = h('div', { class: 'review' }, this.progress, this.summary, this.actions);
  }

  get isRunning() {
    return this.#stop !== null;
  }

  /** @param {boolean} isHidden during games and lessons */
  update(isHidden) {
    const { record, view } = this.app.table;
    if (!view) return;
    const { root } = record;
    const marked = !isHidden && !this.isRunning && hasMarks(root);
    const hasMistakes = mistakesOf(root).length > 0;
    this.progress.hidden = !this.isRunning;
    this.actions.hidden = this.isRunning || isHidden || !root.children.length;
    this.buttons.review.hidden = marked;
    this.buttons.next.hidden = !hasMistakes;
    this.buttons.learn.hidden = !hasMistakes;
    this.buttons.unmark.hidden = !marked;
    this.#showSummary(marked);
  }

  /** Built anew only where another review, or none, is shown. @param {boolean} isShown */
  #showSummary(isShown) {
    const { record, view } = this.app.table;
    if (!view) return;
    const nodes = mainLine(record.root);
    const marks = isShown ? JSON.stringify(nodes.map(({ judgement }) => judgement)) : '';
    this.summary.hidden = !isShown;
    if (this.#shownRoot === record.root && marks === this.#shownMarks) return;
    this.#shownRoot = record.root;
    this.#shownMarks = marks;
    if (!isShown) return this.summary.replaceChildren();
    this.summary.replaceChildren(h('table', {}, h('tbody', {}, ...view.sides.map(({ name }) =>
      this.#row(sideTitle(view, name), nodes.filter(({ side, judgement }) => side === name && judgement))))));
  }

  /** @param {string} side @param {Node[]} nodes its moves that were judged */
  #row(side, nodes) {
    const accuracy = accuracyOf(nodes.flatMap(({ judgement }) => judgement?.loss ?? []));
    const counts = [...mistakeSigns].reverse().map((sign) => {
      const found = nodes.filter(({ judgement }) => judgement?.sign === sign);
      const name = `${side}: ${found.length} × ${t(`sign.${sign}`)}`;
      const count = h('button', { type: 'button', class: 'move', 'aria-label': name, title: name, onclick: () => this.#goToNext((node) => found.includes(node)) },
        `${found.length} `, h('span', { class: `glyph ${glyphClass(sign)}` }, sign));
      count.disabled = !found.length;
      return h('td', {}, count);
    });
    return h('tr', {}, h('th', { scope: 'row' }, side), h('td', {}, accuracy === null ? '' : t('analysis.accuracy', { percent: Math.round(accuracy) })), ...counts);
  }

  /** To the next mistake after the position shown; after the last one to the first. @param {(node: Node) => boolean} isWanted */
  #goToNext(isWanted) {
    const { table } = this.app;
    const { root, cursor } = table.record;
    const mistakes = mistakesOf(root).filter(isWanted);
    const nodes = mainLine(root);
    const at = nodes.filter((node) => contains(node, cursor)).length - 1;
    const next = mistakes.find((node) => nodes.indexOf(node) > at) ?? mistakes[0];
    if (next) table.goTo(next);
  }

  async start() {
    const { table, engines } = this.app;
    if (this.isRunning || table.isLive || !table.record.root.children.length) return;
    if (table.record.playing) table.analyse();
    const stop = new AbortController();
    this.#stop = stop;
    this.#showProgress(0, 1);
    this.changed();
    this.cancel.focus({ preventScroll: true });
    try {
      const { review } = await import('../analysis/review.js');
      await review(table, engines, this.engine(), stop.signal, (done, all) => {
        this.#showProgress(done, all);
        this.changed();
      });
    } catch (error) {
      if (error instanceof Refusal) {
        if (!stop.signal.aborted) tell(refusalText(error), 'refusal');
      } else if (!(error instanceof GivenUp)) throw error;
    } finally {
      const hadFocus = this.cancel === document.activeElement;
      this.#stop = null;
      await this.#settle();
      if (hadFocus) (this.buttons.next.hidden ? this.buttons.review : this.buttons.next).focus({ preventScroll: true });
    }
  }

  /** @param {number} done @param {number} all */
  #showProgress(done, all) {
    Object.assign(this.bar, { value: done, max: all });
    this.count.textContent = t('analysis.reviewing', { done, all });
  }

  async #unmark() {
    removeMarks(this.app.table.record.root);
    await this.#settle();
    this.buttons.review.focus({ preventScroll: true });
  }

  /** The line that was looked at may be gone. */
  async #settle() {
    const { table } = this.app;
    const { cursor } = table.record;
    if (standing(cursor) !== cursor) await table.goTo(standing(cursor));
    table.touch();
  }
}

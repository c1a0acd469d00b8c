// Review of a game: progress, results, graph, lessons.
import { review } from '../analysis/review.js';
import { drawGraph, lightChance, nodeAt } from '../analysis/graph.js';
import { contains, hasMarks, mainLine, mistakeSign, mistakeSigns, mistakesOf, removeMarks, nearestInTree } from '../game/tree.js';
import { t } from '../lang/text.js';
import { lightSide, sideTitle } from './descriptions.js';
import { button, h, iconButton } from './dom.js';
import { accuracyOf, glyphClass } from '../analysis/scores.js';
import { TaskAborted, Refusal } from '../protocol/session.js';
import { refuse } from './dialogs.js';

/** @typedef {import('../protocol/parse.js').View} View */
/** @typedef {import('../play/current_game.js').CurrentGame} CurrentGame */

/** Shows the graph of the main line, except during play. @param {CurrentGame} currentGame @param {HTMLElement} container */
export function showGraph(currentGame, container) {
  const { view, record } = currentGame;
  const nodes = mainLine(record.root);
  if (!view || currentGame.isLive || nodes.length < 2) return container.replaceChildren();
  const light = lightSide(view);
  const turns = turnsOf(currentGame, view, nodes);
  const chances = nodes.map((node, i) => lightChance(node, turns[i], light));
  container.classList.toggle('unknown', chances.filter((each) => each !== null).length < 2);
  const title = t('analysis.graph', { side: sideTitle(view, light) });
  const graph = drawGraph(nodes, chances, record.cursor, title);
  graph.addEventListener('click', (event) => {
    const node = nodes[nodeAt(event, graph, nodes.length)];
    if (node) currentGame.goTo(node);
  });
  container.replaceChildren(graph);
}

/** The side to move in each position: known, else alternating. @param {CurrentGame} currentGame @param {View} view @param {import('../game/tree.js').Node[]} nodes */
function turnsOf(currentGame, view, nodes) {
  /** @type {string[]} */
  const turns = [];
  nodes.forEach((node, i) => {
    const other = view.sides.find(({ name }) => name !== (turns[i - 1] ?? view.sides[1].name))?.name ?? '';
    turns.push(nodes[i + 1]?.side || currentGame.knownView(node)?.turn || other);
  });
  return turns;
}

/**
 * @param {import('../analysis/review.js').Lesson} lesson @param {import('../protocol/parse.js').View} view
 * @param {string} solution '' until requested
 * @param {{ end: () => void, solve: (text: string) => void, next: () => void }} events
 */
export function lessonParts(lesson, view, solution, events) {
  const { mistake, state } = lesson;
  const end = button(t('learn.end'), events.end);
  if (state === 'over') return [h('p', {}, t('learn.over')), h('div', { class: 'buttons' }, end)];
  const question = t('learn.ask', {
    number: lesson.at + 1, count: lesson.mistakes.length, move: mistake.move + mistakeSign(mistake), side: sideTitle(view, mistake.side),
  });
  const answer = state === 'asking' ? solution : t(`learn.${state}`, { move: lesson.tried });
  const solve = () => {
    lesson.ask();
    events.solve(t('learn.solved', { move: mistake.parent?.evaluation?.best ?? '' }));
  };
  return [
    h('p', {}, question), h('p', { class: `answer ${state}` }, answer),
    h('div', { class: 'buttons' },
      button(t('learn.solution'), solve), button(t('learn.next'), events.next, { kind: 'primary' }), end),
  ];
}

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../game/tree.js').Node} Node */

export class ReviewPanel {
  /** @type {AbortController | null} */ #stop = null;
  /** @type {Node | null} */ #shownRoot = null;
  #shownMarks = '';

  /** @param {App} app @param {() => number} engine @param {() => void} changed called when the review starts, finds something, or ends @param {() => void} learn @param {HTMLButtonElement} why */
  constructor(app, engine, changed, learn, why) {
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
      why,
      learn: button(t('analysis.learn'), learn, { icon: 'lens', id: 'learn' }),
      unmark: iconButton(t('analysis.unmark'), 'bin', () => this.#unmark(), 'unmark'),
    };

    this.progress = h('div', { class: 'buttons review-progress' }, this.bar, this.count, this.cancel);
    this.actions = h('div', { class: 'buttons' }, ...Object.values(this.buttons));
    this.element = h('div', { class: 'review' }, this.progress, this.summary, this.actions);
  }

  get isRunning() {
    return this.#stop !== null;
  }

  /** @param {boolean} isHidden during games and lessons */
  update(isHidden) {
    const { record, view } = this.app.currentGame;
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

  /** Rebuilds only for another review. @param {boolean} isShown */
  #showSummary(isShown) {
    const { record, view } = this.app.currentGame;
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

  /** @param {string} side @param {Node[]} nodes its judged moves */
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

  /** Shows the next mistake; after the last, the first. @param {(node: Node) => boolean} isWanted */
  #goToNext(isWanted) {
    const { currentGame } = this.app;
    const { root, cursor } = currentGame.record;
    const mistakes = mistakesOf(root).filter(isWanted);
    const nodes = mainLine(root);
    const at = nodes.filter((node) => contains(node, cursor)).length - 1;
    const next = mistakes.find((node) => nodes.indexOf(node) > at) ?? mistakes[0];
    if (next) currentGame.goTo(next);
  }

  async start() {
    const { currentGame, engines } = this.app;
    if (this.isRunning || currentGame.isLive || !currentGame.record.root.children.length) return;
    if (currentGame.record.playing) currentGame.analyse();
    const stop = new AbortController();
    this.#stop = stop;
    this.#showProgress(0, 1);
    this.changed();
    this.cancel.focus({ preventScroll: true });
    try {
      await review(currentGame, engines, this.engine(), stop.signal, (done, all) => {
        this.#showProgress(done, all);
        this.changed();
      });
    } catch (error) {
      if (error instanceof Refusal) {
        if (!stop.signal.aborted) refuse(error);
      } else if (!(error instanceof TaskAborted)) throw error;
    } finally {
      const hadFocus = this.cancel === document.activeElement;
      this.#stop = null;
      await this.#leaveRemovedVariation();
      if (hadFocus) (this.buttons.next.hidden ? this.buttons.review : this.buttons.next).focus({ preventScroll: true });
    }
  }

  /** @param {number} done @param {number} all */
  #showProgress(done, all) {
    Object.assign(this.bar, { value: done, max: all });
    this.count.textContent = t('analysis.reviewing', { done, all });
  }

  async #unmark() {
    removeMarks(this.app.currentGame.record.root);
    await this.#leaveRemovedVariation();
    this.buttons.review.focus({ preventScroll: true });
  }

  /** If the shown position was in a removed variation, shows the nearest one that is left. */
  async #leaveRemovedVariation() {
    const { currentGame } = this.app;
    const { requestedNode } = currentGame;
    if (nearestInTree(requestedNode) !== requestedNode) await currentGame.goTo(nearestInTree(requestedNode));
    currentGame.notifyChange();
  }
}

// Sentences that explain moves: mistakes of a review, and the shown move on request.
import { PositionSearches } from '../analysis/review.js';
import { addEngineLine, addMove, hasMarks } from '../game/tree.js';
import { t } from '../lang/text.js';
import { readReason } from '../protocol/parse.js';
import { Refusal, TaskAborted } from '../protocol/session.js';
import { refuse } from './dialogs.js';
import { button, enable, h } from './dom.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../play/current_game.js').CurrentGame} CurrentGame */

/**
 * Paragraphs, in which the moves of lines are buttons. One says so if the words cannot be loaded.
 * @param {CurrentGame} currentGame @param {Node} node of the explained move @param {string[]} reasons
 */
export async function sentencesOf(currentGame, node, reasons) {
  if (!reasons.length) return [];
  const loaded = await import('../analysis/explain.js').catch(() => null);
  if (!loaded) return [h('p', {}, t('app.needsEngine'))];
  return reasons.flatMap((reason) => {
    const [before, , after] = loaded.explain(reason, node.move, document.documentElement.lang);
    if (before === undefined) return [];
    if (after === undefined) return [h('p', {}, before)];
    const { line } = readReason(reason);
    const moves = line.slice(1).flatMap((move, i) =>
      [i ? ' ' : '', h('button', { type: 'button', class: 'pv-move', onclick: () => showLine(currentGame, node, line, i + 2) }, move)]);
    return [h('p', {}, before, ...moves, after)];
  });
}

/**
 * Adds a line to the game and shows the position after its first moves. In a reviewed game it is a better line of the review.
 * @param {CurrentGame} currentGame @param {Node} node of the explained move @param {string[]} line @param {number} count of these moves
 */
async function showLine(currentGame, { parent }, line, count) {
  if (!parent) return;
  if (currentGame.record.playing) currentGame.analyse();
  if (hasMarks(currentGame.record.root)) addEngineLine(parent, line);
  else line.reduce(addMove, parent);
  await currentGame.goTo(line.slice(0, count).reduce(addMove, parent));
}

const nodesOfAnswer = 300_000;

/** @type {Record<string, string>} */
const signs = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** @param {string} move @param {import('../protocol/parse.js').Explanation} explanation */
function verdictText(move, { verdict, best }) {
  const choice = t('learn.solved', { move: best });
  if (verdict === 'best') return choice;
  return `${verdict in signs ? `${move}: ${t(`sign.${signs[verdict]}`)}.` : t('learn.good', { move })} ${choice}`;
}

/** Asks on request why the shown move is good or bad. */
export class MoveQuestion {
  /** @type {AbortController | null} */ #stop = null;
  /** The shown node. @type {Node | null} */ #node = null;

  /** @param {import('../main.js').App} app @param {() => number} engine @param {() => void} changed called when a question begins or ends */
  constructor({ currentGame, engines }, engine, changed) {
    this.currentGame = currentGame;
    this.engines = engines;
    this.engine = engine;
    this.changed = changed;
    this.button = button(t('why.ask'), () => this.#ask(), { id: 'why' });
    this.answer = h('div', { class: 'explanation', role: 'status' });
  }

  get isAsking() {
    return this.#stop !== null;
  }

  /** @param {boolean} mayAsk */
  update(mayAsk) {
    const { cursor } = this.currentGame.record;
    if (cursor !== this.#node || !mayAsk) {
      this.#stop?.abort();
      this.#stop = null;
      this.answer.replaceChildren();
    }
    this.#node = cursor;
    this.button.hidden = !cursor.parent;
    enable(this.button, !this.isAsking);
  }

  async #ask() {
    const { cursor } = this.currentGame.record;
    const stop = new AbortController();
    this.#stop = stop;
    this.answer.textContent = t('learn.thinking', { move: cursor.move });
    this.changed();
    const answer = await this.#answerFor(cursor, stop.signal);
    if (stop.signal.aborted) return;
    this.#stop = null;
    this.answer.replaceChildren(...answer);
    this.changed();
  }

  /** @param {Node} node @param {AbortSignal} signal @returns {Promise<HTMLElement[]>} */
  async #answerFor(node, signal) {
    const { currentGame, engines } = this;
    if (!node.parent) return [];
    try {
      const engine = this.engine();
      await engines.options(engine);
      const searches = new PositionSearches(engines, engine, signal);
      const found = await searches.why(currentGame.positionAt(node.parent), node.move, nodesOfAnswer);
      const sentences = await sentencesOf(currentGame, node, found.reasons);
      return [h('p', {}, verdictText(node.move, found)), ...(sentences.length ? sentences : [h('p', {}, t('why.none'))])];
    } catch (error) {
      if (error instanceof TaskAborted || signal.aborted) return [];
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'unknown-command') return [h('p', {}, t('why.none'))];
      refuse(error);
      return [];
    }
  }
}

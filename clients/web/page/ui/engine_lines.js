// The lines of a running analysis. Elements stay where they are while the engine thinks: only their texts change.
import { scoreText } from '../analysis/chances.js';
import { h } from './dom.js';
import { forLight, scoreWords } from './words.js';

/** @typedef {import('../protocol/info.js').Info} Info */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {{ item: HTMLLIElement, score: HTMLElement, moves: HTMLElement, pv: string[] }} Row */

/** How many moves of a line are shown. */
const shownMoves = 12;

export class EngineLines {
  element = h('ol', { class: 'lines' });
  /** @type {Row[]} */ #rows = [];
  /** While a line is pressed it stays as it is. */ #isHeld = false;
  /** @type {{ target: HTMLElement, moves: string[] } | null} */ #pressed = null;

  /** @param {(moves: string[]) => void} walk plays the beginning of a line */
  constructor(walk) {
    this.walk = walk;
    for (const event of ['pointerup', 'pointercancel']) addEventListener(event, () => (this.#isHeld = false));
  }

  /** @param {View} view @param {Info[]} lines */
  show(view, lines) {
    if (this.#isHeld) return;
    while (this.#rows.length < lines.length) this.#addRow();
    while (this.#rows.length > lines.length) this.#rows.pop()?.item.remove();
    lines.forEach((info, i) => this.#fill(this.#rows[i], view, info));
  }

  #addRow() {
    const [score, moves] = [h('span', { class: 'score' }), h('span', { class: 'pv' })];
    const row = { item: h('li', {}, score, moves), score, moves, pv: [] };
    this.#rows.push(row);
    this.element.append(row.item);
  }

  /** @param {Row} row @param {View} view @param {Info} info */
  #fill(row, view, info) {
    row.score.textContent = scoreText(forLight(view, info), scoreWords(view));
    row.pv = info.pv.slice(0, shownMoves);
    const buttons = /** @type {HTMLElement[]} */ ([...row.moves.children]);
    row.pv.forEach((move, i) => {
      const button = buttons[i] ?? this.#addMove(row, i);
      if (button.textContent !== move) button.textContent = move;
    });
    for (const button of buttons.slice(row.pv.length)) {
      if (button === document.activeElement) buttons[row.pv.length - 1]?.focus();
      button.remove();
    }
  }

  /** A move plays what stood there when it was pressed, whatever the engine has found since. @param {Row} row @param {number} i */
  #addMove(row, i) {
    const target = h('button', {
      type: 'button', class: 'pv-move',
      onpointerdown: () => {
        this.#isHeld = true;
        this.#pressed = { target, moves: row.pv.slice(0, i + 1) };
      },
      onclick: () => {
        const moves = this.#pressed?.target === target ? this.#pressed.moves : row.pv.slice(0, i + 1);
        this.#pressed = null;
        this.walk(moves);
      },
    });
    row.moves.append(target);
    return target;
  }
}

// A small board to look at: no labels, no clicks. It is hidden from screen readers: the text beside it says what it shows.
import { Drawing } from '../board/draw.js';
import { centre, unit } from '../board/geometry.js';
import { svg } from '../board/svg.js';
import { h } from './dom.js';

let boards = 0;

export class SmallBoard {
  element = h('div', { class: 'small-board', 'aria-hidden': 'true', id: `small-board-${(boards += 1)}` });
  #drawing = new Drawing(this.element, () => '');
  #names = svg('g', { class: 'small-names' });

  /**
   * @param {import('../protocol/view.js').View} view
   * @param {{ route?: import('../protocol/view.js').Route, named?: Set<string> }} [details] what was just played; squares that show their names while they are empty
   */
  show(view, { route, named = new Set() } = {}) {
    this.#drawing.show(view, false, route ?? null);
    this.#drawing.svg.setAttribute('viewBox', `0 0 ${unit * view.columns} ${unit * view.rows}`);
    this.#names.replaceChildren(...view.cells.flatMap(({ name, piece }, i) => {
      if (piece || !named.has(name)) return [];
      const { x, y } = centre(this.#drawing.frame, i);
      const text = svg('text', { x, y: y + 12 });
      text.textContent = name;
      return [text];
    }));
    this.#drawing.svg.append(this.#names);
  }

  /** @param {import('../board/draw.js').Marks} marks */
  mark(marks) {
    this.#drawing.mark(marks);
  }
}

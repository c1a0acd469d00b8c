// A small board without labels and input. Screen readers get the text beside it.
import { Drawing } from './drawing.js';
import { centre, svg, unit } from './geometry.js';
import { h } from '../ui/dom.js';

let boards = 0;

export class SmallBoard {
  element = h('div', { class: 'small-board', 'aria-hidden': 'true', id: `small-board-${(boards += 1)}` });
  #drawing = new Drawing(this.element, () => '');
  #names = svg('g', { class: 'small-names' });

  /**
   * @param {import('../protocol/parse.js').View} view
   * @param {{ route?: import('../protocol/parse.js').Route, named?: Set<string> }} [details] route: the last move; named: squares that show their names while empty
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

  /** @param {import('./drawing.js').Marks} marks */
  mark(marks) {
    this.#drawing.mark(marks);
  }
}

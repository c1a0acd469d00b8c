// What is in sight of a board: the scene, enlarged as the zoom says, in a window of the board's size.
import { unit } from './geometry.js';
import { svg } from './svg.js';
import { Zoom } from './zoom.js';

/** @typedef {{ clientX: number, clientY: number }} Spot in the window of the browser, as events of pointers have it */

let windows = 0;

export class Sight {
  zoom = new Zoom();
  scene = svg('g');
  /** Called when another part of the board is in sight, or another board. */ onChange = () => {};
  #whole = svg('rect');
  #window;

  /** @param {SVGSVGElement} drawing */
  constructor(drawing) {
    const id = `window-${(windows += 1)}`;
    this.drawing = drawing;
    this.clip = `url(#${id})`;
    this.#window = svg('g', {}, this.scene);
    drawing.append(svg('clipPath', { id }, this.#whole), this.#window);
  }

  /** A board in a frame for letters and numbers to the left and below. @param {number} columns @param {number} rows @param {number} edge */
  frame(columns, rows, edge) {
    const [width, height] = [columns * unit, rows * unit];
    this.drawing.setAttribute('viewBox', `${-edge} 0 ${width + edge} ${height + edge}`);
    this.#whole.setAttribute('width', String(width));
    this.#whole.setAttribute('height', String(height));
    return (width + edge) / (height + edge);
  }

  show() {
    const { scale, x, y, isOn } = this.zoom;
    this.scene.setAttribute('transform', `scale(${scale}) translate(${-x} ${-y})`);
    if (isOn) this.#window.setAttribute('clip-path', this.clip);
    else this.#window.removeAttribute('clip-path');
    this.drawing.classList.toggle('zoomed', isOn);
    this.onChange();
  }

  /** The point of the board. @param {Spot} spot */
  pointAt(spot) {
    return pointIn(this.scene, spot);
  }

  /** The point of the drawing, however the board is enlarged. @param {Spot} spot */
  seenAt(spot) {
    return pointIn(this.drawing, spot);
  }
}

/** @param {SVGGraphicsElement} element @param {Spot} spot */
function pointIn(element, { clientX, clientY }) {
  const matrix = element.getScreenCTM();
  return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: -1, y: -1 };
}

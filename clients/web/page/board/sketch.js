// The right button draws on the board: a drag an arrow, a click a circle.
import { colourOf } from './shapes.js';

/** @typedef {{ from: number, to: number, colour: string }} Stroke cells by index */

/**
 * @param {import('./draw.js').Drawing} drawing
 * @param {(stroke: Stroke | null, done: boolean) => void} draw while the button is down, then once it is done; null off the board
 */
export function listenToStrokes(drawing, draw) {
  const { svg } = drawing;
  /** @type {{ id: number, from: number } | null} */
  let pen = null;

  /** @param {PointerEvent} event @param {boolean} done */
  const follow = (event, done) => {
    if (event.pointerId !== pen?.id) return;
    const to = drawing.cellAt(event);
    draw(to < 0 ? null : { from: pen.from, to, colour: colourOf(event) }, done);
    if (done) pen = null;
  };
  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 2 || pen) return;
    const from = drawing.cellAt(event);
    if (from < 0) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    pen = { id: event.pointerId, from };
    follow(event, false);
  });
  svg.addEventListener('pointermove', (event) => follow(event, false));
  svg.addEventListener('pointerup', (event) => follow(event, true));
  svg.addEventListener('pointercancel', (event) => {
    if (event.pointerId !== pen?.id) return;
    pen = null;
    draw(null, true);
  });
}

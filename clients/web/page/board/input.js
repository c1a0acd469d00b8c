// Pointer and keyboard input on a board, as cells: clicks, drags, touches, and a cursor moved by arrow keys.
import { cellIndexAt, neighbour } from './geometry.js';

/** Pixels that a pointer must move to start a drag. */
const dragDistance = 5;

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {object} InputEvents
 * @property {(index: number) => boolean} press a cell was pressed; whether the piece there may be dragged
 * @property {(index: number, dragged: boolean) => void} release where it was let go; -1 off the board
 * @property {() => void} cancel
 * @property {(index: number) => void} cursor it moved
 */

/** @param {import('./draw.js').Drawing} drawing @param {InputEvents} events */
export function listen(drawing, events) {
  const { svg, place } = drawing;
  /** @type {{ id: number, start: number, x: number, y: number, draggable: boolean, dragging: boolean } | null} */
  let pointer = null;
  let cursor = -1;

  /** @param {PointerEvent} event */
  const pointOf = (event) => {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: -1, y: -1 };
  };
  /** @param {number} index */
  const moveCursor = (index) => events.cursor((cursor = index));

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || pointer) return;
    event.preventDefault();
    const start = cellIndexAt(drawing.frame, pointOf(event));
    if (start < 0) return;
    if (cursor >= 0) moveCursor(-1);
    svg.setPointerCapture(event.pointerId);
    pointer = { id: event.pointerId, start, x: event.clientX, y: event.clientY, draggable: events.press(start), dragging: false };
  });
  svg.addEventListener('pointermove', (event) => {
    if (!pointer || event.pointerId !== pointer.id || !pointer.draggable) return;
    const far = Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) >= dragDistance;
    pointer.dragging ||= far;
    if (!pointer.dragging) return;
    const piece = drawing.lifted();
    if (!piece) return;
    const { x, y } = pointOf(event);
    piece.style.transform = `translate(${x - 50}px, ${y - 50}px)`;
  });
  /** @param {PointerEvent} event @param {boolean} cancelled */
  const end = (event, cancelled) => {
    if (!pointer || event.pointerId !== pointer.id) return;
    const { dragging } = pointer;
    pointer = null;
    drawing.drop();
    if (cancelled) events.cancel();
    else events.release(cellIndexAt(drawing.frame, pointOf(event)), dragging);
  };
  svg.addEventListener('pointerup', (event) => end(event, false));
  svg.addEventListener('pointercancel', (event) => end(event, true));
  svg.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    events.cancel();
  });

  place.addEventListener('keydown', (event) => {
    const step = arrows[event.key];
    if (step) {
      const from = cursor >= 0 ? cursor : drawing.home();
      moveCursor(cursor >= 0 ? neighbour(drawing.frame, from, ...step) : from);
    } else if ((event.key === 'Enter' || event.key === ' ') && cursor >= 0) {
      events.press(cursor);
      events.release(cursor, false);
    } else if (event.key === 'Escape') {
      events.cancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  place.addEventListener('focus', () => {
    if (place.matches(':focus-visible') && cursor < 0) moveCursor(drawing.home());
  });
  place.addEventListener('blur', () => moveCursor(-1));
}

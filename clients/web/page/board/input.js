// Pointer and keyboard input on a board, as cells: clicks, drags, touches, and a cursor moved by arrow keys.
import { corner, neighbour } from './geometry.js';
import { listenToPinches } from './gestures.js';

/** Pixels that a pointer must move to start a drag. */
const dragDistance = 5;
/** Two taps within so many milliseconds and pixels show a whole board again. */
const doubleTap = { time: 350, distance: 24 };

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, number>} */
const zoomKeys = { '+': 1.5, '-': 1 / 1.5, '0': 0 };

/**
 * @typedef {object} InputEvents
 * @property {(index: number) => boolean} press a cell was pressed; whether the piece there may be dragged
 * @property {(index: number) => boolean} holds whether a piece that may be dragged is there
 * @property {(index: number, dragged: boolean) => void} release where it was let go; -1 off the board
 * @property {() => void} cancel
 * @property {(index: number) => void} cursor it moved
 */

/**
 * A pointer that is down. On a large board a finger may begin to carry the board or to enlarge it: then the press waits until it is clear.
 * @typedef {{ id: number, start: number, x: number, y: number, is: 'waiting' | 'pressed' | 'holding' | 'dragging' | 'panning' }} Pointer
 */

/** @param {import('./draw.js').Drawing} drawing @param {InputEvents} events */
export function listen(drawing, events) {
  const { svg, place, sight } = drawing;
  const { zoom } = sight;
  /** @type {Pointer | null} */
  let pointer = null;
  let cursor = -1;
  let tapped = { time: -Infinity, x: 0, y: 0 };

  /** @param {number} index */
  const moveCursor = (index) => {
    if (index >= 0) {
      zoom.bring(corner(drawing.frame, index));
      drawing.showSight();
    }
    events.cursor((cursor = index));
  };
  const abandon = () => {
    if (!pointer) return;
    pointer = null;
    drawing.drop();
    events.cancel();
  };
  const isPinching = listenToPinches(drawing, abandon);

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || pointer || isPinching()) return;
    event.preventDefault();
    const start = drawing.cellAt(event);
    if (start < 0) return;
    if (cursor >= 0) moveCursor(-1);
    svg.setPointerCapture(event.pointerId);
    const waits = zoom.isOn || (zoom.isPossible && event.pointerType === 'touch');
    pointer = { id: event.pointerId, start, x: event.clientX, y: event.clientY, is: 'waiting' };
    if (!waits) pointer.is = events.press(start) ? 'holding' : 'pressed';
  });

  /** What a pointer does that moved far enough. @param {Pointer} from @returns {Pointer['is']} */
  const begun = ({ is, start }) => {
    if (is === 'holding') return 'dragging';
    if (is !== 'waiting') return is;
    if (events.holds(start)) return events.press(start) ? 'dragging' : 'pressed';
    return zoom.isOn ? 'panning' : 'waiting';
  };
  svg.addEventListener('pointermove', (event) => {
    if (!pointer || event.pointerId !== pointer.id) return;
    if (Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) >= dragDistance) pointer.is = begun(pointer);
    if (pointer.is === 'dragging') {
      const { x, y } = sight.pointAt(event);
      const piece = drawing.lifted();
      if (piece) piece.style.transform = `translate(${x - 50}px, ${y - 50}px)`;
    } else if (pointer.is === 'panning') {
      const [from, to] = [sight.seenAt({ clientX: pointer.x, clientY: pointer.y }), sight.seenAt(event)];
      zoom.pan(to.x - from.x, to.y - from.y);
      drawing.showSight();
      [pointer.x, pointer.y] = [event.clientX, event.clientY];
    }
  });

  /** Whether this is the second of two quick taps on an enlarged board, which is whole then. @param {PointerEvent} event */
  const isDoubleTap = ({ timeStamp, clientX, clientY, pointerType }) => {
    const near = Math.hypot(clientX - tapped.x, clientY - tapped.y) <= doubleTap.distance;
    const second = zoom.isOn && pointerType === 'touch' && near && timeStamp - tapped.time <= doubleTap.time;
    tapped = { time: second ? -Infinity : timeStamp, x: clientX, y: clientY };
    return second;
  };
  svg.addEventListener('pointerup', (event) => {
    if (!pointer || event.pointerId !== pointer.id) return;
    const { is, start } = pointer;
    pointer = null;
    drawing.drop();
    if (is === 'panning') return;
    if (is === 'waiting') {
      if (isDoubleTap(event)) {
        zoom.reset();
        return drawing.showSight();
      }
      events.press(start);
    }
    events.release(drawing.cellAt(event), is === 'dragging');
  });
  svg.addEventListener('pointercancel', (event) => {
    if (event.pointerId === pointer?.id) abandon();
  });
  // No menu of the browser on the board; with the left button down it means that the drag is given up.
  svg.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (pointer && pointer.is !== 'waiting') abandon();
  });

  place.addEventListener('keydown', (event) => {
    const step = arrows[event.key];
    const factor = zoomKeys[event.key];
    if (step) {
      const from = cursor >= 0 ? cursor : drawing.home();
      moveCursor(cursor >= 0 ? neighbour(drawing.frame, from, ...step) : from);
    } else if ((event.key === 'Enter' || event.key === ' ') && cursor >= 0) {
      events.press(cursor);
      events.release(cursor, false);
    } else if (event.key === 'Escape') {
      events.cancel();
    } else if (factor !== undefined && zoom.isPossible && !event.ctrlKey && !event.metaKey) {
      if (factor) zoom.by(factor);
      else zoom.reset();
      if (cursor >= 0) zoom.bring(corner(drawing.frame, cursor));
      drawing.showSight();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  place.addEventListener('focus', () => {
    if (place.matches(':focus-visible') && cursor < 0) moveCursor(drawing.home());
  });
  place.addEventListener('blur', () => moveCursor(-1));
}

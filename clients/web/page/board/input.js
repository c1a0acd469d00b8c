// Pointer, keyboard and touch input on a board: clicks, drags, a cursor moved by arrow keys, zooming, drawing.
import { colourOf } from './drawing.js';
import { corner, neighbour } from './geometry.js';

/** Wheel pixels that double the zoom. */
const wheelDoubles = 300;

/** @typedef {{ x: number, y: number }} Spot in window pixels */

/**
 * Zooms and pans with two fingers, or with Ctrl and the wheel (touchpads send Ctrl).
 * @param {import('./drawing.js').Drawing} drawing @param {() => void} began called at the second finger
 * @returns {() => boolean} whether a pinch is in progress
 */
function listenToPinches(drawing, began) {
  const { svg, viewport } = drawing;
  const { zoom } = viewport;
  /** @type {Map<number, Spot>} */
  const fingers = new Map();
  let pinching = false;

  const span = () => {
    const [a, b] = [...fingers.values()];
    return { middle: { clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  };
  svg.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' || !zoom.isPossible) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size !== 2) return;
    pinching = true;
    began();
  });
  svg.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = fingers.size === 2 ? span() : null;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!before || !pinching) return;
    const now = span();
    const [from, to] = [viewport.screenPoint(before.middle), viewport.screenPoint(now.middle)];
    zoom.by(now.apart / before.apart, from);
    zoom.pan(to.x - from.x, to.y - from.y);
    drawing.showViewport();
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
    svg.addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      if (fingers.size === 0) pinching = false;
    });
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey || !zoom.isPossible) return;
    event.preventDefault();
    zoom.by(2 ** (-event.deltaY / wheelDoubles), viewport.screenPoint(event));
    drawing.showViewport();
  }, { passive: false });
  return () => pinching;
}

/** @typedef {{ from: number, to: number, colour: string }} Stroke cells by index */

/**
 * @param {import('./drawing.js').Drawing} drawing
 * @param {(stroke: Stroke | null, done: boolean) => void} draw stroke: null off the board; done: whether the button was released
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

/** Pixels that start a drag. */
const dragDistance = 5;
/** Milliseconds and pixels within which two taps reset the zoom. */
const doubleTap = { time: 350, distance: 24 };

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, number>} */
const zoomKeys = { '+': 1.5, '-': 1 / 1.5, '0': 0 };

/**
 * @typedef {object} InputEvents
 * @property {(index: number) => boolean} press returns whether the piece may be dragged
 * @property {(index: number) => boolean} canDrag whether a draggable piece is there
 * @property {(index: number, dragged: boolean) => void} release index: -1 off the board
 * @property {() => void} cancel
 * @property {(index: number) => void} cursor was moved
 */

/**
 * A pressed pointer. On a zoomable board a press waits until it is known not to pan or zoom.
 * @typedef {{ id: number, start: number, x: number, y: number, is: 'waiting' | 'pressed' | 'holding' | 'dragging' | 'panning' }} Pointer
 */

/** @param {import('./drawing.js').Drawing} drawing @param {InputEvents} events */
export function listen(drawing, events) {
  const { svg, container, viewport } = drawing;
  const { zoom } = viewport;
  /** @type {Pointer | null} */
  let pointer = null;
  let cursor = -1;
  let tapped = { time: -Infinity, x: 0, y: 0 };

  /** @param {number} index */
  const moveCursor = (index) => {
    if (index >= 0) {
      zoom.bring(corner(drawing.frame, index));
      drawing.showViewport();
    }
    events.cursor((cursor = index));
  };
  const cancel = () => {
    if (!pointer) return;
    pointer = null;
    drawing.drop();
    events.cancel();
  };
  const isPinching = listenToPinches(drawing, cancel);

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

  /** The state after a move beyond the drag distance. @param {Pointer} from @returns {Pointer['is']} */
  const movedState = ({ is, start }) => {
    if (is === 'holding') return 'dragging';
    if (is !== 'waiting') return is;
    if (events.canDrag(start)) return events.press(start) ? 'dragging' : 'pressed';
    return zoom.isOn ? 'panning' : 'waiting';
  };
  svg.addEventListener('pointermove', (event) => {
    if (!pointer || event.pointerId !== pointer.id) return;
    if (Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) >= dragDistance) pointer.is = movedState(pointer);
    if (pointer.is === 'dragging') {
      const { x, y } = viewport.boardPoint(event);
      const piece = drawing.lifted();
      if (piece) piece.style.transform = `translate(${x - 50}px, ${y - 50}px)`;
    } else if (pointer.is === 'panning') {
      const [from, to] = [viewport.screenPoint({ clientX: pointer.x, clientY: pointer.y }), viewport.screenPoint(event)];
      zoom.pan(to.x - from.x, to.y - from.y);
      drawing.showViewport();
      [pointer.x, pointer.y] = [event.clientX, event.clientY];
    }
  });

  /** @param {PointerEvent} event */
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
        return drawing.showViewport();
      }
      events.press(start);
    }
    events.release(drawing.cellAt(event), is === 'dragging');
  });
  svg.addEventListener('pointercancel', (event) => {
    if (event.pointerId === pointer?.id) cancel();
  });
  // No context menu; while the left button is down, the right one cancels the drag.
  svg.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (pointer && pointer.is !== 'waiting') cancel();
  });

  container.addEventListener('keydown', (event) => {
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
      drawing.showViewport();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  container.addEventListener('focus', () => {
    if (container.matches(':focus-visible') && cursor < 0) moveCursor(drawing.home());
  });
  container.addEventListener('blur', () => moveCursor(-1));
}

// Zooming a large board: two fingers, or the wheel with Ctrl, which a touchpad sends, too.

/** Pixels of the wheel that double the size. */
const wheelDoubles = 300;

/** @typedef {{ x: number, y: number }} Spot in pixels of the window */

/**
 * Two fingers enlarge the board and carry it along.
 * @param {import('./draw.js').Drawing} drawing @param {() => void} began a second finger came
 * @returns {() => boolean} whether they are at it, until all fingers are gone
 */
export function listenToPinches(drawing, began) {
  const { svg, sight } = drawing;
  const { zoom } = sight;
  /** @type {Map<number, Spot>} */
  const fingers = new Map();
  let pinching = false;

  /** Their middle, and how far they are apart. */
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
    const [from, to] = [sight.seenAt(before.middle), sight.seenAt(now.middle)];
    zoom.by(now.apart / before.apart, from);
    zoom.pan(to.x - from.x, to.y - from.y);
    drawing.showSight();
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
    svg.addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      if (fingers.size === 0) pinching = false;
    });
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey || !zoom.isPossible) return;
    event.preventDefault();
    zoom.by(2 ** (-event.deltaY / wheelDoubles), sight.seenAt(event));
    drawing.showSight();
  }, { passive: false });
  return () => pinching;
}

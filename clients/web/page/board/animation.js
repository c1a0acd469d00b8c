// Pieces slide, jump by jump; not if the person or the system wants no motion.

const jumpTime = 170;
const longestTime = 700;

let wanted = true;
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {boolean} on */
export function setAnimation(on) {
  wanted = on;
}

/**
 * Moves a piece along points; captured pieces fade on the way and are removed.
 * @param {SVGElement} element @param {import('./geometry.js').Point[]} points @param {SVGElement[]} taken
 */
export function glide(element, points, taken) {
  if (!wanted || still.matches || points.length < 2) {
    for (const each of taken) each.remove();
    return;
  }
  const jumps = points.length - 1;
  const duration = Math.min(jumps * jumpTime, longestTime);
  element.animate(
    points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, easing: 'ease-in-out' })),
    { duration },
  );
  for (const each of taken) {
    const fading = each.animate([{ opacity: 1 }, { opacity: 0 }], { duration, easing: 'ease-in', fill: 'forwards' });
    fading.onfinish = () => each.remove();
    fading.oncancel = () => each.remove();
  }
}

// Arrows and circles that a person draws on the board with the right button.
import { arrowBetween } from './arrows.js';
import { svg } from './svg.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{ from: string, to: string, colour: string }} Shape a circle where both squares are the same */

/** The colour that the keys held down choose. @param {MouseEvent} event */
export function colourOf({ shiftKey, ctrlKey, altKey }) {
  const first = shiftKey || ctrlKey;
  return first && altKey ? 'yellow' : first ? 'red' : altKey ? 'blue' : 'green';
}

/** With one more; the same once more takes it away, in another colour it replaces it. @param {Shape[]} shapes @param {Shape} shape @returns {Shape[]} */
export function withShape(shapes, shape) {
  const known = shapes.find(({ from, to }) => from === shape.from && to === shape.to);
  const others = shapes.filter((each) => each !== known);
  return known?.colour === shape.colour ? others : [...others, shape];
}

/** @param {Point} from @param {Point} to @param {string} colour */
export function drawShape(from, to, colour) {
  const kind = `shape ${colour}`;
  if (from.x === to.x && from.y === to.y) return svg('circle', { cx: from.x, cy: from.y, r: 45, class: `${kind} round` });
  return arrowBetween(from, to, 9, kind);
}

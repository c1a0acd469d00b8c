// The figures of the two sets of pieces, in squares of 100 units. Their colours are the custom properties of style/sets.css.

/** @typedef {{ tag: 'path' | 'circle' | 'ellipse', class: string, [attribute: string]: string | number }} Shape */

/** @param {string} kind @param {string} d @returns {Shape} */
const path = (kind, d) => ({ tag: 'path', class: kind, d });
/** @param {number} r @param {string} kind @param {number} [cy] its middle @returns {Shape} */
const circle = (r, kind, cy = 50) => ({ tag: 'circle', class: kind, cx: 50, cy, r });
/** @param {number} rx @param {number} ry @param {string} kind @param {number} cy @returns {Shape} */
const ellipse = (rx, ry, kind, cy) => ({ tag: 'ellipse', class: kind, cx: 50, cy, rx, ry });

const crown = path('emblem', 'M31 58.5 28 37l11.5 10.500L50 31l10.5 16.500L72 37l-3 21.500zM31.5 62.500h37v6h-37z');

/** Flat: outlines and rings. */
const flatDisc = [circle(36.5, 'body'), circle(29, 'ring')];
/** One disc of a stack. @param {number} y its upper face @returns {Shape[]} */
const flatLayer = (y) => [path('body', `M15 ${y}v13a35 13 0 0 0 70 0v-13z`), ellipse(35, 13, 'body', y)];

/** @type {Record<string, Shape[]>} */
const flat = {
  man: [...flatDisc, circle(18, 'ring')],
  crowned: [...flatDisc, crown],
  tower: [...flatLayer(65), ...flatLayer(49), ...flatLayer(33), ellipse(23, 7.5, 'ring', 33)],
  king: [
    path('body', 'M46.5 10h7v6.500h6.500v7h-6.500v9h-7v-9h-6.500v-7h6.500z'),
    path('body', 'M50 31c-7 7-6 13 0 22 6-9 7-15 0-22z'),
    path('body', 'M28 86v-9h7C19 63 17 44 33 40c9-2 15 4 17 13 2-9 8-15 17-13 16 4 14 23-2 37h7v9z'),
    path('line', 'M35 77h30M37 69c8-3 18-3 26 0'),
  ],
  rook: [path('body', 'M26 86v-9h7l4-31h-7V23h10v8h6v-8h8v8h6v-8h10v23h-7l4 31h7v9z'), path('line', 'M37 46h26M33 77h34')],
  bishop: [
    path('body', 'M28 86v-8h13c2-6 1-9-3-14-9-11-4-26 12-39 16 13 21 28 12 39-4 5-5 8-3 14h13v8z'),
    circle(6, 'body', 19),
    path('line', 'M39 65h22M41 78h18M51 34l8 13'),
  ],
  pawn: [path('body', 'M29 86v-9h7c9-8 10-17 8-24h-7v-7h26v7h-7c-2 7-1 16 8 24h7v9z'), circle(14, 'body', 34)],
};

/** Relief: turned of wood, in light from above. */
const reliefDisc = [
  circle(36.5, 'body'),
  path('shine', 'M16 50a34 34 0 0 1 68 0a34 30 0 0 0-68 0z'),
  path('shade', 'M16 50a34 34 0 0 0 68 0a34 30 0 0 1-68 0z'),
  circle(26, 'ring'),
  path('shade', 'M26 50a24 24 0 0 1 48 0a24 20 0 0 0-48 0z'),
  path('shine', 'M26 50a24 24 0 0 0 48 0a24 20 0 0 1-48 0z'),
];
/** @param {number} y @returns {Shape[]} */
const reliefLayer = (y) => [
  path('body', `M15 ${y}v13a35 13 0 0 0 70 0v-13z`),
  path('shade', `M52 ${y + 25.5}a35 13 0 0 0 32-12.500v-13a35 13 0 0 1-32 13z`),
  ellipse(35, 13, 'body', y), ellipse(26, 8.5, 'ring', y),
];
/** The shadow that a figure throws on its square. */
const shadow = ellipse(31, 7, 'shadow', 86);

/** @type {Record<string, Shape[]>} */
const relief = {
  man: [circle(37, 'shadow', 53), ...reliefDisc, circle(11, 'ring')],
  crowned: [circle(36, 'shadow', 59), circle(35, 'body', 56), ...reliefDisc, crown],
  tower: [ellipse(36, 13, 'shadow', 83), ...reliefLayer(65), ...reliefLayer(49), ...reliefLayer(33), path('shine', 'M17 33a33 11 0 0 1 66 0a33 9 0 0 0-66 0z')],
  king: [
    shadow,
    path('body', 'M47 9h6v6h6v6h-6v7h-6v-7h-6v-6h6z'),
    path('body', 'M50 27c9 0 13 5 17 8 7 5 9 10 6 17-4 8-7 14-8 21 4 2 8 5 9 13H26c1-8 5-11 9-13-1-7-4-13-8-21-3-7-1-12 6-17 4-3 8-8 17-8z'),
    path('shade', 'M57 29c5 2 7 4 10 6 7 5 9 10 6 17-4 8-7 14-8 21 4 2 8 5 9 13H59c6-20 12-36-2-57z'),
    path('line', 'M36 73h28M33 52c10 5 24 5 34 0'),
  ],
  rook: [
    shadow,
    path('body', 'M28 18h11v7h6v-7h10v7h6v-7h11v18l-7 6c0 12 2 22 4 30 4 2 6 6 7 14H24c1-8 3-12 7-14 2-8 4-18 4-30l-7-6z'),
    path('shade', 'M61 25v-7h11v18l-7 6c0 12 2 22 4 30 4 2 6 6 7 14H61c2-22 1-44-3-60z'),
    path('line', 'M35 42h30M31 72h38'),
  ],
  bishop: [
    shadow,
    path('body', 'M50 23c10 7 19 17 16 29-1 5-5 8-8 10 1 5 3 8 6 11 5 2 8 6 9 13H27c1-7 4-11 9-13 3-3 5-6 6-11-3-2-7-5-8-10-3-12 6-22 16-29z'),
    circle(6.5, 'body', 17),
    path('shade', 'M55 27c9 8 14 16 11 25-1 5-5 8-8 10 1 5 3 8 6 11 5 2 8 6 9 13H60c1-10-3-17-5-24 7-11 5-22 0-35z'),
    path('line', 'M42 62h16M36 73h28M56 34l-7 13'),
  ],
  pawn: [
    shadow,
    path('body', 'M43 47a15 15 0 1 1 14 0l6 5-5 4c0 7 2 13 5 17 5 2 8 6 9 13H28c1-7 4-11 9-13 3-4 5-10 5-17l-5-4z'),
    path('shade', 'M58 21a15 15 0 0 1-1 26l6 5-5 4c0 7 2 13 5 17 5 2 8 6 9 13H59c2-14-3-26-5-34 7-9 8-20 4-31z'),
    path('line', 'M42 56h16M37 73h26'),
  ],
};

export const figures = { flat, relief };

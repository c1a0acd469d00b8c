// A game with its variations: a tree of moves. The first child of a node is its main line.

/** @typedef {{ cp?: number, mate?: number, wdl?: number[], depth?: number, best?: string, pv?: string[] }} Evaluation for the side to move there */

/** @typedef {{ sign: string, loss: number | null }} Judgement sign: `??`, `?`, `?!` or ''; loss: of winning chance, null if unknown */

/**
 * @typedef {object} Node
 * @property {string} move '' at the root
 * @property {string[]} path the squares that were clicked; empty if unknown
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {string} comment
 * @property {string} before a comment before the move, which begins a variation
 * @property {string} glyph `!`, `?!`, …
 * @property {string} nags other signs of its file, such as `$14 !?!!!`; they are written again
 * @property {Evaluation | null} evaluation
 * @property {string} side who made the move; '' if unknown
 * @property {Judgement | null} judgement of the move by a review
 * @property {boolean} isEngines whether a review added the move, as part of a better line
 */

/** @param {Node | null} parent @param {string} move @returns {Node} */
function newNode(parent, move) {
  return { move, path: [], parent, children: [], comment: '', before: '', glyph: '', nags: '', evaluation: null, side: '', judgement: null, isEngines: false };
}

export const newTree = () => newNode(null, '');

/** The child with this move, added if missing. @param {Node} parent @param {string} move @returns {Node} */
export function addMove(parent, move) {
  const known = parent.children.find((child) => child.move === move);
  if (known) return known;
  const child = newNode(parent, move);
  parent.children.push(child);
  return child;
}

/** The nodes from the root to this one, without the root. @param {Node} node @returns {Node[]} */
export function lineTo(node) {
  const line = [];
  for (let each = node; each.parent; each = each.parent) line.push(each);
  return line.reverse();
}

/** @param {Node} node @returns {string[]} */
export const movesTo = (node) => lineTo(node).map(({ move }) => move);

/** The end of the main line from here. @param {Node} node @returns {Node} */
export function lastOf(node) {
  let last = node;
  while (last.children.length > 0) last = last.children[0];
  return last;
}

/** The main line, including the root. @param {Node} root @returns {Node[]} */
export const mainLine = (root) => [root, ...lineTo(lastOf(root))];

/** @param {Node} node */
export function isMainLine(node) {
  return lineTo(node).every((each) => each.parent?.children[0] === each);
}

/** Makes the variation with this node the first one at its branch point. @param {Node} node */
export function promote(node) {
  const branch = [...lineTo(node)].reverse().find((each) => each.parent?.children[0] !== each);
  if (branch?.parent) moveFirst(branch);
}

/** Makes the node part of the main line. @param {Node} node */
export function makeMain(node) {
  for (const each of lineTo(node)) moveFirst(each);
}

/** @param {Node} node */
function moveFirst(node) {
  const siblings = node.parent?.children ?? [];
  siblings.splice(siblings.indexOf(node), 1);
  siblings.unshift(node);
}

/** Deletes the node and all that follows. @param {Node} node */
export function remove(node) {
  const siblings = node.parent?.children ?? [];
  siblings.splice(siblings.indexOf(node), 1);
}

/** The node, or where the line to it was cut off. @param {Node} node @returns {Node} */
export const standing = (node) => lineTo(node).find((each) => !each.parent?.children.includes(each))?.parent ?? node;

/** @param {Node} ancestor @param {Node} node */
export const contains = (ancestor, node) => node === ancestor || lineTo(node).includes(ancestor);

/** @param {Node} root @returns {Node[]} all of them, parents first */
export function allNodes(root) {
  const nodes = [root];
  for (const { children } of nodes) for (const child of children) nodes.push(child);
  return nodes;
}

/** @typedef {{ m: string, p?: string[], c?: string, b?: string, g?: string, a?: string, e?: Evaluation, s?: string, j?: Judgement, v?: 1, u?: number }} PackedNode u: the index of its parent, unless that is the one before */
/** @typedef {PackedNode & { n?: Nested[] }} Nested with its children, as earlier versions stored them */
/** @typedef {PackedNode[] | Nested} Packed each line from its beginning to its end, and then the variations of its last move */

/** Without parents and empty fields, for storage; flat, since a game can have more moves than a stack has room for. @param {Node} root @returns {PackedNode[]} */
export function pack(root) {
  /** @type {PackedNode[]} */
  const all = [];
  const open = [{ node: root, parent: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent } = next;
    const index = all.push(packNode(node)) - 1;
    if (parent !== index - 1) all[index].u = parent;
    for (const child of [...node.children].reverse()) open.push({ node: child, parent: index });
  }
  return all;
}

/** @param {Node} node */
function packNode(node) {
  /** @type {PackedNode} */
  const packed = { m: node.move };
  if (node.path.length) packed.p = node.path;
  if (node.comment) packed.c = node.comment;
  if (node.before) packed.b = node.before;
  if (node.glyph) packed.g = node.glyph;
  if (node.nags) packed.a = node.nags;
  if (node.evaluation) packed.e = node.evaluation;
  if (node.side) packed.s = node.side;
  if (node.judgement) packed.j = node.judgement;
  if (node.isEngines) packed.v = 1;
  return packed;
}

/** @param {Packed} packed @returns {Node} */
export function unpack(packed) {
  /** @type {Node[]} */
  const nodes = [];
  for (const [i, each] of flat(packed).entries()) {
    const parent = i ? nodes[each.u ?? i - 1] : null;
    const node = unpackNode(each, parent);
    nodes.push(node);
    parent?.children.push(node);
  }
  return nodes[0];
}

/** @param {PackedNode} packed @param {Node | null} parent @returns {Node} */
const unpackNode = (packed, parent) => ({
  ...newNode(parent, packed.m), path: packed.p ?? [], comment: packed.c ?? '', before: packed.b ?? '', glyph: packed.g ?? '', nags: packed.a ?? '',
  evaluation: packed.e ?? null, side: packed.s ?? '', judgement: packed.j ?? null, isEngines: packed.v === 1,
});

/** The nodes of a stored tree, also of one that an earlier version stored. @param {Packed} packed @returns {PackedNode[]} */
export function flat(packed) {
  if (Array.isArray(packed)) return packed;
  /** @type {PackedNode[]} */
  const all = [];
  const open = [{ nested: packed, parent: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { n: children = [], ...node } = next.nested;
    const index = all.push(node) - 1;
    if (next.parent !== index - 1) all[index].u = next.parent;
    for (const nested of [...children].reverse()) open.push({ nested, parent: index });
  }
  return all;
}

/** How many moves the main line has. @param {Packed} packed */
export function mainMoves(packed) {
  const nodes = flat(packed);
  const branch = nodes.findIndex(({ u }) => u !== undefined);
  return (branch < 0 ? nodes.length : branch) - 1;
}

/** The path to a node as child indices, and its inverse. @param {Node} node @returns {number[]} */
export function wayTo(node) {
  return lineTo(node).map((each) => each.parent?.children.indexOf(each) ?? 0);
}

/** @param {Node} root @param {number[]} way @returns {Node} */
export function follow(root, way) {
  let node = root;
  for (const number of way) node = node.children[number] ?? node;
  return node;
}

/** The signs of moves, by their NAGs. */
export const glyphs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {string} first @param {string} second */
export const joined = (first, second) => (first && second ? `${first} ${second}` : first || second);

/** @param {Node} node @param {string} nag a number, or a sign that has none */
export function addNag(node, nag) {
  const glyph = glyphs[Number(nag)];
  if (glyph && !node.glyph) node.glyph = glyph;
  else node.nags = joined(node.nags, /^\d/.test(nag) ? `$${nag}` : nag);
}

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
 * @property {string} glyph `!`, `?!`, …
 * @property {string} nags others of its file, such as `$14 $36`; they are written again
 * @property {Evaluation | null} evaluation
 * @property {string} side who made the move; '' if unknown
 * @property {Judgement | null} judgement of the move by a review
 * @property {boolean} isEngines whether a review added the move, as part of a better line
 */

/** @param {Node | null} parent @param {string} move @returns {Node} */
function newNode(parent, move) {
  return { move, path: [], parent, children: [], comment: '', glyph: '', nags: '', evaluation: null, side: '', judgement: null, isEngines: false };
}

export const newTree = () => newNode(null, '');

/** The child with this move, added if missing. @param {Node} parent @param {string} move @returns {Node} */
export function addMove(parent, move) {
  return parent.children.find((child) => child.move === move) ?? appendMove(parent, move);
}

/** A new child with a move that no other child has. @param {Node} parent @param {string} move @returns {Node} */
export function appendMove(parent, move) {
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

/** @typedef {{ m: string, p?: string[], c?: string, g?: string, a?: string, e?: Evaluation, s?: string, j?: Judgement, v?: 1, n?: Packed[] }} Packed */

/** Without parents and empty fields, for storage. @param {Node} node @returns {Packed} */
export function pack(node) {
  /** @type {Packed} */
  const packed = { m: node.move };
  if (node.path.length) packed.p = node.path;
  if (node.comment) packed.c = node.comment;
  if (node.glyph) packed.g = node.glyph;
  if (node.nags) packed.a = node.nags;
  if (node.evaluation) packed.e = node.evaluation;
  if (node.side) packed.s = node.side;
  if (node.judgement) packed.j = node.judgement;
  if (node.isEngines) packed.v = 1;
  if (node.children.length) packed.n = node.children.map(pack);
  return packed;
}

/** @param {Packed} packed @param {Node | null} [parent] @returns {Node} */
export function unpack(packed, parent = null) {
  const node = newNode(parent, packed.m);
  node.path = packed.p ?? [];
  node.comment = packed.c ?? '';
  node.glyph = packed.g ?? '';
  node.nags = packed.a ?? '';
  node.evaluation = packed.e ?? null;
  node.side = packed.s ?? '';
  node.judgement = packed.j ?? null;
  node.isEngines = packed.v === 1;
  node.children = (packed.n ?? []).map((each) => unpack(each, node));
  return node;
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

// A game with its variations: a tree of moves. The first child of a node is its main line.

/** @typedef {{ cp?: number, mate?: number, wdl?: number[], depth?: number, best?: string, pv?: string[] }} Evaluation for the side to move */

/** @typedef {{ sign: string, loss: number, reasons?: string[] }} Judgement sign: `??`, `?`, `?!` or ''; loss: of winning chance, from 0 to 1; reasons: the engine's lines `reason …` */

/**
 * @typedef {object} Node
 * @property {string} move '' at the root
 * @property {string[]} path the clicked squares; empty if unknown
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {string} comment
 * @property {string} before comment before the first move of a variation
 * @property {string} glyph `!`, `?!`, …
 * @property {string} nags other signs in the file, such as `$14 !?!!!`; exports write them again
 * @property {Evaluation | null} evaluation
 * @property {string} side who made the move; '' if unknown
 * @property {Judgement | null} judgement of the move by a review
 * @property {boolean} isEngines whether a review added the move
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

/** The last node of the main line. @param {Node} node @returns {Node} */
export function lastOf(node) {
  let last = node;
  while (last.children.length > 0) last = last.children[0];
  return last;
}

/** The main line, including the root. @param {Node} root @returns {Node[]} */
export const mainLine = (root) => [root, ...lineTo(lastOf(root))];

/** @param {Node} node */
export const isMainLine = (node) => lineTo(node).every((each) => each.parent?.children[0] === each);

/** Makes the innermost variation with this node the main line of its branch. @param {Node} node */
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
  remove(node);
  node.parent?.children.unshift(node);
}

/** Deletes the node and its successors. @param {Node} node */
export function remove(node) {
  const siblings = node.parent?.children ?? [];
  siblings.splice(siblings.indexOf(node), 1);
}

/** The node, or its last ancestor still in the tree. @param {Node} node @returns {Node} */
export const nearestInTree = (node) => lineTo(node).find((each) => !each.parent?.children.includes(each))?.parent ?? node;

/** @param {Node} ancestor @param {Node} node */
export const contains = (ancestor, node) => node === ancestor || lineTo(node).includes(ancestor);

/** @param {Node} root @returns {Node[]} all of them, parents first */
export function allNodes(root) {
  const nodes = [root];
  for (const { children } of nodes) for (const child of children) nodes.push(child);
  return nodes;
}

/** @typedef {{ m: string, p?: string[], c?: string, b?: string, g?: string, a?: string, e?: Evaluation, s?: string, j?: Judgement, v?: 1, u?: number }} PackedNode u: index of the parent, unless it is the previous node */
/** @typedef {PackedNode & { n?: Nested[] }} Nested with children, as stored by earlier versions */
/** @typedef {PackedNode[] | Nested} Packed parents before children, main lines before variations */

/** Without recursion, because long games would exceed the stack. @template T @param {T} root @param {(node: T) => T[]} childrenOf @param {(node: T) => PackedNode} packed */
function flatten(root, childrenOf, packed) {
  const all = [];
  const open = [{ node: root, parent: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent } = next;
    const index = all.push(packed(node)) - 1;
    if (parent !== index - 1) all[index].u = parent;
    for (const child of [...childrenOf(node)].reverse()) open.push({ node: child, parent: index });
  }
  return all;
}

/** For storage: without empty fields. @param {Node} root @returns {PackedNode[]} */
export const pack = (root) => flatten(root, ({ children }) => children, packNode);

/** Short names of stored fields. */
const shortNames = /** @type {const} */ ([
  ['path', 'p'], ['comment', 'c'], ['before', 'b'], ['glyph', 'g'], ['nags', 'a'], ['evaluation', 'e'], ['side', 's'], ['judgement', 'j'],
]);

/** @param {Node} node @returns {PackedNode} */
function packNode(node) {
  const fields = shortNames.flatMap(([name, short]) => (Object.values(node[name] ?? '').length ? [[short, node[name]]] : []));
  return { m: node.move, ...Object.fromEntries(fields), ...(node.isEngines ? { v: 1 } : {}) };
}

/** @param {Packed} packed @returns {Node} */
export function unpack(packed) {
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
function unpackNode(packed, parent) {
  const fields = shortNames.flatMap(([name, short]) => (packed[short] === undefined ? [] : [[name, packed[short]]]));
  return { ...newNode(parent, packed.m), ...Object.fromEntries(fields), isEngines: packed.v === 1 };
}

/** The nodes of a stored tree, also of the nested format. @param {Packed} packed @returns {PackedNode[]} */
export const flat = (packed) => (Array.isArray(packed) ? packed : flatten(packed, ({ n = [] }) => n, ({ n: _, ...node }) => node));

/** Length of the main line. @param {Packed} packed */
export function mainMoves(packed) {
  const nodes = flat(packed);
  const branch = nodes.findIndex(({ u }) => u !== undefined);
  return (branch < 0 ? nodes.length : branch) - 1;
}

/** The path to a node as child indices, and its inverse. @param {Node} node @returns {number[]} */
export const wayTo = (node) => lineTo(node).map((each) => each.parent?.children.indexOf(each) ?? 0);

/** @param {Node} root @param {number[]} way @returns {Node} */
export function follow(root, way) {
  let node = root;
  for (const number of way) node = node.children[number] ?? node;
  return node;
}

/** Signs of moves by NAG. */
export const glyphs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {string} first @param {string} second */
export const joined = (first, second) => (first && second ? `${first} ${second}` : first || second);

/** @param {Node} node @param {string} nag a number, or a sign without one */
export function addNag(node, nag) {
  const glyph = glyphs[Number(nag)];
  if (glyph && !node.glyph) node.glyph = glyph;
  else node.nags = joined(node.nags, /^\d/.test(nag) ? `$${nag}` : nag);
}

/** The worst first. */
export const mistakeSigns = ['??', '?', '?!'];

/** The review's sign, else a person's; '' if the move is no mistake. @param {Node} node */
export const mistakeSign = ({ judgement, glyph }) => judgement?.sign || (mistakeSigns.includes(glyph) ? glyph : '');

/** @param {Node} root @returns {Node[]} the mistakes of the main line */
export const mistakesOf = (root) => mainLine(root).filter((node) => mistakeSign(node) !== '');

/** @param {Node} root */
export const hasMarks = (root) => allNodes(root).some(({ judgement, isEngines }) => judgement !== null || isEngines);

/** Existing moves keep their author. @param {Node} from @param {string[]} moves */
export function addEngineLine(from, moves) {
  let node = from;
  for (const move of moves) {
    const isNew = !node.children.some((child) => child.move === move);
    node = addMove(node, move);
    if (isNew) node.isEngines = true;
  }
}

/** Removes a review, except moves that people promoted, continued or commented on. @param {Node} root */
export function removeMarks(root) {
  const nodes = allNodes(root);
  const ofPeople = nodes.filter(({ isEngines, comment, glyph }) => !isEngines || comment !== '' || glyph !== '');
  const kept = new Set([...mainLine(root), ...ofPeople.flatMap(lineTo)]);
  for (const node of nodes) {
    node.judgement = null;
    if (node.isEngines && !kept.has(node)) remove(node);
    node.isEngines = false;
  }
}

// In a file, a judged move has the command `[%loss PERCENT SIGN]` in its comment, as crown-annotate writes it: the loss of winning
// chance, and the sign if the loss is a mistake. The sign is written as a NAG, too, unless a person gave another. `[%engine]` begins a
// better line.
const commands = /\[%(?:loss (\d{1,3}(?:\.\d)?)(?: (\?\?|\?!|\?))?|(engine))\]/g;

/** The comment of a move in a file. @param {Node} node */
export function writtenComment({ judgement, isEngines, parent, comment }) {
  const loss = judgement && `[%loss ${[Math.round(1000 * judgement.loss) / 10, judgement.sign].join(' ').trim()}]`;
  const line = isEngines && !parent?.isEngines && '[%engine]';
  return [loss, line, comment].filter(Boolean).join(' ');
}

/** @param {Node} node */
export const writtenSign = ({ glyph, judgement }) => glyph || (judgement?.sign ?? '');

/** Turns these commands into marks again. @param {Node} root */
export function readMarks(root) {
  for (const node of allNodes(root)) {
    if (node.parent?.isEngines) node.isEngines = true;
    const found = [...node.comment.matchAll(commands)];
    if (found.length) node.comment = node.comment.replaceAll(commands, '\n').split('\n').map((text) => text.trim()).filter(Boolean).join(' ');
    for (const [, loss, sign = '', line] of found) {
      if (line) node.isEngines = true;
      else node.judgement = { sign, loss: Math.round(10 * Number(loss)) / 1000 };
      if (!line && node.glyph === sign) node.glyph = '';
    }
  }
}

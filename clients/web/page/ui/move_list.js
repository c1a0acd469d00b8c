// The moves with variations; the current move can be promoted, deleted and commented on.
import { glyphClass, remarkIn } from '../analysis/scores.js';
import { allNodes, isMainLine, lastOf } from '../game/tree.js';
import { firstSide } from '../game/notation.js';
import { t } from '../lang/text.js';
import { enable, h, iconButton, inNextFrame } from './dom.js';
import { sentencesOf } from './explanations.js';

/** @typedef {import('../game/tree.js').Node} Node */

/** @param {import('../main.js').App} app @param {HTMLElement} container */
export function showMoveList(app, container) {
  const { currentGame, undoHistory } = app;
  const list = h('div', { class: 'moves', role: 'group', 'aria-label': t('moves.title'), tabindex: 0 });
  const comment = h('textarea', { rows: 2, class: 'comment-field', 'aria-label': t('moves.comment') });
  comment.hidden = true;
  /** The move of the comment, also when another one is played meanwhile. */
  let commented = currentGame.record.cursor;
  comment.addEventListener('change', () => {
    commented.comment = comment.value.trim();
    currentGame.notifyChange();
  });
  const buttons = {
    first: iconButton(t('moves.first'), 'first', () => currentGame.goTo(currentGame.record.root)),
    previous: iconButton(t('moves.previous'), 'previous', () => step(app, -1)),
    next: iconButton(t('moves.next'), 'next', () => step(app, 1)),
    last: iconButton(t('moves.last'), 'last', () => currentGame.goTo(lastOf(currentGame.record.cursor))),
    flip: iconButton(t('play.flip'), 'flip', () => currentGame.flip()),
  };
  const edits = {
    undo: iconButton(t('moves.undo'), 'undo', () => undoHistory.undo(), 'edit-undo'),
    redo: iconButton(t('moves.redo'), 'redo', () => undoHistory.redo(), 'edit-redo'),
    promote: iconButton(t('moves.promote'), 'up', () => currentGame.promote(currentGame.record.cursor)),
    note: iconButton(t('moves.comment'), 'note', () => {
      comment.hidden = !comment.hidden;
      if (!comment.hidden) comment.focus();
    }),
    remove: iconButton(t('moves.delete'), 'bin', () => currentGame.remove(currentGame.record.cursor)),
  };

  edits.remove.classList.add('apart');
  container.replaceChildren(h('h2', { class: 'sr-only' }, t('moves.title')), list, comment,
    h('div', { class: 'toolbar' },
      h('div', { class: 'tools' }, ...Object.values(buttons)), h('div', { class: 'tools' }, ...Object.values(edits))));

  const showCurrent = () => {
    const current = currentOf(list);
    if (current) keepInSight(list, current);
    else if (!currentGame.record.cursor.parent) list.scrollTo(0, 0);
  };
  new ResizeObserver(showCurrent).observe(list);
  // Scrolling forces layout, so wait for the next frame.
  const showCurrentInNextFrame = inNextFrame(showCurrent);

  /** @type {unknown[]} */
  let content = [];

  const update = () => {
    const { record } = currentGame;
    const { cursor, root } = record;
    const second = currentGame.knownView(root)?.turn ?? root.children[0]?.side ?? '';
    const begins = currentGame.view && second && second !== firstSide(currentGame.view) ? 1 : 0;
    const hadFocus = list.contains(document.activeElement) && document.activeElement !== list;
    const latest = [begins, ...contentOf(root)];
    if (!isEqual(latest, content)) {
      content = latest;
      list.replaceChildren(...(root.children.length ? lines(app, root, begins) : [h('p', { class: 'quiet empty' }, t('moves.none'))]));
    }
    markCurrent(list, cursor);
    showCurrentInNextFrame();
    if (hadFocus) (currentOf(list) ?? list).focus({ preventScroll: true });
    enable(buttons.first, cursor !== root);
    enable(buttons.previous, cursor !== root);
    enable(buttons.next, cursor.children.length > 0);
    enable(buttons.last, cursor.children.length > 0);
    enable(edits.promote, !isMainLine(cursor) && !record.playing);
    enable(edits.remove, cursor !== root && !record.playing);
    if (document.activeElement !== comment) {
      commented = cursor;
      comment.value = cursor.comment;
    }
    comment.setAttribute('aria-label', t('moves.commentOf', { move: commented.move || t('moves.start') }));
  };
  currentGame.onUpdate(update);
  const updateEdits = () => {
    enable(edits.undo, undoHistory.steps.last !== undefined);
    enable(edits.redo, undoHistory.steps.next !== undefined);
  };
  undoHistory.addEventListener('change', updateEdits);
  updateEdits();
}

/** @param {import('../main.js').App} app @param {-1 | 1} direction */
export function step({ currentGame }, direction) {
  const { requestedNode } = currentGame;
  const node = direction < 0 ? requestedNode.parent : requestedNode.children[0];
  if (!node) return;
  currentGame.steppedTo = node;
  currentGame.goTo(node);
}

/** @param {HTMLElement} list @returns {HTMLElement | null} */
const currentOf = (list) => list.querySelector('[aria-current]');

/** @type {WeakMap<Element, Node>} nodes of moves and remarks */
const nodeOf = new WeakMap();

/** @param {HTMLElement} list @param {Node} cursor */
function markCurrent(list, cursor) {
  for (const [kind, mark, value] of [['.move', 'aria-current', 'true'], ['.remark', 'data-current', '']]) {
    for (const element of list.querySelectorAll(kind)) {
      if (nodeOf.get(element) !== cursor) element.removeAttribute(mark);
      else if (!element.hasAttribute(mark)) element.setAttribute(mark, value);
    }
  }
}

/** Everything that the list shows of a tree; the list is rebuilt only if this differs. @param {Node} root */
const contentOf = (root) => [root.comment, ...allNodes(root).slice(1).flatMap((node) =>
  [node, node.move, node.glyph, node.judgement?.sign, node.judgement?.reasons, node.comment, node.isEngines])];

/** @param {unknown[]} one @param {unknown[]} other */
const isEqual = (one, other) => one.length === other.length && one.every((value, index) => value === other[index]);

/** Scrolls the list, never the page. @param {HTMLElement} list @param {HTMLElement} current */
function keepInSight(list, current) {
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  if (inner.left < outer.left || inner.right > outer.right) list.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

/** @param {import('../main.js').App} app @param {Node} node @param {string} [number] */
function moveButton({ currentGame }, node, number) {
  const { glyph, judgement } = node;
  const sign = judgement?.sign ?? '';
  const button = h('button', { type: 'button', class: 'move', onclick: () => currentGame.goTo(node) },
    number ? h('span', { class: 'move-number' }, number) : null, node.move,
    glyph ? h('span', { class: `glyph ${glyphClass(glyph)}` }, glyph) : null,
    sign ? h('span', { class: `glyph by-engine ${glyphClass(sign)}`, title: t('sign.engine', { sign: t(`sign.${sign}`) }) }, sign) : null);
  nodeOf.set(button, node);
  return button;
}

/** A comment on its own line, with its move if that may be unclear. @param {Node} node @param {boolean} [isNamed] */
function remark(node, isNamed = false) {
  const text = remarkIn(node.comment);
  if (!text) return '';
  const line = h('p', { class: 'remark', title: text },
    isNamed ? h('span', { class: 'remark-of' }, `${node.move}: `) : null, h('span', { class: 'comment' }, text));
  nodeOf.set(line, node);
  return line;
}

/** Why the engine thinks that a move is a mistake. @param {import('../main.js').App} app @param {Node} node */
function explanation({ currentGame }, node) {
  const reasons = node.judgement?.reasons ?? [];
  if (!reasons.length) return '';
  const element = h('div', { class: 'variation explanation' });
  sentencesOf(currentGame, node, reasons).then((sentences) => element.replaceChildren(...sentences));
  return element;
}

/** The main line, two moves a row, with comments and variations between rows. @param {import('../main.js').App} app @param {Node} root @param {number}begins 1 if the second side moves first */
function lines(app, root, begins) {
  /** @type {(HTMLElement | '')[]} */
  const parts = [remark(root)];
  let ply = begins;
  /** @type {HTMLElement | null} */
  let row = null;
  /** @type {(HTMLElement | '')[]} */
  let remarks = [];
  for (let node = root; node.children.length > 0; node = node.children[0], ply += 1) {
    const [main, ...others] = node.children;
    if (!row || ply % 2 === 0) {
      parts.push(...remarks.splice(0));
      row = h('div', { class: 'row' }, h('span', { class: 'move-number' }, `${Math.floor(ply / 2) + 1}.`));
      if (ply % 2 === 1) row.append(h('span', { class: 'move skipped' }, '…'));
      parts.push(row);
    }
    row.append(moveButton(app, main));
    remarks.push(remark(main, true));
    const reasons = explanation(app, main);
    if (!others.length) {
      remarks.push(reasons);
      continue;
    }
    parts.push(...remarks.splice(0), ...others.map((other) =>
      h('div', { class: `variation${other.isEngines ? ' by-engine' : ''}`, title: other.isEngines && t('sign.better') }, ...variation(app, other, ply))), reasons);
    row = null;
  }
  return [...parts, ...remarks].filter((part) => part !== '');
}

/** @param {import('../main.js').App} app @param {Node} first @param {number} start @returns {HTMLElement[]} */
function variation(app, first, start) {
  const parts = [];
  let ply = start;
  let numbered = true;
  for (/** @type {Node | undefined} */ let node = first; node; node = node.children[0], ply += 1) {
    const dots = ply % 2 === 0 ? '.' : '…';
    parts.push(moveButton(app, node, numbered || ply % 2 === 0 ? `${Math.floor(ply / 2) + 1}${dots}` : undefined));
    const text = remarkIn(node.comment);
    if (text) parts.push(h('span', { class: 'comment' }, text));
    const others = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    for (const other of others) parts.push(h('span', { class: 'variation inner' }, ...variation(app, other, ply)));
    numbered = text !== '' || others.length > 0;
  }
  return parts;
}

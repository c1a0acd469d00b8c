// The moves with their variations; the one that is shown can be promoted, deleted and commented on.
import { glyphClass } from '../analysis/chances.js';
import { isMainLine, lastOf } from '../game/tree.js';
import { firstSide } from '../game/notation.js';
import { t } from '../lang/text.js';
import { enable, h, iconButton } from './dom.js';

/** @typedef {import('../game/tree.js').Node} Node */

/** @param {import('./app.js').App} app @param {HTMLElement} place */
export function showMoves(app, place) {
  const { table } = app;
  const list = h('div', { class: 'moves', role: 'group', 'aria-label': t('moves.title'), tabindex: 0 });
  const comment = h('textarea', { rows: 2, class: 'comment-field', 'aria-label': t('moves.comment') });
  comment.hidden = true;
  comment.addEventListener('change', () => {
    table.record.cursor.comment = comment.value.trim();
    table.touch();
  });
  const buttons = {
    first: iconButton(t('moves.first'), 'first', () => table.goTo(table.record.root)),
    previous: iconButton(t('moves.previous'), 'previous', () => step(app, -1)),
    next: iconButton(t('moves.next'), 'next', () => step(app, 1)),
    last: iconButton(t('moves.last'), 'last', () => table.goTo(lastOf(table.record.cursor))),
    flip: iconButton(t('play.flip'), 'flip', () => table.flip()),
    promote: iconButton(t('moves.promote'), 'up', () => table.promote(table.record.cursor)),
    remove: iconButton(t('moves.delete'), 'bin', () => table.remove(table.record.cursor)),
    note: iconButton(t('moves.comment'), 'note', () => {
      comment.hidden = !comment.hidden;
      if (!comment.hidden) comment.focus();
    }),
  };
  place.replaceChildren(h('h2', { class: 'sr-only' }, t('moves.title')), list, comment,
    h('div', { class: 'toolbar' }, ...Object.values(buttons)));

  const update = () => {
    const { record } = table;
    const { cursor, root } = record;
    const second = table.viewOf(root)?.turn ?? root.children[0]?.side ?? '';
    const begins = table.view && second && second !== firstSide(table.view) ? 1 : 0;
    list.replaceChildren(...(root.children.length ? lines(app, root, begins) : [h('p', { class: 'quiet empty' }, t('moves.none'))]));
    const current = list.querySelector('[aria-current]');
    if (current instanceof HTMLElement) keepInSight(list, current);
    enable(buttons.first, cursor !== root);
    enable(buttons.previous, cursor !== root);
    enable(buttons.next, cursor.children.length > 0);
    enable(buttons.last, cursor.children.length > 0);
    enable(buttons.promote, !isMainLine(cursor) && !record.playing);
    enable(buttons.remove, cursor !== root && !record.playing);
    if (document.activeElement !== comment) comment.value = cursor.comment;
    comment.setAttribute('aria-label', t('moves.commentOf', { move: cursor.move || t('moves.start') }));
  };
  for (const event of ['position', 'change']) table.addEventListener(event, update);
}

/** @param {import('./app.js').App} app @param {-1 | 1} direction */
export function step({ table }, direction) {
  const { cursor } = table.record;
  const node = direction < 0 ? cursor.parent : cursor.children[0];
  if (node) table.goTo(node);
}

/** Only the list scrolls, never the page. @param {HTMLElement} list @param {HTMLElement} current */
function keepInSight(list, current) {
  const top = current.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

/** @param {import('./app.js').App} app @param {Node} node @param {string} [number] */
function moveButton({ table }, node, number) {
  const glyph = node.glyph ? h('span', { class: `glyph ${glyphClass(node.glyph)}` }, node.glyph) : null;
  return h('button', { type: 'button', class: 'move', 'aria-current': table.record.cursor === node && 'true', onclick: () => table.goTo(node) },
    number ? h('span', { class: 'move-number' }, number) : null, node.move, glyph);
}

/** @param {string} text */
const commentPart = (text) => h('span', { class: 'comment' }, text);

/** The main line, two moves a row, its variations between. @param {import('./app.js').App} app @param {Node} root @param {number} begins 1 where the second side makes the first move */
function lines(app, root, begins) {
  /** @type {HTMLElement[]} */
  const parts = root.comment ? [commentPart(root.comment)] : [];
  let ply = begins;
  /** @type {HTMLElement | null} */
  let row = null;
  for (let node = root; node.children.length > 0; node = node.children[0], ply += 1) {
    const [main, ...others] = node.children;
    if (!row || ply % 2 === 0) {
      row = h('div', { class: 'row' }, h('span', { class: 'move-number' }, `${Math.floor(ply / 2) + 1}.`));
      if (ply % 2 === 1) row.append(h('span', { class: 'move skipped' }, '…'));
      parts.push(row);
    }
    row.append(moveButton(app, main));
    if (main.comment) parts.push(commentPart(main.comment));
    for (const other of others) parts.push(h('div', { class: 'variation' }, ...variation(app, other, ply)));
    if (main.comment || others.length) row = null;
  }
  return parts;
}

/** @param {import('./app.js').App} app @param {Node} first @param {number} start @returns {HTMLElement[]} */
function variation(app, first, start) {
  /** @type {HTMLElement[]} */
  const parts = [];
  let ply = start;
  let numbered = true;
  for (/** @type {Node | undefined} */ let node = first; node; node = node.children[0], ply += 1) {
    const dots = ply % 2 === 0 ? '.' : '…';
    parts.push(moveButton(app, node, numbered || ply % 2 === 0 ? `${Math.floor(ply / 2) + 1}${dots}` : undefined));
    if (node.comment) parts.push(commentPart(node.comment));
    const others = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    for (const other of others) parts.push(h('span', { class: 'variation inner' }, ...variation(app, other, ply)));
    numbered = Boolean(node.comment) || others.length > 0;
  }
  return parts;
}

// A game in the list of games.
import { t } from '../lang/text.js';
import { button, h, iconButton } from './dom.js';

/** @typedef {import('../game/catalogue.js').Entry} Entry */

/**
 * @param {Entry} entry @param {{ isOpen: boolean, isChosen: boolean }} state isOpen: on the board
 * @param {{ open: () => void, edit: () => void, remove: () => void, choose: (on: boolean) => void }} acts
 */
export function gameRow(entry, { isOpen, isChosen }, acts) {
  const { names, result, event, game, moves, day } = entry;
  const about = [event, game, moves ? t('games.moves', { count: moves }) : t('games.position'), day].filter(Boolean).join(' · ');
  const title = `${names}, ${day}`;
  const box = h('input', { type: 'checkbox', checked: isChosen, 'aria-label': t('games.choose', { title }) });
  box.addEventListener('change', () => acts.choose(box.checked));
  return h('li', {}, box,
    h('span', { class: 'game-about' },
      h('strong', {}, names, ' ', result ? h('span', { class: 'game-result' }, result) : null), h('span', { class: 'quiet' }, about)),
    h('span', { class: 'game-actions' },
      isOpen ? h('span', { class: 'quiet' }, t('games.onBoard')) : button(t('games.open'), acts.open),
      iconButton(t('games.edit', { title }), 'edit', acts.edit),
      isOpen ? null : iconButton(t('games.deleteOf', { title }), 'bin', acts.remove)));
}

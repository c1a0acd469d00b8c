// The end of a game, as a card beside the board, which shows the last position: who won, why, and what one may do next.
import { drawByRule } from '../play/draws.js';
import { playAgain } from '../play/record.js';
import { sideNamed } from '../protocol/view.js';
import { t } from '../lang/text.js';
import { saveGame } from './exchange.js';
import { button, h, iconButton } from './dom.js';
import { say } from './messages.js';
import { sidePiece } from './side_piece.js';
import { endingSentence, winnerText } from './words.js';

/** @param {import('./app.js').App} app @returns {HTMLElement} the card */
export function showEnd(app) {
  const { table } = app;
  const card = h('div', { class: 'end-card fresh', role: 'dialog', 'aria-labelledby': 'end-title', 'aria-describedby': 'end-why', tabindex: -1, hidden: true });
  /** The game that was still going on when it was last looked at. */
  let live = '';

  const dismiss = () => {
    const hadFocus = card.contains(document.activeElement);
    card.hidden = true;
    if (hadFocus) document.getElementById('status')?.focus();
  };
  /** @param {() => void} act */
  const then = (act) => () => {
    dismiss();
    act();
  };
  const fill = () => {
    const { record, ending } = table;
    const view = table.viewOf(record.head);
    if (!view || !ending) return '';
    const title = winnerText(view, ending, record);
    const why = endingSentence(view, ending, record);
    const winner = sideNamed(view, ending.winner);
    const isByRule = !record.ending && drawByRule(view);
    card.replaceChildren(
      iconButton(t('app.close'), 'close', dismiss),
      h('h2', { id: 'end-title' }, winner ? sidePiece(view, winner.name) : null, title),
      h('p', { id: 'end-why' }, why),
      h('div', { class: 'buttons' },
        button(t('play.again'), then(() => app.open(playAgain(record))), { icon: 'again', kind: 'primary' }),
        button(t('play.review'), then(() => app.review()), { icon: 'chart' }),
        button(t('play.save'), () => saveGame(app), { icon: 'save' }),
        button(t('play.analyse'), then(() => table.analyse()), { icon: 'lens' }),
        isByRule ? button(t('play.playOn'), then(() => table.playOn()), { icon: 'next' }) : null),
    );
    return `${title}. ${why}`;
  };
  const update = () => {
    const { record, isLive, ending } = table;
    const isOver = record.playing && !isLive && record.cursor === record.head;
    if (isOver && ending && live === record.id) {
      const text = fill();
      card.hidden = false;
      say(text);
      const active = document.activeElement;
      if (!active || active === document.body || active.closest('#status')) card.focus();
    } else if (!isOver && !card.hidden) dismiss();
    live = isLive ? record.id : '';
  };
  for (const event of ['position', 'change']) table.addEventListener(event, update);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !card.hidden && !document.querySelector('dialog[open]')) dismiss();
  }, true);
  return card;
}

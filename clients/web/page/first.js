// The boards of the games, for who was never here, while the rest of the page is still on its way: where the page has answers about them.
import { firstAnswers } from './protocol/config.js';
import { readView } from './protocol/view.js';
import { local } from './storage/values.js';
import { h } from './ui/dom.js';
import { SmallBoard } from './ui/small_board.js';

const answers = Object.entries(firstAnswers);
/** The last one of a game is its picture. */
const views = new Map(answers.filter(([lines]) => lines.startsWith('position ')).map(([, answer]) => readView(answer)).map((view) => [view.game, view]));
const place = document.getElementById('page-start');
const wasHere = local.names().length > 0 || location.hash.length > 1;
if (views.size && place && !place.childElementCount && !wasHere) {
  place.append(h('div', { class: 'cards' }, ...[...views.values()].map((view) => {
    const board = new SmallBoard();
    board.show(view);
    return h('article', { class: 'card' }, h('div', { class: 'card-begin' }, board.element));
  })));
  place.hidden = false;
  document.getElementById('page-board')?.setAttribute('hidden', '');
}

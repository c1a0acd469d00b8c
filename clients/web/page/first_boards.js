// Draws the games' boards for a first-time visitor while the rest of the page loads.
import { firstAnswers } from './protocol/config.js';
import { readView } from './protocol/parse.js';
import { local } from './storage/values.js';
import { h } from './ui/dom.js';
import { SmallBoard } from './board/small_board.js';

const answers = Object.entries(firstAnswers);
/** By game; the picture comes after the first position, and replaces it. */
const views = new Map(answers.filter(([lines]) => lines.startsWith('position ')).map(([, answer]) => readView(answer)).map((view) => [view.game, view]));
const container = document.getElementById('page-start');
const wasHere = local.names().length > 0 || location.hash.length > 1;
if (views.size && container && !container.childElementCount && !wasHere) {
  container.append(h('div', { class: 'cards' }, ...[...views.values()].map((view) => {
    const board = new SmallBoard();
    board.show(view);
    return h('article', { class: 'card' }, h('div', { class: 'card-begin' }, board.element));
  })));
  container.hidden = false;
  document.getElementById('page-board')?.setAttribute('hidden', '');
}

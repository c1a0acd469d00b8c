// The players beside the board: name, number of pieces, clock, and the engine's output.
import { clockText } from '../play/table.js';
import { reversed, scoreText } from '../analysis/scores.js';
import { t } from '../lang/text.js';
import { h } from './dom.js';
import { sidePiece } from '../board/pieces.js';
import { lightSide, playerName, scoreWords, sideTitle } from './descriptions.js';

/** @param {import('../main.js').App} app @param {HTMLElement} top @param {HTMLElement} bottom */
export function showPlayers(app, top, bottom) {
  const { table, engines } = app;
  const clockParts = new Map();

  const update = () => {
    const { view, record } = table;
    if (!view) return;
    clockParts.clear();
    for (const [place, end] of /** @type {const} */ ([[top, 'top'], [bottom, 'bottom']])) {
      const side = view.sides.find((each) => (each.end === end) !== record.flipped) ?? view.sides[0];
      const isTurn = (record.playing ? table.turn : view.turn) === side.name && !(record.playing && table.ending);
      const clock = table.clock ? h('span', { class: 'clock', role: 'timer' }) : null;
      if (clock) clockParts.set(side.name, clock);
      const count = view.cells.filter(({ piece }) => view.pieces.get(piece)?.side === side.name).length;
      const name = playerName(view, record, side.name, engines.list);
      const title = sideTitle(view, side.name);
      place.classList.toggle('on-turn', isTurn);
      place.replaceChildren(
        sidePiece(view, side.name),
        h('span', { class: 'player-name' }, name),
        name === title ? '' : h('span', { class: 'side-title quiet' }, title),
        h('span', { class: 'turn-mark', 'aria-hidden': 'true' }, isTurn ? '●' : ''),
        h('span', { class: 'engine-info quiet', 'data-side': side.name }),
        h('span', { class: 'count quiet', title: `${count}` }, `× ${count}`),
        ...(clock ? [clock] : []),
      );
    }
    showTold();
    showClocks();
  };
  const showTold = () => {
    const { view, record } = table;
    if (!view) return;
    const words = scoreWords(view);
    const onlyEngines = view.sides.every(({ name }) => record.players[name]?.kind === 'engine');
    for (const place of document.querySelectorAll('.engine-info')) {
      const side = place.getAttribute('data-side') ?? '';
      const info = record.players[side]?.kind === 'engine' && record.playing ? app.opponent.lastInfo.get(side) : undefined;
      const depth = info?.depth === undefined ? '' : t('analysis.depth', { depth: info.depth });
      place.textContent = !info ? '' : onlyEngines ? `${scoreText(side === lightSide(view) ? info : reversed(info), words)} · ${depth}` : app.opponent.isThinking ? depth : '';
    }
  };
  const showClocks = () => {
    for (const [side, part] of clockParts) {
      const left = table.clock?.left(side) ?? 0;
      part.textContent = clockText(left);
      part.classList.toggle('short', left < 20000);
    }
  };
  for (const event of ['position', 'change']) table.addEventListener(event, update);
  setInterval(showClocks, 100);
  return { update, showTold };
}

// The players beside the board: name, number of pieces, clock, and the engine's output.
import { clockText } from '../play/current_game.js';
import { reversed, scoreText } from '../analysis/scores.js';
import { t } from '../lang/text.js';
import { h } from './dom.js';
import { sidePiece } from '../board/pieces.js';
import { lightSide, playerName, scoreWords, sideTitle } from './descriptions.js';

/** @param {import('../main.js').App} app @param {HTMLElement} top @param {HTMLElement} bottom @returns {() => void} to call for news of engines */
export function showPlayerBars(app, top, bottom) {
  const { currentGame, engines } = app;
  const clockParts = new Map();

  const update = () => {
    const { view, record } = currentGame;
    if (!view) return;
    clockParts.clear();
    for (const [container, end] of /** @type {const} */ ([[top, 'top'], [bottom, 'bottom']])) {
      const side = view.sides.find((each) => (each.end === end) !== record.flipped) ?? view.sides[0];
      const isTurn = (record.playing ? currentGame.turn : view.turn) === side.name && !(record.playing && currentGame.ending);
      const clock = currentGame.clock ? h('span', { class: 'clock', role: 'timer' }) : null;
      if (clock) clockParts.set(side.name, clock);
      const count = view.cells.filter(({ piece }) => view.pieces.get(piece)?.side === side.name).length;
      const name = playerName(view, record, side.name, engines.list);
      const title = sideTitle(view, side.name);
      container.classList.toggle('on-turn', isTurn);
      container.replaceChildren(
        sidePiece(view, side.name),
        h('span', { class: 'player-name' }, name),
        name === title ? '' : h('span', { class: 'side-title quiet' }, title),
        h('span', { class: 'turn-mark', 'aria-hidden': 'true' }, isTurn ? '●' : ''),
        h('span', { class: 'engine-info quiet', 'data-side': side.name }),
        h('span', { class: 'count quiet', title: `${count}` }, `× ${count}`),
        ...(clock ? [clock] : []),
      );
    }
    showEngineInfo();
    showClocks();
  };
  const showEngineInfo = () => {
    const { view, record } = currentGame;
    if (!view) return;
    const words = scoreWords(view);
    const onlyEngines = view.sides.every(({ name }) => record.players[name]?.kind === 'engine');
    for (const container of document.querySelectorAll('.engine-info')) {
      const side = container.getAttribute('data-side') ?? '';
      const info = record.players[side]?.kind === 'engine' && record.playing ? app.opponent.lastInfo.get(side) : undefined;
      const depth = info?.depth === undefined ? '' : t('analysis.depth', { depth: info.depth });
      container.textContent = !info ? '' : onlyEngines ? `${scoreText(side === lightSide(view) ? info : reversed(info), words)} · ${depth}` : app.opponent.isThinking ? depth : '';
    }
  };
  const showClocks = () => {
    for (const [side, part] of clockParts) {
      const left = currentGame.clock?.left(side) ?? 0;
      part.textContent = clockText(left);
      part.classList.toggle('short', left < 20000);
    }
  };
  currentGame.onUpdate(update);
  setInterval(showClocks, 100);
  return showEngineInfo;
}

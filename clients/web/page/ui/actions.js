// The buttons of a game. Each has a place of its own for as long as the game lasts; where it can do nothing, it is disabled.
import { t } from '../lang/text.js';
import { button, enable, h } from './dom.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../protocol/view.js').View} View */

/**
 * @param {App} app @param {import('./offers.js').Offers} offers
 * @returns {{ element: HTMLElement, update: (view: View) => void }}
 */
export function gameActions(app, offers) {
  const { table, opponent, hint } = app;
  const buttons = {
    hint: button(t('play.hint'), () => hint.ask(), { icon: 'bulb', id: 'hint' }),
    undo: button(t('play.undo'), () => table.undo(), { icon: 'undo', id: 'undo' }),
    redo: button(t('play.redo'), () => table.redo(), { icon: 'redo', id: 'redo' }),
    pass: button(t('play.pass'), () => table.play('pass', []), { icon: 'pass', id: 'pass' }),
    now: button(t('play.now'), () => opponent.moveNow(), { icon: 'bolt', id: 'move-now' }),
    draw: button(t('play.draw'), () => offers.draw(buttons.draw), { icon: 'draw', id: 'draw' }),
    resign: button(t('play.resign'), () => offers.resign(buttons.resign), { icon: 'flag', id: 'resign' }),
  };
  const element = h('div', { class: 'slots', role: 'group', 'aria-label': t('play.actions') }, ...Object.values(buttons));

  /** @param {View} view */
  const update = (view) => {
    const { record, isLive, isOpen } = table;
    const players = view.sides.map(({ name }) => record.players[name]?.kind ?? 'human');
    const hasPeople = record.playing && players.includes('human');
    const mayPass = view.facts.get('pass') === 'yes';
    for (const each of [buttons.undo, buttons.redo]) each.hidden = !record.playing;
    for (const each of [buttons.hint, buttons.draw, buttons.resign]) each.hidden = !hasPeople;
    buttons.now.hidden = !record.playing || !players.includes('engine');
    buttons.pass.hidden = !mayPass || (record.playing && !hasPeople);
    element.hidden = !record.playing && !mayPass;
    enable(buttons.undo, record.head.parent !== null);
    enable(buttons.redo, isLive && record.head.children.length > 0);
    enable(buttons.hint, hint.isPossible);
    enable(buttons.pass, isOpen);
    enable(buttons.now, isLive && opponent.isThinking);
    enable(buttons.draw, isLive);
    enable(buttons.resign, isLive);
  };
  return { element, update };
}

// What endgame tables know of the position: its exact value, and those of its moves, best first.
import { reversedValue, worthOf } from '../analysis/chances.js';
import { t } from '../lang/text.js';
import { h } from './dom.js';
import { lightSide, valueText } from './words.js';

/** @typedef {import('../protocol/info.js').Truth} Truth */

const mostMoves = 40;

export class TableValues {
  element = h('div', { class: 'truth' });
  /** @type {Truth | null} */ #shown = null;

  /** @param {(move: string) => void} play */
  constructor(play) {
    this.play = play;
  }

  /** @param {import('../protocol/view.js').View} view @param {Truth | null} truth */
  show(view, truth) {
    if (truth === this.#shown) return;
    this.#shown = truth;
    const isKnown = truth && [truth, ...truth.moves].some(({ value }) => value !== 'unknown');
    if (!isKnown) return this.element.replaceChildren();
    /** @param {string} value */
    const forLight = (value) => (view.turn === lightSide(view) ? value : reversedValue(value));
    const exact = t('analysis.truth', { value: valueText(forLight(truth.value)) });
    const moves = [...truth.moves].sort((a, b) => worthOf(b.value) - worthOf(a.value)).slice(0, mostMoves);
    this.element.replaceChildren(
      h('strong', { title: exact }, exact),
      ...moves.map(({ move, value }) => {
        const [word, plies = ''] = forLight(value).split(' ');
        return h('button', { type: 'button', class: `pv-move value-${word}`, onclick: () => this.play(move) },
          `${move} `, h('span', {}, `${t(`analysis.value.${word}`)} ${plies}`));
      }));
  }
}

// Buttons that enlarge a large board; they are there only for such boards.
import { t } from '../lang/text.js';
import { enable, h, iconButton } from './dom.js';

const step = 1.5;

/** @param {import('../board/draw.js').Drawing} drawing */
export function showZoomTools(drawing) {
  const { zoom } = drawing.sight;
  /** @param {() => void} change */
  const after = (change) => () => {
    change();
    drawing.showSight();
  };
  const more = iconButton(t('board.larger'), 'plus', after(() => zoom.by(step)));
  const less = iconButton(t('board.smaller'), 'minus', after(() => zoom.by(1 / step)));
  const whole = iconButton(t('board.whole'), 'whole', after(() => zoom.reset()));
  const tools = h('div', { class: 'zoom-tools', role: 'group', 'aria-label': t('board.zoom') }, less, more, whole);
  tools.hidden = true;
  drawing.sight.onChange = () => {
    tools.hidden = !zoom.isPossible;
    enable(more, !zoom.isMost);
    enable(less, zoom.isOn);
    enable(whole, zoom.isOn);
  };
  drawing.place.closest('.stage')?.append(tools);
}

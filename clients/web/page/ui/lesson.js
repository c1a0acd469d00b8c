// The questions and answers of a lesson.
import { mistakeSign } from '../game/engine_marks.js';
import { t } from '../lang/text.js';
import { button, h } from './dom.js';
import { sideTitle } from './words.js';

/**
 * @param {import('../analysis/learn.js').Lesson} lesson @param {import('../protocol/view.js').View} view
 * @param {string} solution '' until it was asked for
 * @param {{ end: () => void, solve: (text: string) => void, next: () => void }} events
 */
export function lessonParts(lesson, view, solution, events) {
  const { mistake, state } = lesson;
  const end = button(t('learn.end'), events.end);
  if (state === 'over') return [h('p', {}, t('learn.over')), h('div', { class: 'buttons' }, end)];
  const question = t('learn.ask', {
    number: lesson.number, count: lesson.mistakes.length, move: mistake.move + mistakeSign(mistake), side: sideTitle(view, mistake.side),
  });
  const answer = state === 'asking' ? solution : t(`learn.${state}`, { move: lesson.tried });
  const solve = () => {
    lesson.state = 'asking';
    events.solve(t('learn.solved', { move: mistake.parent?.evaluation?.best ?? '' }));
  };
  return [
    h('p', {}, question), h('p', { class: `answer ${state}` }, answer),
    h('div', { class: 'buttons' },
      button(t('learn.solution'), solve), button(t('learn.next'), events.next, { kind: 'primary' }), end),
  ];
}

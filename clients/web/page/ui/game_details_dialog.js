// The dialog for the players, event and date of a game.
import { dateTag, knownValue } from '../game/notation.js';
import { isLockedElsewhere, storeGame } from '../storage/games.js';
import { t } from '../lang/text.js';
import { field, formWith, h } from './dom.js';
import { openDialog, refuse } from './dialogs.js';
import { sideTitle } from './descriptions.js';

/** @typedef {import('../play/game_record.js').PackedRecord} PackedRecord */

const tagNames = /** @type {const} */ (['Event', 'Site', 'Round', 'Date']);

/** @param {import('../main.js').App} app @param {PackedRecord} packed @param {(before?: PackedRecord, after?: PackedRecord) => Promise<void>}changed called with the stored record before and after, or with nothing for the game on the board */
export async function editDetails(app, packed, changed) {
  if (await isLockedElsewhere(packed.id)) return refuse(t('app.taken'));
  const { currentGame, referee } = app;
  const isOnBoard = packed.id === currentGame.record.id;
  const record = isOnBoard ? currentGame.record : packed;
  const view = await referee.view({ game: record.game, start: 'startpos', moves: [] });
  const people = view.sides.filter(({ name }) => record.players[name]?.kind !== 'engine');
  const input = (/** @type {string} */ id, /** @type {string} */ value) => h('input', { type: 'text', id, value, autocomplete: 'off' });
  const players = people.map(({ name }) => input(`name-${name}`, record.names[name] ?? ''));
  const tags = tagNames.map((name) =>
    input(`tag-${name.toLowerCase()}`, knownValue(record.tags?.[name] ?? (name === 'Date' ? dateTag(new Date(record.created)) : ''))));
  openDialog(t('details.title'), (close) => {
    const save = async () => {
      const before = { ...packed };
      record.names = { ...record.names, ...Object.fromEntries(people.map(({ name }, i) => [name, players[i].value.trim()])) };
      record.tags = tagged(record, tags.map(({ value }) => value.trim()));
      if (isOnBoard) currentGame.notifyChange();
      const after = isOnBoard ? undefined : await storeGame(packed);
      close();
      await (after ? changed(before, after) : changed());
    };
    return [formWith('new-game', save,
      ...people.map(({ name }, i) => field(t('details.player', { side: sideTitle(view, name) }), players[i])),
      ...tagNames.map((name, i) => field(t(`details.${name.toLowerCase()}`), tags[i])),
      h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'button primary', id: 'details-keep' }, t('details.keep'))))];
  });
}

/** @param {{ tags: Record<string, string>, created: number }} record @param {string[]} values */
function tagged(record, values) {
  const tags = { ...record.tags };
  for (const [i, name] of tagNames.entries()) {
    const isUsual = name === 'Date' && values[i] === dateTag(new Date(record.created));
    if (values[i] && !isUsual) tags[name] = values[i];
    else if (knownValue(tags[name])) delete tags[name];
  }
  return tags;
}

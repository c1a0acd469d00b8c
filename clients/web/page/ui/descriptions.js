// Positions, moves, endings and scores in words.
import { reversed } from '../analysis/scores.js';
import { areDiscs } from '../board/pieces.js';
import { notationOf } from '../game/notation.js';
import { named, sentence, t, translated } from '../lang/text.js';
import { fullStrength } from '../play/players.js';
import { otherSide, sideNamed } from '../protocol/parse.js';
import { punishesInvalidMoves, stupid } from '../games/specifications.js';

/** @import { Ending, GameRecord, PackedRecord } from '../play/game_record.js' */
/** @typedef {import('../protocol/parse.js').View} View */

/** The title of a side without the letter in parentheses. @param {View} view @param {string} name */
export const sideTitle = (view, name) => named('side', (sideNamed(view, name)?.title ?? name).replace(/ \(\w+\)$/, ''));

/** Many languages have different names for kings of draughts and of chess. @param {View} view @param {string} kind */
export const kindName = (view, kind) =>
  named('kind', kind === 'king' && areDiscs(view.pieces.values()) ? 'crowned' : kind);

/** @param {View} view @param {number} index of a cell */
export function describeCell(view, index) {
  const { name, piece } = view.cells[index];
  if (!name) return t('board.unused');
  const standing = view.pieces.get(piece);
  if (!standing) return t('board.empty', { square: name });
  return t('board.piece', { square: name, side: sideTitle(view, standing.side), kind: kindName(view, standing.kind) });
}

/** How a game ended. @param {View} view @param {Ending} ending @param {GameRecord} record */
export function endingText(view, ending, record) {
  const { winner } = ending;
  if (winner && punishesInvalidMoves(view)) return [winnerText(view, ending, record), ownResult(view, winner, record)].filter(Boolean).join(' – ');
  return `${winnerText(view, ending, record)}: ${reasonText(view, ending, record)}`;
}

/** The winner, or whether the person won against the engine. @param {View} view @param {Ending} ending @param {GameRecord} record */
export function winnerText(view, { winner }, record) {
  if (winner && punishesInvalidMoves(view)) return `${stupid.wins(winner)} ${stupid.gameOver}`;
  return winner ? ownResult(view, winner, record) || t('status.win', { side: sideTitle(view, winner) }) : t('status.draw');
}

/** '' unless one person played against an engine. @param {View} view @param {string} winner @param {GameRecord} record */
function ownResult(view, winner, { players }) {
  const kinds = view.sides.map(({ name }) => players[name]?.kind);
  if (!kinds.includes('human') || !kinds.includes('engine')) return '';
  return t(players[winner].kind === 'human' ? 'status.won' : 'status.lost');
}

/** Why a game ended, as a sentence. @param {View} view @param {Ending} ending @param {GameRecord} record */
export function endingSentence(view, ending, record) {
  const loser = ending.winner ? sideTitle(view, otherSide(view, ending.winner).name) : '';
  return translated(`end.${ending.reason}`, { loser }) ?? sentence(reasonText(view, ending, record));
}

/** @param {View} view @param {Ending} ending @param {GameRecord} record */
function reasonText(view, { winner, reason }, { players }) {
  const losing = winner ? otherSide(view, winner).name : '';
  const loser = sideTitle(view, losing);
  const isYou = players[winner]?.kind === 'engine' && players[losing]?.kind === 'human';
  return (isYou && translated(`reason.${reason}.you`)) || translated(`reason.${reason}`, { loser }) || translated(`verdict.${reason}`) ||
    (view.reasons.get(reason)?.replace('WINNER', sideTitle(view, winner)).replace('LOSER', loser) ?? reason);
}

/** Both players in the order of results. @param {View} view @param {PackedRecord} record @param {{ name: string }[]} engines */
export function namesText(view, record, engines) {
  const { first } = notationOf(view);
  return [first, otherSide(view, first).name].map((side) => playerName(view, record, side, engines)).join(' – ');
}

/** @param {View} view @param {Pick<GameRecord, 'players' | 'names'>} record @param {string} side @param {{ name: string }[]} engines */
export function playerName(view, record, side, engines) {
  const player = record.players[side];
  if (player?.kind === 'engine') {
    const name = engines[player.engine]?.name ?? 'crownd';
    if (player.minimax) return t('new.machine');
    return player.level === fullStrength ? name : t('play.ofLevel', { name, level: player.level });
  }
  return record.names[side] || sideTitle(view, side);
}

/** @param {View} view */
export const lightSide = (view) => view.sides.find(({ colour }) => colour === 'light')?.name ?? view.sides[0]?.name ?? '';

/** The words for `scoreText`. @param {View} view */
export const scoreWords = (view) => ({ mate: view.facts.get('win') === 'mate', win: t('analysis.win'), loss: t('analysis.loss') });

/** Converts a score of the side to move to the light side's. @template {import('../game/tree.js').Evaluation} T @param {View} view @param {T} score */
export const forLight = (view, score) => (view.turn === lightSide(view) ? score : reversed(score));

/** @param {string} value `win 5`, `draw` */
export function valueText(value) {
  const [word, plies] = value.split(' ');
  const text = t(`analysis.value.${word}`);
  return plies ? `${text} (${t('analysis.plies', { count: plies })})` : text;
}

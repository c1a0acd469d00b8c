// Positions, moves and endings in words.
import { areDiscs } from '../board/pieces.js';
import { named, t, translated } from '../lang/text.js';
import { fullStrength } from '../play/players.js';
import { otherSide, sideNamed } from '../protocol/view.js';
import { isRude, stupid } from '../games/stupid.js';

/** @typedef {import('../protocol/view.js').View} View */

/** The name of a side for people. The letter in parentheses is left out: the page draws the colour. @param {View} view @param {string} name */
export const sideTitle = (view, name) => named('side', (sideNamed(view, name)?.title ?? name).replace(/ \(\w+\)$/, ''));

/** The name of a kind of piece: a draughts king has its own name in many languages. @param {View} view @param {string} kind */
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

/**
 * How a game ended. Who lost to an engine is told so as "you".
 * @param {View} view @param {import('../play/record.js').Ending} ending @param {import('../play/record.js').GameRecord} record
 */
export function endingText(view, { winner, reason }, { players }) {
  const losing = winner ? otherSide(view, winner).name : '';
  const loser = sideTitle(view, losing);
  const isYou = players[winner]?.kind === 'engine' && players[losing]?.kind !== 'engine';
  const why = (isYou && translated(`reason.${reason}.you`)) || translated(`reason.${reason}`, { loser }) ||
    (view.reasons.get(reason)?.replace('WINNER', sideTitle(view, winner)).replace('LOSER', loser) ?? reason);
  if (winner && isRude(view)) return `${stupid.wins(winner)} ${stupid.gameOver}`;
  const result = winner ? t('status.win', { side: sideTitle(view, winner) }) : t('status.draw');
  return `${result}: ${why}`;
}

/** @param {View} view @param {import('../play/record.js').GameRecord} record @param {string} side @param {{ name: string }[]} engines */
export function playerName(view, record, side, engines) {
  const player = record.players[side];
  if (player?.kind === 'engine') {
    const name = engines[player.engine]?.name ?? 'crownd';
    if (player.minimax) return t('new.machine');
    return player.level === fullStrength ? name : t('play.ofLevel', { name, level: player.level });
  }
  return record.names[side] || sideTitle(view, side);
}

// Shared by all parts of the page.

/**
 * @typedef {object} App
 * @property {import('../play/table.js').Table} table
 * @property {import('../protocol/engines.js').Engines} engines
 * @property {import('../protocol/referee.js').Referee} referee
 * @property {import('../play/opponent.js').Opponent} opponent
 * @property {import('../play/hint.js').Hint} hint
 * @property {import('../play/history.js').History} history of the game on the board
 * @property {import('../analysis/analyst.js').Analyst} analyst
 * @property {import('./settings.js').Settings} settings
 * @property {(record: import('../play/record.js').GameRecord) => Promise<boolean>} open false where the engine refuses it
 * @property {import('../analysis/learn.js').Lesson | null} lesson
 * @property {() => Promise<void>} review of the game on the board, which is not being played
 * @property {(page: 'start' | 'board' | 'editor' | 'match') => void} show
 * @property {(game: string) => Promise<void>} rules shows them
 */

export {};

// Types of the games that are read and written.

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../protocol/referee.js').Referee} Referee */

/** @typedef {{ current: string, referee: Referee, choose: (games: string[]) => Promise<string | null>, onProgress?: (share: number) => void, signal?: AbortSignal }} Reader current: the game of texts that name none, if it allows their moves; choose: which of several is meant; signal: stops it, and what is read is kept */
/** @typedef {{ line: number, text: string }} Warning */
/** @typedef {{ line: number, word: string, error: string }} Fault word: the move that is none, '' for other faults; error: as the engine refuses, `error CODE SENTENCE` */
/** @typedef {{ game: string, start: string, root: Node, said: string | null, faults: Fault[], warnings: Warning[] }} Game game and start are '' where there is none; said: the winner by the text, '' for a draw, null where it says none */
/** @typedef {Game & { tags: Map<string, string>, result: string, plies: number }} AnsweredGame result: as it is written */
/** @typedef {Game & { winner: string | null, names: Record<string, string>, tags: Record<string, string>, legal?: string[], unknown?: 'unsaid' | 'none', atEnd?: boolean }} ReadGame winner: by the text, else by the rules; names: by side; legal: instead of the first fault; unknown: nobody said which game it is, or none allows its first move; atEnd: is looked at there */
/** @typedef {{ game: string, start: string, root: Node, names: Record<string, string>, tags: Record<string, string>, winner: string | null, date: Date, verdict: string, isAlgebraic?: boolean }} Writable names: of the players, by side; tags: others, some of which stand for date and verdict; verdict: why it ended, `file` where a file says it, '' if it follows from the rules or is not known; isAlgebraic: for squares that have numbers as well */

/**
 * @typedef {object} MoveStyle
 * @property {(node: Node) => string} text of a move
 * @property {number} firstNumber
 * @property {boolean} repeatsNumber whether a move after a comment repeats its number
 * @property {boolean} secondBegins whether the side that moves second in the game makes the first move
 */
/** @typedef {{ place: string, reason: string, kind: 'left' | 'partly' | 'warning' }} Complaint left: nothing of the game was kept; partly: what came before was */

export {};

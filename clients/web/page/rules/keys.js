// What keys and gestures do: each entry is the keys or the gesture, and what it does, in three languages.

/** @typedef {{ en: [string, string], es: [string, string], pt: [string, string] }} Entry */

export const titles = { en: 'Keys and gestures', es: 'Teclas y gestos', pt: 'Teclas e gestos' };

/** @type {Entry[]} */
export const entries = [
  {
    en: ['Click, click', 'choose a piece, then its square; of a long capture, each square where the piece lands'],
    es: ['Clic, clic', 'elegir una pieza y luego su casilla; en una captura larga, cada casilla donde cae'],
    pt: ['Clique, clique', 'escolher uma peça e depois a sua casa; numa captura longa, cada casa onde ela cai'],
  },
  {
    en: ['Drag', 'move a piece to its square'],
    es: ['Arrastrar', 'llevar una pieza a su casilla'],
    pt: ['Arrastar', 'levar uma peça à sua casa'],
  },
  {
    en: ['← →', 'one move back, one forward'],
    es: ['← →', 'una jugada atrás, una adelante'],
    pt: ['← →', 'um lance para trás, um para a frente'],
  },
  {
    en: ['Home, End', 'to the first position, to the last'],
    es: ['Inicio, Fin', 'a la primera posición, a la última'],
    pt: ['Home, End', 'à primeira posição, à última'],
  },
  {
    en: ['Ctrl+Z, Ctrl+Shift+Z', 'undo the last change of the game, redo it'],
    es: ['Ctrl+Z, Ctrl+Mayús+Z', 'deshacer el último cambio de la partida, rehacerlo'],
    pt: ['Ctrl+Z, Ctrl+Shift+Z', 'desfazer a última mudança do jogo, refazê-la'],
  },
  {
    en: ['f', 'turn the board round'],
    es: ['f', 'girar el tablero'],
    pt: ['f', 'girar o tabuleiro'],
  },
  {
    en: ['Tab, then ← ↑ → ↓', 'on the board: from square to square'],
    es: ['Tab, luego ← ↑ → ↓', 'en el tablero: de casilla en casilla'],
    pt: ['Tab, depois ← ↑ → ↓', 'no tabuleiro: de casa em casa'],
  },
  {
    en: ['Enter', 'on the board: choose the square'],
    es: ['Intro', 'en el tablero: elegir la casilla'],
    pt: ['Enter', 'no tabuleiro: escolher a casa'],
  },
  {
    en: ['Escape', 'on the board: let go of the piece'],
    es: ['Escape', 'en el tablero: soltar la pieza'],
    pt: ['Escape', 'no tabuleiro: soltar a peça'],
  },
];

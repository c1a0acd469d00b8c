// Positions that show what is peculiar to a game, for its picture; of other games the first position is shown.

/** By the daemon's name of the game. @type {Record<string, string>} */
export const pictures = {
  english: 'B:W17,19,21,23,26,28,K3,29,31:B1,5,6,9,10,12,14,16,K32',
  spanish: 'W:W2,5,9,10,K15,16,7:B17,21,24,26,29,30,32',
  towers: '..B.w.w..w.w.w.w.b..w..b.bb..W.b:b',
  'reduced-chess': '6 Kb1,Ra1,Rd3,Be3 Ke6,Rf6,Rc5,Bb5 w',
};

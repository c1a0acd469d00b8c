// Reduced chess, explained. `from`: the piece whose moves are shown before the moves are played.

/** @type {import('./example.js').Section[]} */
export default [
  {
    start: 'startpos', moves: ['a1b2', 'e4c4'],
    en: ['The game', 'Chess with kings, rooks and bishops alone, on a board of 2 by 2 to 26 by 26 squares. Each side has one king and any number of rooks and bishops. White moves first; then the sides take turns. Catch the enemy king.'],
    es: ['El juego', 'Ajedrez solo con reyes, torres y alfiles, en un tablero de 2 por 2 a 26 por 26 casillas. Cada bando tiene un rey y cualquier número de torres y alfiles. Empiezan las Blancas; después los bandos se turnan. Hay que dar caza al rey contrario.'],
    pt: ['O jogo', 'Xadrez só com reis, torres e bispos, num tabuleiro de 2 por 2 a 26 por 26 casas. Cada lado tem um rei e qualquer número de torres e bispos. As Brancas começam; depois os lados se alternam. É preciso caçar o rei adversário.'],
  },
  {
    start: '6 Ka1,Rc3 Kf6 w', from: 'c3',
    en: ['Rooks', 'A rook moves any number of empty squares along its row or its column.'],
    es: ['Las torres', 'Una torre recorre cualquier número de casillas vacías de su fila o de su columna.'],
    pt: ['As torres', 'Uma torre percorre qualquer número de casas vazias da sua linha ou da sua coluna.'],
  },
  {
    start: '6 Ka1,Bc3 Kf5 w', from: 'c3',
    en: ['Bishops', 'A bishop moves any number of empty squares along a diagonal.'],
    es: ['Los alfiles', 'Un alfil recorre cualquier número de casillas vacías de una diagonal.'],
    pt: ['Os bispos', 'Um bispo percorre qualquer número de casas vazias de uma diagonal.'],
  },
  {
    start: '6 Kc3 Kf6 w', from: 'c3',
    en: ['Kings', 'A king moves one square in any direction, but never to a square where it could be captured. There is no castling.'],
    es: ['Los reyes', 'Un rey se mueve una casilla en cualquier dirección, pero nunca a una donde pudiera ser capturado. No hay enroque.'],
    pt: ['Os reis', 'Um rei anda uma casa em qualquer direção, mas nunca para uma onde poderia ser capturado. Não há roque.'],
  },
  {
    start: '6 Ka1,Rc2 Kf6,Bc5,Rb6 w', moves: ['c2c5'],
    en: ['Capturing', 'A piece captures by moving onto the square of an enemy piece, which leaves the board. It can never jump over a piece, nor move onto one of its own side.'],
    es: ['Capturar', 'Una pieza captura al moverse a la casilla de una pieza contraria, que sale del tablero. Nunca salta por encima de otra ni va a la casilla de una propia.'],
    pt: ['Capturar', 'Uma peça captura ao se mover para a casa de uma peça adversária, que sai do tabuleiro. Ela nunca salta por cima de outra nem vai para a casa de uma própria.'],
  },
  {
    start: '6 Ka1,Rb2 Kf6,Bd6 w', moves: ['b2f2', 'd6f4'],
    en: ['Check', 'A king that could be captured next is in check, and its side must end that at once: the king moves away, the attacker is captured, or a piece steps between. Here Black’s bishop does.'],
    es: ['El jaque', 'Un rey que podría ser capturado en la jugada siguiente está en jaque, y su bando debe remediarlo en el acto: el rey se aparta, se captura al atacante o se interpone una pieza. Aquí se interpone el alfil negro.'],
    pt: ['O xeque', 'Um rei que poderia ser capturado no lance seguinte está em xeque, e o seu lado tem de resolver isso na hora: o rei se afasta, o atacante é capturado ou uma peça se interpõe. Aqui se interpõe o bispo preto.'],
  },
  {
    start: '6 Ka1,Ra5,Rb1 Kf6 w', moves: ['b1b6'],
    en: ['Checkmate', 'A side whose king is in check, and that has no move to end it, is checkmated and has lost.'],
    es: ['El jaque mate', 'El bando cuyo rey está en jaque y que no tiene jugada para remediarlo recibe mate y ha perdido.'],
    pt: ['O xeque-mate', 'O lado cujo rei está em xeque e que não tem lance para resolver isso leva mate e perdeu.'],
  },
  {
    start: '6 Ka1,Ra5,Rd1 Kf6 w', moves: ['d1e1'],
    en: ['Stalemate', 'A side that is not in check but has no legal move is stalemated, and the game is a draw. It is the only draw of the rules. Here White let a win slip: d1d6 was checkmate.'],
    es: ['El ahogado', 'Si un bando no está en jaque pero no tiene jugada legal, está ahogado y la partida es tablas. Son las únicas tablas de las reglas. Aquí las Blancas dejaron escapar la victoria: d1d6 era mate.'],
    pt: ['O afogamento', 'Se um lado não está em xeque mas não tem lance legal, está afogado e o jogo empata. É o único empate das regras. Aqui as Brancas deixaram escapar a vitória: d1d6 era mate.'],
  },
];

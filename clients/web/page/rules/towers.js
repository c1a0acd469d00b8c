// Towers, explained. `from`: the piece whose moves are shown before the moves are played.

/** @type {import('./example.js').Section[]} */
export default [
  {
    start: 'startpos', moves: ['G6-F5', 'B3-C4', 'F5-E4', 'C4-B5'],
    en: ['The board', 'Black and White have twelve men each, on the dark squares of a board of 8 by 8. Black, at the bottom, moves first; then the sides take turns. A turn is one step or one capture.'],
    es: ['El tablero', 'Negras y Blancas tienen doce peones cada una, en las casillas oscuras de un tablero de 8 por 8. Empiezan las Negras, abajo; después los bandos se turnan. Un turno es un paso o una captura.'],
    pt: ['O tabuleiro', 'Pretas e Brancas têm doze peças cada uma, nas casas escuras de um tabuleiro de 8 por 8. As Pretas, embaixo, começam; depois os lados se alternam. Uma vez é um passo ou uma captura.'],
  },
  {
    start: '...w..................b.........:b', from: 'E6',
    en: ['Men', 'A man steps one square forward, diagonally, to an empty square.'],
    es: ['Los peones', 'Un peón avanza una casilla en diagonal, a una casilla vacía.'],
    pt: ['As peças', 'Uma peça avança uma casa na diagonal, para uma casa vazia.'],
  },
  {
    start: '...w.............w....b.........:b', from: 'E6', moves: ['E6-C4'],
    en: ['Capturing, if you like', 'A man may jump forward over an enemy piece next to it to the empty square behind; the piece that was jumped leaves the board. Nobody has to capture: a step is as good.'],
    es: ['Capturar, si se quiere', 'Un peón puede saltar hacia delante por encima de una pieza contraria contigua hasta la casilla vacía de detrás; la pieza saltada sale del tablero. Nadie está obligado a capturar: también vale un paso.'],
    pt: ['Capturar, se quiser', 'Uma peça pode saltar para a frente por cima de uma peça adversária vizinha até a casa vazia atrás dela; a peça saltada sai do tabuleiro. Ninguém é obrigado a capturar: um passo também vale.'],
  },
  {
    start: '...w....w........w....b.........:b', moves: ['E6-C4', 'B3-D5'],
    en: ['One jump a turn', 'A turn takes one piece only. Even if the man could jump again from where it lands, it is the opponent’s turn first, and the opponent may strike back.'],
    es: ['Un salto por turno', 'En un turno se toma una sola pieza. Aunque el peón pudiera volver a saltar desde donde cae, antes le toca al contrario, que puede devolver el golpe.'],
    pt: ['Um salto por vez', 'Em cada vez se toma uma só peça. Mesmo que a peça pudesse saltar de novo a partir de onde caiu, antes joga o adversário, que pode revidar.'],
  },
  {
    start: '.....b.....w....................:b', moves: ['C2-B1', 'H3-G4', 'B1-A2', 'G4-H5', 'A2-B3'],
    en: ['Towers', 'A man that reaches the last row, by a step or by a jump, becomes a tower. A tower steps one square, forward or backward.'],
    es: ['Las torres', 'Un peón que llega a la última fila, con un paso o con un salto, se convierte en torre. Una torre se mueve una casilla, hacia delante o hacia atrás.'],
    pt: ['As torres', 'Uma peça que chega à última fileira, com um passo ou com um salto, vira torre. Uma torre anda uma casa, para a frente ou para trás.'],
  },
  {
    start: '...w.w...B....w.................:b', from: 'D3', moves: ['D3-F5'],
    en: ['Towers capture both ways', 'A tower captures forward and backward, one piece a turn. Towers are captured like men.'],
    es: ['Las torres capturan en ambos sentidos', 'Una torre captura hacia delante y hacia atrás, una pieza por turno. Las torres se capturan igual que los peones.'],
    pt: ['As torres capturam nos dois sentidos', 'Uma torre captura para a frente e para trás, uma peça por vez. As torres são capturadas como as outras peças.'],
  },
  {
    start: '....................w.......bb..:b', moves: ['A8-B7'],
    en: ['Winning', 'You win when it is your opponent’s turn and the opponent can neither step nor capture, or has no pieces left. Here White is blocked and has lost.'],
    es: ['Ganar', 'Se gana cuando le toca al contrario y este no puede ni avanzar ni capturar, o no le quedan piezas. Aquí las Blancas están bloqueadas y han perdido.'],
    pt: ['Vencer', 'Você vence quando é a vez do adversário e ele não pode nem andar nem capturar, ou não tem mais peças. Aqui as Brancas estão bloqueadas e perderam.'],
  },
];

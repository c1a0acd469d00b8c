// American/English draughts, explained. `from`: the piece whose moves are shown before the moves are played.

/** @type {import('./example.js').Section[]} */
export default [
  {
    start: 'startpos', moves: ['11-15', '23-19', '8-11', '22-17'],
    en: ['The board', 'Black and White have twelve men each, on the dark squares of a board of 8 by 8. Black moves first; then the sides take turns. Each dark square has a number, by which moves are written.'],
    es: ['El tablero', 'Negras y Blancas tienen doce peones cada una, en las casillas oscuras de un tablero de 8 por 8. Empiezan las Negras; después los bandos se turnan. Cada casilla oscura tiene un número, con el que se anotan las jugadas.'],
    pt: ['O tabuleiro', 'Pretas e Brancas têm doze peças cada uma, nas casas escuras de um tabuleiro de 8 por 8. As Pretas começam; depois os lados se alternam. Cada casa escura tem um número, com o qual se anotam os lances.'],
  },
  {
    start: 'B:W31:B15', from: '15',
    en: ['Men', 'A man steps one square forward, diagonally, to an empty square. It never goes back.'],
    es: ['Los peones', 'Un peón avanza una casilla en diagonal, a una casilla vacía. Nunca retrocede.'],
    pt: ['As peças', 'Uma peça avança uma casa na diagonal, para uma casa vazia. Ela nunca volta.'],
  },
  {
    start: 'B:W18,31:B15', moves: ['15x22'],
    en: ['Capturing', 'If an enemy piece stands diagonally in front of a man and the square behind it is empty, the man jumps over it to that square. The piece that was jumped leaves the board.'],
    es: ['Capturar', 'Si hay una pieza contraria en diagonal delante de un peón y la casilla de detrás está vacía, el peón salta por encima hasta esa casilla. La pieza saltada sale del tablero.'],
    pt: ['Capturar', 'Se há uma peça adversária na diagonal à frente de uma peça e a casa atrás dela está vazia, a peça salta por cima até essa casa. A peça saltada sai do tabuleiro.'],
  },
  {
    start: 'B:W10,19,32:B6', moves: ['6x15x24'],
    en: ['Several jumps', 'If the piece can capture again from where it lands, it goes on jumping: all of that is one move, and it must be completed. On this board you click each square where it lands.'],
    es: ['Varios saltos', 'Si la pieza puede volver a capturar desde donde cae, sigue saltando: todo ello es una sola jugada, y hay que completarla. En este tablero se pulsa cada casilla donde cae.'],
    pt: ['Vários saltos', 'Se a peça pode capturar de novo a partir de onde caiu, ela continua saltando: tudo isso é um só lance, e ele tem de ser completado. Neste tabuleiro você clica em cada casa onde ela cai.'],
  },
  {
    start: 'B:W18,19,32:B12,15', from: '15', moves: ['15x24'],
    en: ['You must capture', 'Whoever can capture must do so: here the other man may not move. If there are several captures you may choose any of them, also one that takes fewer pieces.'],
    es: ['Es obligatorio capturar', 'Quien puede capturar debe hacerlo: aquí el otro peón no puede moverse. Si hay varias capturas se puede elegir cualquiera, también una que tome menos piezas.'],
    pt: ['A captura é obrigatória', 'Quem pode capturar tem de capturar: aqui a outra peça não pode se mover. Se há várias capturas, pode-se escolher qualquer uma, também uma que tome menos peças.'],
  },
  {
    start: 'B:W13:B27', moves: ['27-31', '13-9', '31-26', '9-6', '26-23'],
    en: ['Kings', 'A man that reaches the last row is crowned, and its move ends there. A king steps one square, forward or backward, and captures both ways, too.'],
    es: ['Las damas', 'Un peón que llega a la última fila se convierte en dama, y ahí termina su jugada. Una dama se mueve una casilla, hacia delante o hacia atrás, y captura también en ambos sentidos.'],
    pt: ['As damas', 'Uma peça que chega à última fileira vira dama, e ali termina o seu lance. Uma dama anda uma casa, para a frente ou para trás, e também captura nos dois sentidos.'],
  },
  {
    start: 'B:W13:B5,6', moves: ['5-9'],
    en: ['Winning', 'You win when your opponent has no pieces left, or cannot move the ones that are left. Here White is blocked and has lost.'],
    es: ['Ganar', 'Se gana cuando el contrario se queda sin piezas, o no puede mover las que le quedan. Aquí las Blancas están bloqueadas y han perdido.'],
    pt: ['Vencer', 'Você vence quando o adversário fica sem peças, ou não pode mover as que restam. Aqui as Brancas estão bloqueadas e perderam.'],
  },
];

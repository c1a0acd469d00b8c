// Spanish draughts, explained. `from`: the piece whose moves are shown before the moves are played.

/** @type {import('./example.js').Section[]} */
export default [
  {
    start: 'startpos', moves: ['11-15', '22-18', '12-16', '21-17'],
    en: ['The board', 'White and Black have twelve men each, on the light squares of a board of 8 by 8, with the long diagonal at the right hand of each player. White moves first. Each light square has a number, by which moves are written.'],
    es: ['El tablero', 'Blancas y Negras tienen doce peones cada una, en las casillas claras de un tablero de 8 por 8, con la gran diagonal a la derecha de cada jugador. Empiezan las Blancas. Cada casilla clara tiene un número, con el que se anotan las jugadas.'],
    pt: ['O tabuleiro', 'Brancas e Pretas têm doze peças cada uma, nas casas claras de um tabuleiro de 8 por 8, com a grande diagonal à direita de cada jogador. As Brancas começam. Cada casa clara tem um número, com o qual se anotam os lances.'],
  },
  {
    start: 'W:W14:B32', from: '14',
    en: ['Men', 'A man steps one square forward, diagonally, to an empty square. It never goes back.'],
    es: ['Los peones', 'Un peón avanza una casilla en diagonal, a una casilla vacía. Nunca retrocede.'],
    pt: ['As peças', 'Uma peça avança uma casa na diagonal, para uma casa vazia. Ela nunca volta.'],
  },
  {
    start: 'W:W6:B11,20,29', moves: ['6x15x24'],
    en: ['Capturing', 'A man jumps forward over an enemy piece next to it, if the square behind is empty, and goes on as long as it can. The captured pieces stay on the board until the move is over, and none is jumped twice. Capturing is compulsory.'],
    es: ['Capturar', 'Un peón salta hacia delante por encima de una pieza contraria contigua si la casilla posterior está vacía, y sigue mientras pueda. Las piezas capturadas quedan en el tablero hasta que acaba la jugada, y ninguna se salta dos veces. Capturar es obligatorio.'],
    pt: ['Capturar', 'Uma peça salta para a frente por cima de uma peça adversária vizinha, se a casa de trás está vazia, e continua enquanto puder. As peças capturadas ficam no tabuleiro até o fim do lance, e nenhuma é saltada duas vezes. Capturar é obrigatório.'],
  },
  {
    start: 'W:W6,9:B11,13,20,29', moves: ['6x15x24'],
    en: ['The law of quantity', 'Of several captures you must choose one that takes the most pieces. Here the man at the edge could take one; the other takes two, so it must move.'],
    es: ['La ley de la cantidad', 'Entre varias capturas es obligatorio elegir una que tome el mayor número de piezas. Aquí el peón del borde podría tomar una; el otro toma dos, así que debe jugar este.'],
    pt: ['A lei da quantidade', 'Entre várias capturas é obrigatório escolher uma que tome o maior número de peças. Aqui a peça da borda poderia tomar uma; a outra toma duas, por isso é ela que joga.'],
  },
  {
    start: 'W:W6,9:B11,K13,29', moves: ['9x18'],
    en: ['The law of quality', 'Among captures of equally many pieces you must take the most kings. Here each man can take one piece; one of these is a king, so that one must be taken. Whether a man or a king captures does not matter.'],
    es: ['La ley de la calidad', 'A igual número de piezas es obligatorio tomar las de mayor calidad: dama antes que peón. Aquí cada peón puede tomar una pieza; una de ellas es dama, así que hay que tomar esa. No importa si captura un peón o una dama.'],
    pt: ['A lei da qualidade', 'Com igual número de peças é obrigatório tomar o maior número de damas. Aqui cada peça pode tomar uma; uma delas é dama, por isso é essa que tem de ser tomada. Não importa se quem captura é peça ou dama.'],
  },
  {
    start: 'W:WK14:B29', from: '14',
    en: ['Kings fly', 'A man that reaches the last row is crowned, and its move ends there. A king moves any number of empty squares along a diagonal, forward or backward.'],
    es: ['Las damas vuelan', 'Un peón que llega a la última fila se convierte en dama, y ahí termina su jugada. Una dama recorre cualquier número de casillas vacías de una diagonal, hacia delante o hacia atrás.'],
    pt: ['As damas voam', 'Uma peça que chega à última fileira vira dama, e ali termina o seu lance. Uma dama percorre qualquer número de casas vazias de uma diagonal, para a frente ou para trás.'],
  },
  {
    start: 'W:WK3:B10,22,32', moves: ['3x13x31'],
    en: ['Kings capture from afar', 'A king jumps over an enemy piece anywhere on its diagonal if there is an empty square behind it, and may land on any of the empty squares there. It cannot jump over two pieces in a row, nor over its own.'],
    es: ['Las damas capturan de lejos', 'Una dama salta por encima de una pieza contraria en cualquier punto de su diagonal si detrás hay una casilla vacía, y puede caer en cualquiera de las casillas vacías que sigan. No puede saltar dos piezas juntas ni una propia.'],
    pt: ['As damas capturam de longe', 'Uma dama salta por cima de uma peça adversária em qualquer ponto da sua diagonal se há uma casa vazia atrás dela, e pode cair em qualquer das casas vazias seguintes. Não pode saltar duas peças juntas nem uma própria.'],
  },
  {
    start: 'W:W9,10:B17', moves: ['9-13'],
    en: ['Winning', 'You win when your opponent has no pieces left, or is to move and cannot. Here Black is blocked and has lost. The rules also say that a piece that is touched must be played: the settings have a switch for that.'],
    es: ['Ganar', 'Se gana cuando el contrario se queda sin piezas, o le toca mover y no puede. Aquí las Negras están ahogadas y han perdido. Las reglas dicen además «pieza tocada, pieza jugada»: en los ajustes se puede elegir.'],
    pt: ['Vencer', 'Você vence quando o adversário fica sem peças, ou tem a vez e não pode jogar. Aqui as Pretas estão bloqueadas e perderam. As regras dizem também «peça tocada, peça jogada»: isso se escolhe nas configurações.'],
  },
];

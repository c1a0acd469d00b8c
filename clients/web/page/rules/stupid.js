// Stupid checkers, explained. `from`: the piece whose moves are shown before the moves are played.

/** @type {import('./example.js').Section[]} */
export default [
  {
    start: 'startpos', moves: ['B2B6', 'A7B6', 'D2E7', 'F8E7'],
    en: ['The game', 'Red and Black have twelve pieces each. Red moves first; then the sides take turns. Whoever has no pieces left has lost.'],
    es: ['El juego', 'Rojas y Negras tienen doce fichas cada una. Empiezan las Rojas; después los bandos se turnan. Pierde quien se queda sin fichas.'],
    pt: ['O jogo', 'Vermelhas e Pretas têm doze peças cada uma. As Vermelhas começam; depois os lados se alternam. Perde quem fica sem peças.'],
  },
  {
    start: '......../......../..r...../......../...b..../......../......../........ r', from: 'C3',
    en: ['Anywhere', 'A move takes one of your pieces to any other square of the board, light or dark, near or far, unless a piece of your own stands there. Nothing is in the way.'],
    es: ['A cualquier parte', 'Una jugada lleva una de sus fichas a cualquier otra casilla del tablero, clara u oscura, cercana o lejana, si no hay en ella una ficha propia. Nada estorba el paso.'],
    pt: ['Para qualquer lugar', 'Um lance leva uma das suas peças a qualquer outra casa do tabuleiro, clara ou escura, perto ou longe, se não há nela uma peça própria. Nada atrapalha o caminho.'],
  },
  {
    start: 'r.r...../......../......../......../......../......../......../...b...b r', moves: ['A1D8', 'H8D8', 'C1D8'],
    en: ['Squashing', 'An enemy piece on that square is removed. There is no jumping, and no duty to capture. What captures can be captured in turn: look at who has the last word.'],
    es: ['Aplastar', 'La ficha contraria que esté en esa casilla se retira. No hay saltos ni obligación de capturar. Lo que captura puede ser capturado a su vez: mire quién tiene la última palabra.'],
    pt: ['Esmagar', 'A peça adversária que estiver nessa casa é retirada. Não há saltos nem obrigação de capturar. Quem captura pode ser capturado por sua vez: veja quem tem a última palavra.'],
  },
  {
    start: 'startpos', moves: ['pass', 'B6A1', 'C1A1'],
    en: ['No mercy', 'An invalid move, such as one onto a piece of your own, is answered by INVALID MOVE and costs the turn; here Red lost its first one. The settings have a switch that lets you try again.'],
    es: ['Sin piedad', 'Una jugada no válida, como ir a una casilla con una ficha propia, recibe un INVALID MOVE y cuesta el turno; aquí las Rojas perdieron el primero. En los ajustes se puede elegir volver a intentarlo.'],
    pt: ['Sem piedade', 'Um lance inválido, como ir para uma casa com uma peça própria, recebe um INVALID MOVE e custa a vez; aqui as Vermelhas perderam a primeira. Nas configurações você pode escolher tentar de novo.'],
  },
  {
    start: 'r.r.r.../......../......../......../......../......../......../.b.b...b r', moves: ['A1B8', 'D8E1', 'C1E1', 'H8B8', 'E1B8'],
    en: ['Winning', 'Whoever is to move and has at least as many pieces as the opponent wins by capturing with every move. So Red wins from the start, unless Red errs.'],
    es: ['Ganar', 'Quien tiene el turno y al menos tantas fichas como el contrario gana si captura en cada jugada. Así que las Rojas ganan desde el principio, si no se equivocan.'],
    pt: ['Vencer', 'Quem tem a vez e pelo menos tantas peças quanto o adversário vence se captura em cada lance. Por isso as Vermelhas vencem desde o começo, se não errarem.'],
  },
];

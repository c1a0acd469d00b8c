// Written by scripts/check data --fix from clients/shared/data/explanations.json.
export default {
  "en": {
    "one": {"man": "a man", "king": "a king", "tower": "a tower", "checker": "a checker", "pawn": "a pawn", "rook": "a rook", "bishop": "a bishop"},
    "many": {"man": "{n} men", "king": "{n} kings", "tower": "{n} towers", "checker": "{n} checkers", "pawn": "{n} pawns", "rook": "{n} rooks", "bishop": "{n} bishops"},
    "and": " and ",
    "moves": ["one move", "{n} moves"],
    "by": {"no-pieces": "no pieces are left", "no-moves": "no moves are left", "checkmate": "checkmate", "stalemate": "stalemate"},
    "result": {"win": "a win", "draw": "a draw", "loss": "a loss"},
    "result-in": {"win": "a win in {n} plies", "loss": "a loss in {n} plies"},
    "sentences": {
      "table": ["It was {before}; now it is {after}."],
      "loses": ["{move} loses by force in {moves} ({by}): {line}.", "{move} loses by force in {moves} ({by}).", "{move} loses by force in {moves}: {line}."],
      "draws": ["{move} lets the game end in a draw ({by}): {line}.", "{move} ends the game in a draw ({by})."],
      "misses-win": ["{best} wins by force in {moves} ({by}): {line}.", "{best} wins at once ({by}).", "{best} wins by force in {moves}: {line}."],
      "loses-material": ["{move} loses {lost} for {taken}: {line}.", "{move} loses {lost}: {line}."],
      "shot": ["{move} allows a shot that gives up {sacrificed} and takes {captured}: {line}."],
      "unheld": ["The piece on {square} cannot be held: {line}."],
      "misses-material": ["{best} wins {taken} for {lost}: {line}.", "{best} wins {taken} for {lost}.", "{best} wins {taken}: {line}.", "{best} wins {taken}."],
      "lets-crown": ["It lets the opponent crown in {moves}: {line}."],
      "misses-crown": ["{best} crowns in {moves}: {line}.", "{best} crowns a man."],
      "trapped": ["The king on {square} is trapped."],
      "fork": ["The piece on {square} attacks {targets} at once."],
      "pin": ["The piece on {square} is pinned to its king."],
      "wins": ["{move} wins by force in {moves} ({by}): {line}.", "{move} wins at once ({by}).", "{move} wins by force in {moves}: {line}."],
      "wins-material": ["{move} wins {taken} for {lost}: {line}.", "{move} wins {taken} for {lost}.", "{move} wins {taken}: {line}.", "{move} wins {taken}."]
    }
  },
  "es": {
    "one": {"man": "un peón", "king": "una dama", "tower": "una torre", "checker": "una ficha", "pawn": "un peón", "rook": "una torre", "bishop": "un alfil"},
    "many": {"man": "{n} peones", "king": "{n} damas", "tower": "{n} torres", "checker": "{n} fichas", "pawn": "{n} peones", "rook": "{n} torres", "bishop": "{n} alfiles"},
    "and": " y ",
    "moves": ["una jugada", "{n} jugadas"],
    "by": {"no-pieces": "no quedan piezas", "no-moves": "no quedan jugadas", "checkmate": "jaque mate", "stalemate": "ahogado"},
    "result": {"win": "una victoria", "draw": "tablas", "loss": "una derrota"},
    "result-in": {"win": "una victoria en {n} medias jugadas", "loss": "una derrota en {n} medias jugadas"},
    "sentences": {
      "table": ["Era {before}; ahora es {after}."],
      "loses": ["{move} pierde de manera forzada en {moves} ({by}): {line}.", "{move} pierde de manera forzada en {moves} ({by}).", "{move} pierde de manera forzada en {moves}: {line}."],
      "draws": ["{move} permite tablas ({by}): {line}.", "{move} termina la partida en tablas ({by})."],
      "misses-win": ["{best} gana de manera forzada en {moves} ({by}): {line}.", "{best} gana en el acto ({by}).", "{best} gana de manera forzada en {moves}: {line}."],
      "loses-material": ["{move} pierde {lost} por {taken}: {line}.", "{move} pierde {lost}: {line}."],
      "shot": ["{move} permite un golpe que entrega {sacrificed} y captura {captured}: {line}."],
      "unheld": ["La pieza de {square} no se puede defender: {line}."],
      "misses-material": ["{best} gana {taken} por {lost}: {line}.", "{best} gana {taken} por {lost}.", "{best} gana {taken}: {line}.", "{best} gana {taken}."],
      "lets-crown": ["Deja que el rival corone en {moves}: {line}."],
      "misses-crown": ["{best} corona en {moves}: {line}.", "{best} corona un peón."],
      "trapped": ["La dama de {square} está encerrada."],
      "fork": ["La pieza de {square} ataca a la vez {targets}."],
      "pin": ["La pieza de {square} está clavada a su rey."],
      "wins": ["{move} gana de manera forzada en {moves} ({by}): {line}.", "{move} gana en el acto ({by}).", "{move} gana de manera forzada en {moves}: {line}."],
      "wins-material": ["{move} gana {taken} por {lost}: {line}.", "{move} gana {taken} por {lost}.", "{move} gana {taken}: {line}.", "{move} gana {taken}."]
    }
  },
  "pt": {
    "one": {"man": "uma peça", "king": "uma dama", "tower": "uma torre", "checker": "uma peça", "pawn": "um peão", "rook": "uma torre", "bishop": "um bispo"},
    "many": {"man": "{n} peças", "king": "{n} damas", "tower": "{n} torres", "checker": "{n} peças", "pawn": "{n} peões", "rook": "{n} torres", "bishop": "{n} bispos"},
    "and": " e ",
    "moves": ["um lance", "{n} lances"],
    "by": {"no-pieces": "não restam peças", "no-moves": "não restam lances", "checkmate": "xeque-mate", "stalemate": "afogamento"},
    "result": {"win": "uma vitória", "draw": "um empate", "loss": "uma derrota"},
    "result-in": {"win": "uma vitória em {n} meios-lances", "loss": "uma derrota em {n} meios-lances"},
    "sentences": {
      "table": ["Era {before}; agora é {after}."],
      "loses": ["{move} perde de forma forçada em {moves} ({by}): {line}.", "{move} perde de forma forçada em {moves} ({by}).", "{move} perde de forma forçada em {moves}: {line}."],
      "draws": ["{move} permite o empate ({by}): {line}.", "{move} termina a partida em empate ({by})."],
      "misses-win": ["{best} ganha de forma forçada em {moves} ({by}): {line}.", "{best} ganha na hora ({by}).", "{best} ganha de forma forçada em {moves}: {line}."],
      "loses-material": ["{move} perde {lost} por {taken}: {line}.", "{move} perde {lost}: {line}."],
      "shot": ["{move} permite um golpe que entrega {sacrificed} e captura {captured}: {line}."],
      "unheld": ["A peça em {square} não pode ser defendida: {line}."],
      "misses-material": ["{best} ganha {taken} por {lost}: {line}.", "{best} ganha {taken} por {lost}.", "{best} ganha {taken}: {line}.", "{best} ganha {taken}."],
      "lets-crown": ["Deixa o adversário coroar em {moves}: {line}."],
      "misses-crown": ["{best} coroa em {moves}: {line}.", "{best} coroa uma peça."],
      "trapped": ["A dama em {square} está presa."],
      "fork": ["A peça em {square} ataca ao mesmo tempo {targets}."],
      "pin": ["A peça em {square} está cravada no seu rei."],
      "wins": ["{move} ganha de forma forçada em {moves} ({by}): {line}.", "{move} ganha na hora ({by}).", "{move} ganha de forma forçada em {moves}: {line}."],
      "wins-material": ["{move} ganha {taken} por {lost}: {line}.", "{move} ganha {taken} por {lost}.", "{move} ganha {taken}: {line}.", "{move} ganha {taken}."]
    }
  }
};

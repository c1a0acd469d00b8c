#include "explain/sentences.hpp"
#include "support/catch.hpp"

namespace wire = crownd::wire;

namespace {

const std::string move = "11-15";

/// The sentence for a line of the answer to `why`; empty if there is none.
std::string sentence(const std::string& line, const std::string& language = "en") {
  INFO(line);
  const auto reason = wire::read_move_reason(line);
  REQUIRE(reason);
  return crownd::explain::sentence_of(*reason, move, language).value_or("");
}

struct Case {
  std::string line;
  std::string english, spanish, portuguese;
};

/// Every template of every reason.
const Case cases[] = {
    {"reason table before win before-plies 7 after draw", "It was a win in 7 plies; now it is a draw.",
     "Era una victoria en 7 medias jugadas; ahora es tablas.", "Era uma vitória em 7 meios-lances; agora é um empate."},
    {"reason loses plies 4 by no-moves line 11-15 18x11 8x15 25-22",
     "11-15 loses by force in 2 moves (no moves are left): 18x11 8x15 25-22.",
     "11-15 pierde de manera forzada en 2 jugadas (no quedan jugadas): 18x11 8x15 25-22.",
     "11-15 perde de forma forçada em 2 lances (não restam lances): 18x11 8x15 25-22."},
    {"reason loses plies 2 by checkmate line 11-15", "11-15 loses by force in one move (checkmate).",
     "11-15 pierde de manera forzada en una jugada (jaque mate).",
     "11-15 perde de forma forçada em um lance (xeque-mate)."},
    {"reason loses plies 2 line 11-15 18x11", "11-15 loses by force in one move: 18x11.",
     "11-15 pierde de manera forzada en una jugada: 18x11.", "11-15 perde de forma forçada em um lance: 18x11."},
    {"reason draws plies 2 by stalemate line 11-15 18x11", "11-15 lets the game end in a draw (stalemate): 18x11.",
     "11-15 permite tablas (ahogado): 18x11.", "11-15 permite o empate (afogamento): 18x11."},
    {"reason draws plies 1 by stalemate line 11-15", "11-15 ends the game in a draw (stalemate).",
     "11-15 termina la partida en tablas (ahogado).", "11-15 termina a partida em empate (afogamento)."},
    {"reason misses-win plies 3 by no-pieces line 9-14 18x9 5x14",
     "9-14 wins by force in 2 moves (no pieces are left): 18x9 5x14.",
     "9-14 gana de manera forzada en 2 jugadas (no quedan piezas): 18x9 5x14.",
     "9-14 ganha de forma forçada em 2 lances (não restam peças): 18x9 5x14."},
    {"reason misses-win plies 1 by no-pieces line 9-14", "9-14 wins at once (no pieces are left).",
     "9-14 gana en el acto (no quedan piezas).", "9-14 ganha na hora (não restam peças)."},
    {"reason misses-win plies 3 line 9-14 18x9 5x14", "9-14 wins by force in 2 moves: 18x9 5x14.",
     "9-14 gana de manera forzada en 2 jugadas: 18x9 5x14.", "9-14 ganha de forma forçada em 2 lances: 18x9 5x14."},
    {"reason loses-material lost man,man taken king plies 2 line 11-15 18x11", "11-15 loses 2 men for a king: 18x11.",
     "11-15 pierde 2 peones por una dama: 18x11.", "11-15 perde 2 peças por uma dama: 18x11."},
    {"reason loses-material lost man plies 2 line 11-15 18x11", "11-15 loses a man: 18x11.",
     "11-15 pierde un peón: 18x11.", "11-15 perde uma peça: 18x11."},
    {"reason shot sacrificed man captured man,king,man plies 2 line 11-15 18x11",
     "11-15 allows a shot that gives up a man and takes 2 men and a king: 18x11.",
     "11-15 permite un golpe que entrega un peón y captura 2 peones y una dama: 18x11.",
     "11-15 permite um golpe que entrega uma peça e captura 2 peças e uma dama: 18x11."},
    {"reason unheld square 8 lost man plies 2 line 11-15 18x11", "The piece on 8 cannot be held: 18x11.",
     "La pieza de 8 no se puede defender: 18x11.", "A peça em 8 não pode ser defendida: 18x11."},
    {"reason misses-material taken rook lost pawn plies 3 line 9-14 18x9 5x14",
     "9-14 wins a rook for a pawn: 18x9 5x14.", "9-14 gana una torre por un peón: 18x9 5x14.",
     "9-14 ganha uma torre por um peão: 18x9 5x14."},
    {"reason misses-material taken rook lost pawn plies 1 line 9-14", "9-14 wins a rook for a pawn.",
     "9-14 gana una torre por un peón.", "9-14 ganha uma torre por um peão."},
    {"reason misses-material taken bishop plies 3 line 9-14 18x9 5x14", "9-14 wins a bishop: 18x9 5x14.",
     "9-14 gana un alfil: 18x9 5x14.", "9-14 ganha um bispo: 18x9 5x14."},
    {"reason misses-material taken tower plies 1 line 9-14", "9-14 wins a tower.", "9-14 gana una torre.",
     "9-14 ganha uma torre."},
    {"reason lets-crown plies 2 line 11-15 6-1", "It lets the opponent crown in one move: 6-1.",
     "Deja que el rival corone en una jugada: 6-1.", "Deixa o adversário coroar em um lance: 6-1."},
    {"reason misses-crown plies 3 line 9-14 18x9 5x14", "9-14 crowns in 2 moves: 18x9 5x14.",
     "9-14 corona en 2 jugadas: 18x9 5x14.", "9-14 coroa em 2 lances: 18x9 5x14."},
    {"reason misses-crown plies 1 line 9-14", "9-14 crowns a man.", "9-14 corona un peón.", "9-14 coroa uma peça."},
    {"reason trapped square 8 line 11-15", "The king on 8 is trapped.", "La dama de 8 está encerrada.",
     "A dama em 8 está presa."},
    {"reason fork square 8 targets 9,14 line 11-15", "The piece on 8 attacks 9 and 14 at once.",
     "La pieza de 8 ataca a la vez 9 y 14.", "A peça em 8 ataca ao mesmo tempo 9 e 14."},
    {"reason pin square 8 line 11-15", "The piece on 8 is pinned to its king.", "La pieza de 8 está clavada a su rey.",
     "A peça em 8 está cravada no seu rei."},
    {"reason wins plies 3 by no-pieces line 11-15 18x11 8x15",
     "11-15 wins by force in 2 moves (no pieces are left): 18x11 8x15.",
     "11-15 gana de manera forzada en 2 jugadas (no quedan piezas): 18x11 8x15.",
     "11-15 ganha de forma forçada em 2 lances (não restam peças): 18x11 8x15."},
    {"reason wins plies 1 by no-pieces line 11-15", "11-15 wins at once (no pieces are left).",
     "11-15 gana en el acto (no quedan piezas).", "11-15 ganha na hora (não restam peças)."},
    {"reason wins plies 3 line 11-15 18x11 8x15", "11-15 wins by force in 2 moves: 18x11 8x15.",
     "11-15 gana de manera forzada en 2 jugadas: 18x11 8x15.", "11-15 ganha de forma forçada em 2 lances: 18x11 8x15."},
    {"reason wins-material taken checker,checker lost checker plies 3 line 11-15 18x11 8x15",
     "11-15 wins 2 checkers for a checker: 18x11 8x15.", "11-15 gana 2 fichas por una ficha: 18x11 8x15.",
     "11-15 ganha 2 peças por uma peça: 18x11 8x15."},
    {"reason wins-material taken checker,checker lost checker plies 1 line 11-15",
     "11-15 wins 2 checkers for a checker.", "11-15 gana 2 fichas por una ficha.", "11-15 ganha 2 peças por uma peça."},
    {"reason wins-material taken man plies 3 line 11-15 18x11 8x15", "11-15 wins a man: 18x11 8x15.",
     "11-15 gana un peón: 18x11 8x15.", "11-15 ganha uma peça: 18x11 8x15."},
    {"reason wins-material taken man plies 1 line 11-15", "11-15 wins a man.", "11-15 gana un peón.",
     "11-15 ganha uma peça."},
};

/// The part of a sentence that `kinds` become.
std::string pieces(const std::string& kinds) {
  const auto text = sentence("reason wins-material taken " + kinds + " line 11-15");
  const std::string begin = "11-15 wins ";
  REQUIRE(text.starts_with(begin));
  return text.substr(begin.size(), text.size() - begin.size() - 1);
}

}  // namespace

TEST_CASE("each reason is a sentence in each language") {
  for (const auto& [line, english, spanish, portuguese] : cases) {
    CHECK(sentence(line, "en") == english);
    CHECK(sentence(line, "es") == spanish);
    CHECK(sentence(line, "pt") == portuguese);
  }
}

TEST_CASE("an unknown language is replaced by English") {
  for (const std::string language : {"de", "", "en/one", "EN"})
    CHECK(sentence("reason trapped square 8", language) == "The king on 8 is trapped.");
}

TEST_CASE("equal kinds of pieces are counted, in order of their first place") {
  CHECK(pieces("man") == "a man");
  CHECK(pieces("man,man,man") == "3 men");
  CHECK(pieces("king,man,king") == "2 kings and a man");
  CHECK(pieces("pawn,rook,bishop,rook") == "a pawn, 2 rooks and a bishop");
  CHECK(pieces("dragon") == "dragon");
  CHECK(pieces("man,dragon,dragon") == "a man and 2 dragon");
}

TEST_CASE("two plies are one move") {
  const auto moves = [](const std::string& plies) {
    return sentence("reason lets-crown plies " + plies + " line 11-15 6-1");
  };
  CHECK(moves("1") == "It lets the opponent crown in one move: 6-1.");
  CHECK(moves("2") == "It lets the opponent crown in one move: 6-1.");
  CHECK(moves("3") == "It lets the opponent crown in 2 moves: 6-1.");
  CHECK(moves("40") == "It lets the opponent crown in 20 moves: 6-1.");
  CHECK(moves("few").empty());
}

TEST_CASE("results have their plies where the engine knows them") {
  CHECK(sentence("reason table before draw after loss") == "It was a draw; now it is a loss.");
  CHECK(sentence("reason table before win after loss after-plies 12") == "It was a win; now it is a loss in 12 plies.");
  CHECK(sentence("reason table before win after perhaps").empty());
}

TEST_CASE("a list of targets has commas and a word before the last") {
  CHECK(sentence("reason fork square b2 targets a1,c3,d4") == "The piece on b2 attacks a1, c3 and d4 at once.");
  CHECK(sentence("reason fork square b2 targets a1") == "The piece on b2 attacks a1 at once.");
}

TEST_CASE("a reason that is unknown or lacks values has no sentence, and unknown keys are skipped") {
  CHECK(sentence("reason zugzwang line 11-15 18x11").empty());
  CHECK(sentence("reason table/0 before win after draw").empty());
  CHECK(sentence("reason loses-material lost man line 11-15").empty());
  CHECK(sentence("reason loses-material line 11-15 18x11").empty());
  CHECK(sentence("reason misses-crown plies 1").empty());
  CHECK(sentence("reason draws plies 2 by exhaustion line 11-15 18x11").empty());
  CHECK(sentence("reason fork square 8").empty());
  CHECK(sentence("reason pin line 11-15").empty());
  CHECK(sentence("reason trapped colour red square 8") == "The king on 8 is trapped.");
}

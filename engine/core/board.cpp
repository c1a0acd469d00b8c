#include "core/board.hpp"

namespace crownd {

std::string sentence_of(const Result& result, const Description& description) {
  std::string sentence(result.reason->sentence);
  const auto name = [&](std::string_view word, Side side) {
    if (const auto at = sentence.find(word); at != std::string::npos)
      sentence.replace(at, word.size(), description.sides[static_cast<std::size_t>(index_of(side))].title);
  };
  name("WINNER", result.winner);
  name("LOSER", opponent(result.winner));
  return sentence;
}

}  // namespace crownd

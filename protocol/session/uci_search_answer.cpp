#include "session/uci_search_answer.hpp"

#include "wire/words.hpp"

namespace crownd::session {

namespace {

const std::shared_ptr<const Dialect> the_answer = std::make_shared<UciSearchAnswer>();

}  // namespace

std::shared_ptr<const Dialect> UciSearchAnswer::to(std::string_view line) {
  wire::Words words(line);
  return words.take_if("go") && !words.take_if("perft") ? the_answer : nullptr;
}

std::optional<std::string> UciSearchAnswer::translate(std::string_view line) const { return std::string(line); }

std::vector<std::string> UciSearchAnswer::refusal(wire::ErrorCode code, std::string_view sentence) const {
  return {wire::info_string_line(wire::error_line(code, sentence)), wire::best_move_line({})};
}

std::vector<std::string> UciSearchAnswer::early_refusal(wire::ErrorCode code, std::string_view sentence) const {
  return {wire::error_line(code, sentence)};
}

}  // namespace crownd::session

#pragma once

#include "core/bad_input.hpp"
#include "core/rules.hpp"
#include "support/catch.hpp"
#include "support/text.hpp"

namespace crownd::testing {

/// The message of the error of a call; empty if it has none.
template <class Act>
std::string refusal_of(const Act& act) {
  try {
    act();
    return "";
  } catch (const BadInput& bad) {
    return bad.what();
  }
}

/// The message of the error of a call, which must be this fault; "accepted" if it has none.
template <class Act>
std::string error_of(Fault fault, const Act& act) {
  try {
    act();
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == fault);
    return bad.what();
  }
  return "accepted";
}

/// Why a position text is rejected.
template <Rules R>
std::string position_error(const std::string& text) {
  return error_of(Fault::bad_position, [&] { (void)R::parse_position(text); });
}

/// Why a move is illegal: a word, a colon and a sentence.
template <Rules R>
std::string move_error(const std::string& position, const std::string& move) {
  return error_of(Fault::illegal_move, [&] { (void)R::read_move(R::parse_position(position), move); });
}

/// `cases`: a bad position text, and a part of its error message.
template <Rules R>
void check_position_errors(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [text, part] : cases) {
    INFO(text);
    CHECK_THAT(position_error<R>(text), has_text(part));
  }
}

/// Checks the error of a move: the word of its fault, and a sentence that contains `part`; or "accepted".
template <Rules R>
void check_move_error(const std::string& position, const std::string& move, const std::string& fault,
                      const std::string& part = "") {
  const auto message = move_error<R>(position, move);
  INFO(position << ' ' << move << " -> " << message);
  CHECK(message.substr(0, message.find(':')) == fault);
  CHECK((fault == "accepted" || message.size() > fault.size() + 10));
  CHECK_THAT(message, has_text(part));
}

template <Rules R>
void check_faults(const std::string& position, const std::string& fault, const std::vector<std::string>& moves) {
  for (const auto& move : moves) check_move_error<R>(position, move, fault);
}

struct MoveError {
  std::string position, move, fault, part = "";
};

template <Rules R>
void check_move_errors(const std::vector<MoveError>& cases) {
  for (const auto& [position, move, fault, part] : cases) check_move_error<R>(position, move, fault, part);
}

}  // namespace crownd::testing

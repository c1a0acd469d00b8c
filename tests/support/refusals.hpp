#pragma once

#include "core/bad_input.hpp"
#include "core/rules.hpp"
#include "support/catch.hpp"
#include "support/text.hpp"

namespace crownd::testing {

/// The message of the error of a call; "accepted" if it has none.
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

/// The word of the reason why a move is illegal, which is followed by a sentence.
template <Rules R>
std::string move_fault(const std::string& position, const std::string& move) {
  const auto message = move_error<R>(position, move);
  if (message == "accepted") return message;
  CHECK(message.size() > message.find(':') + 10);
  return message.substr(0, message.find(':'));
}

}  // namespace crownd::testing

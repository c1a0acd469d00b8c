#include "session/commands/command.hpp"

#include "session/commands/make.hpp"

#include "wire/nearest.hpp"

#include <algorithm>

namespace crownd::session {

namespace {

const std::vector<std::string>& words_of_commands() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const Row& row : all_commands()) all.emplace_back(row.word);
    return all;
  }();
  return words;
}

}  // namespace

const std::vector<Row>& all_commands() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> all;
    for (const auto part : {engine_commands(), game_commands(), board_commands(), file_commands(), search_commands(),
                            knowledge_commands(), session_commands()})
      for (const Row& row : part) all.push_back(row);
    return all;
  }();
  return rows;
}

const Row* find_command(std::string_view word) {
  const auto& rows = all_commands();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return wire::same_word(row.word, word); });
  return found == rows.end() ? nullptr : &*found;
}

std::optional<Command> read_command(std::string_view line) {
  wire::Words words(line);
  if (words.empty() || words.peek().front() == '#') return std::nullopt;
  const auto word = words.take();
  const Row* const row = find_command(word);
  if (row == nullptr)
    return make_refusal(
        wire::ErrorCode::unknown_command,
        wire::quoted(word) + " is no command; " + wire::did_you_mean(word, words_of_commands()) + "help lists them");
  try {
    return row->read(words);
  } catch (const BadInput& bad) {
    return make_refusal(bad);
  }
}

bool sets_position(std::string_view line) { return wire::Words(line).take_if("position"); }

Command make_refusal(const BadInput& bad) {
  return {Manner::reading, [bad](Context&, Reply&) { throw bad; }};
}

Command make_refusal(wire::ErrorCode code, std::string sentence) {
  return {Manner::reading,
          [code, sentence = std::move(sentence)](Context&, Reply& reply) { reply.refuse(code, sentence); }};
}

Command make_answer(std::vector<std::string> lines) {
  return {Manner::reading, [lines = std::move(lines)](Context&, Reply& reply) {
            for (const auto& line : lines) reply.say(line);
          }};
}

}  // namespace crownd::session

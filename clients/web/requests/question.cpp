#include "web/requests/question.hpp"

#include "web/requests/ascii.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace crownd::web {

namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_game = 64;
/// The array, its objects, and the moves of one.
constexpr int deepest = 3;
/// How much of a key is repeated in an error.
constexpr std::size_t most_shown = 40;

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

bool is_word(std::string_view text) {
  const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; };
  return !text.empty() && text.size() <= longest_game && std::ranges::all_of(text, fits);
}

void set(Question& question, const std::string& key, std::string value) {
  if (key == "game") {
    question.game = std::move(value);
  } else if (key == "position") {
    question.position = std::move(value);
  } else if (key == "moves") {
    std::ranges::replace(value, ',', ' ');
    question.moves = std::move(value);
  } else {
    throw BadQuestion("'" + key.substr(0, most_shown) + "' is not known here: game, position and moves are");
  }
}

Question checked(Question question) {
  if (!is_word(question.game)) throw BadQuestion("game needs the name of a game; /api/games lists them");
  if (trimmed(question.position).empty()) throw BadQuestion("position needs the text of a position, or startpos");
  if (std::ranges::any_of(question.position, is_control) || std::ranges::any_of(question.moves, is_control))
    throw BadQuestion("position and moves are text without control characters");
  return question;
}

std::string text_of_moves(const Json& moves) {
  if (moves.is_string()) return moves.get<std::string>();
  std::string text;
  for (const auto& move : moves) {
    if (!move.is_string()) throw BadQuestion("moves needs an array of texts, such as [\"11-15\"]");
    text += move.get<std::string>() + ' ';
  }
  return text;
}

Question question_of(const Json& object) {
  if (!object.is_object())
    throw BadQuestion(R"(each position is an object such as {"game": "NAME", "position": "startpos"})");
  Question question;
  for (const auto& [key, value] : object.items()) {
    const bool is_list = key == "moves" && value.is_array();
    if (!is_list && !value.is_string()) throw BadQuestion("'" + key.substr(0, most_shown) + "' needs a text");
    set(question, key, text_of_moves(value));
  }
  return checked(std::move(question));
}

Json parsed(std::string_view body) {
  const auto watch = [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw BadQuestion("the JSON is nested too deeply: it is an array of objects");
    return true;
  };
  try {
    return Json::parse(body, watch);
  } catch (const Json::exception&) {
    throw BadQuestion(R"(the body is no JSON; it needs an array such as [{"game": "NAME", "position": "startpos"}])");
  }
}

}  // namespace

Question question_of(const Query& query) {
  Question question;
  for (const auto& [name, value] : query) set(question, name, value);
  std::ranges::replace(question.position, '_', ' ');  // as links to positions have them; no position has one of its own
  return checked(std::move(question));
}

std::vector<Question> questions_of(std::string_view body, std::size_t most) {
  const auto array = parsed(body);
  if (!array.is_array() || array.empty() || array.size() > most)
    throw BadQuestion("the body needs to be an array of 1 to " + std::to_string(most) + " positions");
  std::vector<Question> questions;
  for (const auto& object : array) questions.push_back(question_of(object));
  return questions;
}

std::string position_command(const Question& question) {
  auto command = "position " + question.game + " " + question.position;
  if (!trimmed(question.moves).empty()) command += " moves " + question.moves;
  return command;
}

}  // namespace crownd::web

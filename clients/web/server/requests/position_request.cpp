#include "web/server/requests/position_request.hpp"

#include "web/server/requests/request.hpp"

#include <nlohmann/json.hpp>

#include <charconv>

namespace crownd::web {

namespace {

constexpr int hexadecimal = 16;
constexpr std::size_t digits_of_byte = 2;

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c != '%') {
      result += c == '+' ? ' ' : c;
      continue;
    }
    unsigned char byte = 0;
    const auto digits = text.substr(0, digits_of_byte);
    const auto* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, byte, hexadecimal);
    if (digits.size() < digits_of_byte || error != std::errc() || end != last) return std::nullopt;
    result += static_cast<char>(byte);
    text.remove_prefix(digits_of_byte);
  }
  return result;
}

using Json = nlohmann::json;

constexpr std::size_t max_game_name = 64;
/// The array, its objects, and the moves of one.
constexpr int max_depth = 3;
/// How much of a key is repeated in an error.
constexpr std::size_t max_shown = 40;

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

bool is_word(std::string_view text) {
  const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; };
  return !text.empty() && text.size() <= max_game_name && std::ranges::all_of(text, fits);
}

/// The field of a key. Throws BadRequest for an unknown key.
std::string& field_of(PositionRequest& request, const std::string& key) {
  if (key == "game") return request.game;
  if (key == "position") return request.position;
  if (key == "moves") return request.moves;
  throw BadRequest("'" + key.substr(0, max_shown) + "' is not known here: game, position and moves are");
}

PositionRequest checked(PositionRequest request) {
  if (!is_word(request.game)) throw BadRequest("game needs the name of a game; /api/games lists them");
  if (trimmed(request.position).empty()) throw BadRequest("position needs the text of a position, or startpos");
  if (std::ranges::any_of(request.position, is_control) || std::ranges::any_of(request.moves, is_control))
    throw BadRequest("position and moves are text without control characters");
  std::ranges::replace(request.moves, ',', ' ');
  return request;
}

std::string text_of_moves(const Json& moves) {
  if (moves.is_string()) return moves.get<std::string>();
  std::string text;
  for (const auto& move : moves) {
    if (!move.is_string()) throw BadRequest("moves needs an array of texts, such as [\"11-15\"]");
    text += move.get<std::string>() + ' ';
  }
  return text;
}

PositionRequest position_request(const Json& object) {
  if (!object.is_object())
    throw BadRequest(R"(each position is an object such as {"game": "NAME", "position": "startpos"})");
  PositionRequest request;
  for (const auto& [key, value] : object.items()) {
    auto& field = field_of(request, key);
    const bool is_list = key == "moves" && value.is_array();
    if (!is_list && !value.is_string()) throw BadRequest(key + " needs a text");
    field = text_of_moves(value);
  }
  return checked(std::move(request));
}

Json parsed(std::string_view body) {
  const auto watch = [](int depth, Json::parse_event_t, Json&) {
    if (depth > max_depth) throw BadRequest("the JSON is nested too deeply: it is an array of objects");
    return true;
  };
  try {
    return Json::parse(body, watch);
  } catch (const Json::exception&) {
    throw BadRequest(R"(the body is no JSON; it needs an array such as [{"game": "NAME", "position": "startpos"}])");
  }
}

}  // namespace

std::optional<Query> read_query(std::string_view target) {
  Query query;
  const auto begin = target.find('?');
  auto rest = begin == std::string_view::npos ? std::string_view() : target.substr(begin + 1);
  while (!rest.empty()) {
    const auto parameter = rest.substr(0, rest.find('&'));
    rest.remove_prefix(parameter.size() == rest.size() ? rest.size() : parameter.size() + 1);
    if (parameter.empty()) continue;
    const auto middle = parameter.find('=');
    auto name = decoded(parameter.substr(0, middle));
    auto value = decoded(middle == std::string_view::npos ? std::string_view() : parameter.substr(middle + 1));
    if (!name || !value) return std::nullopt;
    query.emplace_back(*std::move(name), *std::move(value));
  }
  return query;
}

PositionRequest position_request(const Query& query) {
  PositionRequest request;
  for (const auto& [name, value] : query) field_of(request, name) = value;
  std::ranges::replace(request.position, '_', ' ');  // as links to positions have them; no position has one of its own
  return checked(std::move(request));
}

std::vector<PositionRequest> position_requests(std::string_view body, std::size_t max) {
  const auto array = parsed(body);
  if (!array.is_array() || array.empty() || array.size() > max)
    throw BadRequest("the body needs to be an array of 1 to " + std::to_string(max) + " positions");
  std::vector<PositionRequest> requests;
  for (const auto& object : array) requests.push_back(position_request(object));
  return requests;
}

std::string position_command(const PositionRequest& request) {
  auto command = "position " + request.game + " " + request.position;
  if (!trimmed(request.moves).empty()) command += " moves " + request.moves;
  return command;
}

}  // namespace crownd::web

#include "reading/inputs.hpp"

#include "files/line_log.hpp"
#include "notation/fen.hpp"
#include "notation/reader.hpp"
#include "wire/words.hpp"

#include <iostream>
#include <iterator>
#include <sstream>

namespace crownd::reading {

namespace {

constexpr std::string_view separator = " moves ";
constexpr std::string_view blanks = " \t\r";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Whether this is no PDN, PGN or plain form: there are no tags, comments or results.
bool is_list(const std::vector<std::string>& lines) {
  for (const auto& line : lines) {
    if (line.starts_with('#')) continue;
    if (line.find_first_of("[{") != std::string::npos) return false;
    for (wire::Words words(line); !words.empty();) {
      const auto word = words.take();
      if (word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2") return false;
    }
  }
  return true;
}

notation::Game game_of_line(const std::string& line) {
  const auto moves = line.find(separator);
  const bool has_position = moves != std::string::npos;
  std::istringstream text(has_position ? line.substr(moves + separator.size()) : line);
  auto game = notation::Reader(text, notation::Keep::everything).next().value_or(notation::Game());
  if (has_position) game.tags.push_back({"FEN", notation::epd_to_fen(line.substr(0, moves))});
  return game;
}

void read_list(const std::vector<std::string>& lines, std::size_t file, std::vector<InputGame>& games) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const auto& line = lines[at];
    if (line.find_first_not_of(blanks) == std::string::npos || line.starts_with('#')) continue;
    games.push_back({file, ++number, at + 1, game_of_line(line), line.substr(0, line.find_last_not_of(blanks) + 1)});
  }
}

/// Where each line begins in the text, and at last where the text ends.
std::vector<std::size_t> beginnings(const std::vector<std::string>& lines) {
  std::vector<std::size_t> result{0};
  for (const auto& line : lines) result.push_back(result.back() + line.size() + 1);
  return result;
}

/// The index of the first line of tags, behind a line that is none, that follows the one at `after`.
std::size_t next_tags(const std::vector<std::string>& lines, std::size_t after) {
  for (std::size_t at = after + 1; at < lines.size(); ++at)
    if (lines[at].starts_with('[') && !lines[at - 1].starts_with('[')) return at;
  return lines.size();
}

}  // namespace

std::string Inputs::name_of(const InputGame& game) const {
  const auto& file = files[game.file];
  return (file == "-" ? "standard input" : file) + ", game " + std::to_string(game.number) + " (line " +
         std::to_string(game.line) + ")";
}

void read_games(const std::string& text, std::size_t file, std::vector<InputGame>& games) {
  const auto lines = lines_of(text);
  if (is_list(lines)) return read_list(lines, file, games);
  const auto begins = beginnings(lines);
  const auto last_brace = text.rfind('}');
  std::istringstream whole(text);
  std::size_t number = 0;
  for (std::size_t first = 0; first < lines.size();) {
    // Behind the last brace no comment has an end, and the search for it would go to the end of the text for each.
    // There the games after a damaged one are read one by one.
    const bool one_game = first > 0 && (last_brace == std::string::npos || begins[first] > last_brace);
    const auto end = one_game ? next_tags(lines, first) : lines.size();
    std::istringstream part(one_game ? text.substr(begins[first], begins[end] - begins[first]) : std::string());
    whole.clear();
    whole.seekg(static_cast<std::streamoff>(begins[first]));
    notation::Reader reader(one_game ? part : whole, notation::Keep::everything);
    std::size_t last_line = first;
    try {
      while (auto game = reader.next()) {
        last_line = first + game->number_of_line;
        games.push_back({file, ++number, last_line, *std::move(game)});
      }
      first = end;
    } catch (const notation::BadText& bad) {
      const auto line = first + bad.line();
      // The game began with the tags before the fault.
      auto begin = line;
      while (begin > last_line + 1 && !(lines[begin - 1].starts_with('[') && !lines[begin - 2].starts_with('[')))
        --begin;
      games.push_back({file, ++number, begin, {}, {}, "line " + std::to_string(line) + ": " + bad.what()});
      first = next_tags(lines, line - 1);
    }
  }
}

Inputs read_inputs(const std::vector<std::string>& files) {
  Inputs inputs{files, {}};
  for (std::size_t file = 0; file < files.size(); ++file) {
    const auto text =
        files[file] == "-" ? std::string(std::istreambuf_iterator<char>(std::cin), {}) : files::read_file(files[file]);
    if (text.find('\0') != std::string::npos)
      throw std::runtime_error("'" + files[file] + "' is binary; PDN, PGN, plain games and lists of moves are text");
    read_games(text, file, inputs.games);
  }
  return inputs;
}

}  // namespace crownd::reading

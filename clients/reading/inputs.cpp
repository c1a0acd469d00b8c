#include "reading/inputs.hpp"

#include "reading/text_file.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace crownd::reading {

namespace {

constexpr std::string_view blanks = " \t\r";

/// Whether a text is a list, and not PDN, PGN or the plain form: it has no tags, comments or results.
bool is_list(std::string_view text) {
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with('#')) continue;
    if (line.find_first_of("[{") != std::string_view::npos) return false;
    for (wire::Words words(line); !words.empty();) {
      constexpr std::array<std::string_view, 4> results{"*", "1-0", "0-1", "1/2-1/2"};
      if (std::find(results.begin(), results.end(), words.take()) != results.end()) return false;
    }
  }
  return true;
}

class FileReader {
 public:
  FileReader(const notation::Exchange& exchange, const std::string& usual, std::size_t file,
             const std::function<void(InputGame&&)>& on_game)
      : exchange_(exchange), usual_(usual), file_(file), on_game_(on_game) {}

  void read(TextFile& file) {
    auto text = file.next();
    if (is_list(text)) return read_list(file, std::move(text));
    notation::GameReader reader(exchange_, usual_, [&](notation::ReadGame&& game) {
      auto damage = game.errors.empty() ? std::string() : game.errors.front().text();
      on_game_({file_, ++number_, std::move(game), std::move(damage)});
    });
    for (; !text.empty(); text = file.next()) reader.add(text);
    reader.end();
  }

 private:
  void read_list(TextFile& file, std::string text) {
    while (!text.empty()) {
      std::size_t begin = 0;
      for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
        read_line(text.substr(begin, end - begin));
        begin = end + 1;
      }
      text.erase(0, begin);
      const auto more = file.next();
      if (more.empty()) break;
      text += more;
    }
    read_line(text);
  }

  void read_line(std::string line) {
    ++line_;
    line.erase(line.find_last_not_of(blanks) + 1);
    if (line.find_first_not_of(blanks) == std::string::npos || line.starts_with('#')) return;
    InputGame input{file_, ++number_, {}, {}};
    try {
      input.game = notation::read_list_line(exchange_, usual_, line);
    } catch (const notation::NotRead& why) {
      input.damage = why.what();
    }
    input.game.line = line_;
    on_game_(std::move(input));
  }

  const notation::Exchange& exchange_;
  const std::string& usual_;
  std::size_t file_;
  const std::function<void(InputGame&&)>& on_game_;
  std::size_t number_ = 0;
  std::size_t line_ = 0;
};

}  // namespace

std::string name_of(const std::vector<std::string>& files, const InputGame& input) {
  const auto& file = files[input.file];
  return (file == "-" ? "standard input" : file) + ", game " + std::to_string(input.number) + " (line " +
         std::to_string(input.game.line) + ")";
}

std::string Inputs::name_of(const InputGame& input) const { return reading::name_of(files, input); }

void read_files(const notation::Exchange& exchange, const std::string& usual, const std::vector<std::string>& files,
                const std::function<void(InputGame&&)>& on_game) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    TextFile text(files[file]);
    FileReader(exchange, usual, file, on_game).read(text);
  }
}

}  // namespace crownd::reading

#include "batch/inputs.hpp"

#include "files/files.hpp"
#include "notation/game.hpp"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <sstream>

namespace crownd::batch {

namespace {

constexpr std::size_t block = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw files::FileError(files::FileError::Reason::other, "'" + file + "' " + why);
}

}  // namespace

TextFile::TextFile(std::string name)
    : name_(std::move(name)),
      file_(name_ == "-" ? std::ifstream() : files::open_file(name_)),
      stream_(name_ == "-" ? std::cin : file_) {}

TextFile::~TextFile() {
  if (converter_ != nullptr) ::iconv_close(converter_);
}

std::string TextFile::next() {
  std::string bytes(block, '\0');
  stream_.read(bytes.data(), static_cast<std::streamsize>(block));
  bytes.resize(static_cast<std::size_t>(stream_.gcount()));
  if (stream_.bad()) refuse(name_, std::string("cannot be read: ") + std::strerror(errno));
  if (!std::exchange(begun_, true)) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (bytes.starts_with(byte_order_mark)) bytes.erase(0, byte_order_mark.size());
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) converter_ = ::iconv_open("UTF-8", "UTF-16");
  }
  if (converter_ != nullptr) bytes = converted(std::move(bytes));
  if (bytes.find('\0') != std::string::npos)
    refuse(name_, "is binary; PDN, PGN, plain games and lists of moves are text");
  return bytes;
}

std::string TextFile::converted(std::string bytes) {
  bytes.insert(0, std::exchange(rest_, {}));
  std::string text(2 * bytes.size() + 4, '\0');  // two bytes become three at most
  char* in = bytes.data();
  char* out = text.data();
  std::size_t in_left = bytes.size();
  std::size_t out_left = text.size();
  while (in_left > 0 && ::iconv(converter_, &in, &in_left, &out, &out_left) == static_cast<std::size_t>(-1)) {
    if (errno == EINVAL) break;  // the rest comes with the next block
    in += std::min<std::size_t>(2, in_left);
    in_left -= std::min<std::size_t>(2, in_left);
    *out++ = '?';
    --out_left;
  }
  rest_.assign(in, in_left);
  text.resize(text.size() - out_left);
  return text;
}

namespace {

constexpr std::string_view blanks = " \t\r";

class FileReader {
 public:
  FileReader(const notation::Exchange& exchange, const std::string& default_game, std::size_t file,
             const std::function<void(InputGame&&)>& on_game)
      : exchange_(exchange), default_game_(default_game), file_(file), on_game_(on_game) {}

  void read(TextFile& file) {
    auto text = file.next();
    if (notation::is_list(text)) return read_list(file, std::move(text));
    notation::GameFileReader reader(exchange_, default_game_, [&](notation::ReadGame&& game) {
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
      input.game = notation::read_list_line(exchange_, default_game_, line);
    } catch (const notation::NotRead& why) {
      input.damage = why.what();
    }
    input.game.line_number = line_;
    on_game_(std::move(input));
  }

  const notation::Exchange& exchange_;
  const std::string& default_game_;
  std::size_t file_;
  const std::function<void(InputGame&&)>& on_game_;
  std::size_t number_ = 0;
  std::size_t line_ = 0;
};

}  // namespace

std::string name_of(const std::vector<std::string>& files, const InputGame& input) {
  const auto& file = files[input.file];
  return (file == "-" ? "standard input" : file) + ", game " + std::to_string(input.number) + " (line " +
         std::to_string(input.game.line_number) + ")";
}

std::string Inputs::name_of(const InputGame& input) const { return batch::name_of(files, input); }

void read_files(const notation::Exchange& exchange, const std::string& default_game,
                const std::vector<std::string>& files, const std::function<void(InputGame&&)>& on_game) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    TextFile text(files[file]);
    FileReader(exchange, default_game, file, on_game).read(text);
  }
}

void expect_rereadable(const std::vector<std::string>& files) {
  if (std::ranges::find(files, "-") != files.end())
    throw std::runtime_error("a daemon was lost while it read standard input, which cannot be read again; name a file");
}

PlayedMove play_move(connection::Engine& engine, const board::GameInfo::Notation& notation, const std::string& move,
                     const std::vector<std::string>& legal) {
  if (notation.form != board::GameInfo::Notation::Form::pgn) return {move, engine.move(move).status};
  auto text = notation::to_san(engine.standard_position(), move, legal);
  auto status = engine.move(move).status;
  if (status.outcome == wire::Outcome::win) text += '#';
  if (status.outcome == wire::Outcome::ongoing && status.check) text += '+';
  return {std::move(text), std::move(status)};
}

std::string game_text(const notation::Game& game, const board::GameInfo::Notation& notation, bool is_plain,
                      const std::string& start, bool second_begins) {
  std::ostringstream out;
  const bool pgn = notation.form == board::GameInfo::Notation::Form::pgn;
  if (is_plain)
    notation::write_plain_game(out, game, second_begins);
  else
    notation::write_game(out, game,
                         {.first_number = notation::move_number(start),
                          .second_begins = second_begins,
                          .numbers_second = pgn,
                          .writes_signs = !pgn});
  out << '\n';
  return out.str();
}

}  // namespace crownd::batch

// Mutates conversations by whole lines mostly, so that most mutants are valid.

#include "session/command_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t longest_line = 1100;  // slightly above the limit of the tested session

/// Commands with arguments. Commands without are in the list of all commands.
constexpr std::string_view known_lines[] = {
    "fen standard",
    "tables all",
    "undo 2",
    "undo 5",
    "go infinite",
    "go ponder nodes 200",
    "go ponder",
    "go nodes 300",
    "go nodes 50 searchmoves @1 @2",
    "go depth 1",
    "go minimax 2",
    "go perft 2",
    "perft 1",
    "debug on",
    "setoption name MultiPV value 3",
    "setoption name Threads value 2",
    "setoption name Skill Level value 0",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 1100",
    "setoption name Strength Seed value 5",
    "setoption name UCI_ShowWDL value true",
    "setoption name Hash value 1",
    "setoption name Draw Quiet Plies value 3",
    "setoption name Clear Hash",
    "setoption name UCI_Variant value towers",
    "position english startpos",
    "position spanish startpos",
    "position stupid startpos",
    "position towers startpos",
    "position reduced-chess startpos",
    "position fen r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1",
    "move pass",
};

Lines cut(const std::uint8_t* data, std::size_t size) {
  Lines lines{""};
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n')
      lines.emplace_back();
    else
      lines.back() += static_cast<char>(data[i]);
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::size_t join(const Lines& lines, std::uint8_t* data, std::size_t max_size) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  const auto size = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), size);
  return size;
}

class Mutation {
 public:
  Mutation(Lines& lines, unsigned seed) : lines_(lines), random_(seed) {}

  void apply() {
    if (lines_.empty()) return insert(known_line());
    switch (below(9)) {
      case 0: std::swap(any(), any()); break;
      case 1: insert(std::string(any())); break;
      case 2: lines_.erase(place(lines_.size())); break;
      case 3: insert(known_line()); break;
      case 4: any() = known_line(); break;
      case 5: splice(); break;
      case 6: change_bytes(); break;
      default: insert("move " + legal_move() + (below(3) == 0 ? " " + legal_move() : "")); break;
    }
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::string& any() { return lines_[below(lines_.size())]; }
  std::string known_line() {
    const auto& words = crownd::session::all_commands();
    const auto number = below(std::size(known_lines) + words.size());
    return std::string(number < words.size() ? words[number].word : known_lines[number - words.size()]);
  }
  std::string legal_move() { return "@" + std::to_string(below(64)); }
  Lines::iterator place(std::size_t limit) { return lines_.begin() + static_cast<std::ptrdiff_t>(below(limit)); }
  void insert(const std::string& line) { lines_.insert(place(lines_.size() + 1), line); }

  /// Crossover of two lines: the beginning of one, the end of the other.
  void splice() {
    const std::string other = any();
    std::string& line = any();
    line = line.substr(0, below(line.size() + 1)) + other.substr(below(other.size() + 1));
  }

  void change_bytes() {
    std::string& line = any();
    std::array<std::uint8_t, longest_line> bytes{};
    const auto size = std::min(line.size(), bytes.size());
    std::memcpy(bytes.data(), line.data(), size);
    const auto changed = LLVMFuzzerMutate(bytes.data(), size, bytes.size());
    line.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(changed));
  }

  Lines& lines_;
  std::minstd_rand random_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  auto lines = cut(data, size);
  Mutation(lines, seed).apply();
  return join(lines, data, max_size);
}

/// Crossover of two conversations: the beginning of one, the end of the other.
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2, std::uint8_t* out,
                                                 std::size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  auto lines = cut(data1, size1);
  const auto others = cut(data2, size2);
  lines.resize(random() % (lines.size() + 1));
  lines.insert(lines.end(), others.begin() + static_cast<std::ptrdiff_t>(random() % (others.size() + 1)), others.end());
  return join(lines, out, max_size);
}

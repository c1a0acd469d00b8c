// Calls the functions of an engine for CheckerBoard, a line of standard input each; it knows nothing of the game. So
// the tests drive the library of any system, also one that wine runs. A board is 64 numbers, b[0][0] to b[7][7].
//
// load PATH: "loaded" or "failed". What follows is for this library, also where it is loaded already.
// unload: "unloaded", or "resident" where part of it is left, or it is a part of this program.
// command TEXT: "reply CODE OVERRUN TEXT".
// getmove COLOR MAXTIME INFO MORE_INFO PLAYNOW BOARD: "moved VERDICT MILLISECONDS OVERRUN JUMPS BEFORE AFTER PLACES
//   BOARD", then a line of text. After PLAYNOW milliseconds, which are not counted, *playnow is set; -1: never.
// islegal COLOR FROM TO BOARD: "legal CODE JUMPS BEFORE AFTER PLACES".
// nulls: "survived".
// meanwhile MAXTIME BOARD: "longest MILLISECONDS" of a command while a search runs, and "over" or "under" when they
//   ended.
//
// PLACES: from, to, then for each jump where it lands, and what it takes and where, as numbers. OVERRUN: bytes written
// beyond the 256 that a caller may have.

#include "library.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

using namespace crownd::checkerboard;
using crownd::testing::Library;

namespace {

using Clock = std::chrono::steady_clock;

std::int64_t milliseconds_since(Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - time).count();
}

/// The smallest buffer of any caller, and what must stay as it is behind it.
class Buffer {
 public:
  Buffer() { bytes_.fill(untouched); }

  [[nodiscard]] char* data() { return bytes_.data(); }
  [[nodiscard]] std::ptrdiff_t overrun() const {
    return std::count_if(bytes_.begin() + size, bytes_.end(), [](char byte) { return byte != untouched; });
  }
  /// In one line.
  [[nodiscard]] std::string text() const {
    const auto end = std::find(bytes_.begin(), bytes_.begin() + size, '\0');
    std::string text(bytes_.begin(), end);
    std::replace(text.begin(), text.end(), '\n', '|');
    return end == bytes_.begin() + size ? "not terminated" : text;
  }

 private:
  static constexpr char untouched = 0x55;
  static constexpr std::ptrdiff_t size = 256;
  std::array<char, 4 * size> bytes_;
};

struct Game {
  Board board{};

  void read(std::istream& from) {
    for (auto& column : board)
      for (int& square : column) from >> square;
  }
  void print() const {
    for (const auto& column : board)
      for (const int square : column) std::cout << ' ' << square;
  }
};

void print(Place place) { std::cout << ' ' << place.x << ' ' << place.y; }

void print(const Move& move) {
  std::cout << ' ' << move.jumps << ' ' << move.piece_before << ' ' << move.piece_after;
  print(move.from);
  print(move.to);
  for (int jump = 0; jump < std::clamp(move.jumps, 0, Move::max_jumps - 1); ++jump) {
    print(move.landings[jump + 1]);
    std::cout << ' ' << move.taken_pieces[jump];
    print(move.taken[jump]);
  }
}

void get_move(Library& library, std::istream& words) {
  int color = 0, info = 0, more_info = 0, playnow_after = 0;
  double maxtime = 0;
  Game game;
  words >> color >> maxtime >> info >> more_info >> playnow_after;
  game.read(words);
  Buffer text;
  Move move{};
  int playnow = 0;
  auto begun = Clock::now();
  std::thread hurry;
  if (playnow_after >= 0)
    hurry = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(playnow_after));
      begun = Clock::now();
      std::atomic_ref(playnow).store(1);
    });
  const int verdict = library.getmove(game.board, color, maxtime, text.data(), &playnow, info, more_info, &move);
  const auto ended = Clock::now();
  if (hurry.joinable()) hurry.join();
  std::cout << "moved " << verdict << ' '
            << std::chrono::duration_cast<std::chrono::milliseconds>(ended - begun).count() << ' ' << text.overrun();
  print(move);
  game.print();
  std::cout << '\n' << text.text() << std::endl;
}

void command(Library& library, std::istream& words) {
  std::string text;
  std::getline(words >> std::ws, text);
  Buffer reply;
  const int code = library.enginecommand(text.c_str(), reply.data());
  std::cout << "reply " << code << ' ' << reply.overrun() << ' ' << reply.text() << std::endl;
}

void is_legal(Library& library, std::istream& words) {
  int color = 0, from = 0, to = 0;
  Game game;
  words >> color >> from >> to;
  game.read(words);
  Move move{};
  std::cout << "legal " << library.islegal(game.board, color, from, to, &move);
  print(move);
  std::cout << std::endl;
}

void nulls(Library& library) {
  Game game;
  library.getmove(nullptr, white, 0.01, nullptr, nullptr, 0, 0, nullptr);
  library.getmove(game.board, white, 0.01, nullptr, nullptr, 0, 0, nullptr);
  library.enginecommand(nullptr, nullptr);
  library.enginecommand("name", nullptr);
  library.islegal(nullptr, white, 11, 15, nullptr);
  std::cout << "survived" << std::endl;
}

/// Commands are answered while a search runs.
void meanwhile(Library& library, std::istream& words) {
  double maxtime = 0;
  Game game;
  words >> maxtime;
  game.read(words);
  std::atomic<bool> over{false};
  int playnow = 0;
  std::thread search([&] {
    Buffer text;
    Move move{};
    library.getmove(game.board, black, maxtime, text.data(), &playnow, exact_time_bit, 0, &move);
    over = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::int64_t longest = 0;
  for (const char* const text : {"name", "get hashsize", "set hashsize 32", "set searchthreads 2", "set hashsize 16",
                                 "set gamehist B:W21-32:B1-12", "staticevaluation B:W21-32:B1-12"}) {
    const auto begun = Clock::now();
    Buffer reply;
    library.enginecommand(text, reply.data());
    longest = std::max(longest, milliseconds_since(begun));
  }
  std::cout << "longest " << longest << (over ? " over" : " under") << std::endl;
  search.join();
}

}  // namespace

int main() {
  std::map<std::string, Library> libraries;
  std::string path;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "load") {
      std::getline(words >> std::ws, path);
      std::cout << (libraries[path].load(path) ? "loaded" : "failed") << std::endl;
      continue;
    }
    Library& library = libraries[path];
    if (word == "unload") {
      const bool gone = library.unload(path);
      libraries.erase(path);
      std::cout << (gone && (!libraries.empty() || Library::nothing_left()) ? "unloaded" : "resident") << std::endl;
    } else if (word == "command") {
      command(library, words);
    } else if (word == "getmove") {
      get_move(library, words);
    } else if (word == "islegal") {
      is_legal(library, words);
    } else if (word == "nulls") {
      nulls(library);
    } else if (word == "meanwhile") {
      meanwhile(library, words);
    } else {
      std::cout << "no such word" << std::endl;
    }
  }
}

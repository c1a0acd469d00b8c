#pragma once

#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/program_path.hpp"
#include "support/temporary_folder.hpp"
#include "support/timeouts.hpp"

namespace crownd::testing {

/// CheckerBoard's board: b[x][y] is at 8 x + y.
using Cells = std::array<int, 64>;

inline constexpr int white = 1;
inline constexpr int black = 2;
inline constexpr int man = 4;
inline constexpr int king = 8;

/// Where b[x][y] has the square of that number.
[[nodiscard]] inline std::size_t cell_of(int number) {
  const int y = (number - 1) / 4;
  const int x = 2 * (3 - (number - 1) % 4) + y % 2;
  return static_cast<std::size_t>(8 * x + y);
}

struct Placed {
  int number;
  int piece;
};
[[nodiscard]] inline Cells cells_with(const std::vector<Placed>& pieces) {
  Cells cells{};
  for (const auto& [number, piece] : pieces) cells[cell_of(number)] = piece;
  return cells;
}
[[nodiscard]] inline Cells start_cells() {
  Cells cells{};
  for (int number = 1; number <= 12; ++number) cells[cell_of(number)] = black | man;
  for (int number = 21; number <= 32; ++number) cells[cell_of(number)] = white | man;
  return cells;
}

/// A move as the library describes it, with squares as indices of Cells.
struct DescribedMove {
  struct Jump {
    std::size_t landing;
    int taken_piece;
    std::size_t taken;
  };
  int before = 0;
  int after = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  std::vector<Jump> jumps;
};

struct Answer {
  int code = 0;
  std::string text;
};

struct Played {
  int verdict = 0;
  int milliseconds = 0;
  DescribedMove move;
  Cells cells{};
  std::string text;
};

/// The engine for CheckerBoard, in a process of its own and with settings of its own. On this system it is a part of
/// the program `checkerboard_host`; where the variable CROWND_WINDOWS_BIN names the folder of the programs for Windows,
/// wine runs the program that CROWND_WINDOWS_HOST names, which loads crownd64.dll. Cases tagged [windows] need the
/// latter.
class EngineLibrary {
 public:
  EngineLibrary() : process_(command(), connection::Errors::discarded) { load(); }
  using Levels = std::vector<std::string>;
  /// With the engine for these instruction sets alone; for Windows only.
  explicit EngineLibrary(const Levels& levels) : EngineLibrary() {
    CHECK(unload());
    std::filesystem::remove_all(folder_.path("crownd"));
    for (const auto& level : levels) add_level(level);
    load();
  }

  [[nodiscard]] static bool for_windows() { return std::getenv("CROWND_WINDOWS_BIN") != nullptr; }
  /// A path of this system as the library reads it.
  [[nodiscard]] static std::string path_for_library(const std::string& path) {
    return for_windows() ? "Z:" + path : path;
  }

  /// The instruction sets that there are engines for, the best last; for Windows only.
  [[nodiscard]] static Levels levels() {
    Levels names;
    for (const auto& entry : std::filesystem::directory_iterator(windows_bin() / "crownd"))
      if (entry.path().extension() == ".dll") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  void add_level(const std::string& level) {
    const auto file = level + ".dll";
    std::filesystem::create_directory(folder_.path("crownd"));
    std::filesystem::create_symlink(windows_bin() / "crownd" / file, folder_.path("crownd/" + file));
  }

  void load() { CHECK(ask("load " + path_for_library(library_)) == "loaded"); }
  /// Loads a copy; later calls go to it until load().
  void load_copy(const std::string& name) {
    std::filesystem::copy_file(library_, folder_.path(name));
    CHECK(ask("load " + path_for_library(folder_.path(name))) == "loaded");
  }
  /// Whether nothing of it is left.
  bool unload() { return ask("unload") == "unloaded"; }
  [[nodiscard]] std::string nulls() { return ask("nulls"); }
  [[nodiscard]] std::string meanwhile(const std::string& maxtime, const Cells& cells) {
    return ask("meanwhile " + maxtime + text_of(cells));
  }
  /// The folder of the library, where its settings and books are.
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

  /// Calls enginecommand; fails the test if it writes more than 256 bytes.
  Answer command(const std::string& text) {
    std::istringstream words(ask("command " + text));
    std::string word;
    int overrun = 0;
    Answer answer;
    words >> word >> answer.code >> overrun;
    std::getline(words >> std::ws, answer.text);
    CHECK(word == "reply");
    CHECK(overrun == 0);
    return answer;
  }
  /// Calls it; fails the test if the answer is not this code and text.
  void check(const std::string& text, int code, const std::string& reply) {
    INFO(text);
    const auto answer = command(text);
    CHECK(answer.code == code);
    CHECK(answer.text == reply);
  }

  struct Terms {
    std::string maxtime = "0.01";
    int info = 2;  ///< exact time
    int more_info = 0;
    int playnow_after = -1;  ///< milliseconds; -1: never
  };
  Played getmove(const Cells& cells, int color, const Terms& terms) {
    std::ostringstream line;
    line << "getmove " << color << ' ' << terms.maxtime << ' ' << terms.info << ' ' << terms.more_info << ' '
         << terms.playnow_after << text_of(cells);
    std::istringstream words(ask(line.str()));
    std::string word;
    int overrun = 0;
    Played played;
    words >> word >> played.verdict >> played.milliseconds >> overrun;
    CHECK(word == "moved");
    CHECK(overrun == 0);
    played.move = read_move(words);
    for (int& cell : played.cells) words >> cell;
    CHECK(words);
    played.text = receive();
    return played;
  }

  /// Whether the move is legal, and which it is.
  std::pair<bool, DescribedMove> islegal(const Cells& cells, int color, int from, int to) {
    std::istringstream words(ask("islegal " + std::to_string(color) + ' ' + std::to_string(from) + ' ' +
                                 std::to_string(to) + text_of(cells)));
    std::string word;
    int code = 0;
    words >> word >> code;
    CHECK(word == "legal");
    return {code == 1, read_move(words)};
  }

 private:
  static std::filesystem::path windows_bin() { return std::getenv("CROWND_WINDOWS_BIN"); }

  std::vector<std::string> command() {
    namespace fs = std::filesystem;
    if (for_windows()) {
      library_ = folder_.path("crownd64.dll");
      fs::copy_file(windows_bin() / "crownd64.dll", library_);
      for (const auto& level : levels()) add_level(level);
      return {CROWND_SOURCE_DIR "/scripts/packaging/windows/wine", std::getenv("CROWND_WINDOWS_HOST")};
    }
    library_ = folder_.path("checkerboard_host");
    fs::copy_file(program_path("checkerboard_host"), library_);
    // Keeps the tests' settings apart from the user's.
    return {"env", "XDG_CONFIG_HOME=" + folder_.path("settings"), library_};
  }

  static std::string text_of(const Cells& cells) {
    std::string text;
    for (const int cell : cells) text += ' ' + std::to_string(cell);
    return text;
  }

  static DescribedMove read_move(std::istream& words) {
    const auto place = [&] {
      std::size_t x = 0, y = 0;
      words >> x >> y;
      return 8 * x + y;
    };
    int jumps = 0;
    DescribedMove move;
    words >> jumps >> move.before >> move.after;
    move.from = place();
    move.to = place();
    for (int jump = 0; jump < jumps; ++jump) {
      DescribedMove::Jump one{};
      one.landing = place();
      words >> one.taken_piece;
      one.taken = place();
      move.jumps.push_back(one);
    }
    return move;
  }

  std::string receive() {
    auto line = process_.receive(connection::within(5 * test_timeout));
    REQUIRE(line);
    if (!line->empty() && line->back() == '\r') line->pop_back();
    return *line;
  }
  std::string ask(const std::string& line) {
    REQUIRE(process_.send(line));
    return receive();
  }

  TemporaryFolder folder_;
  std::string library_;
  connection::ChildProcess process_;
};

}  // namespace crownd::testing

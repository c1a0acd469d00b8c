// Everything that a session stores for the input of its client, with the limit of each. Anything new that grows with
// the input needs a row here.
//
// Limits of the server are tested beside it: unread output and incomplete lines of a connection in
// tests/protocol/server/outbox.cpp and limits.cpp, like the hash table.

#include "protocol/session/scripted_session.hpp"
#include "wire/words.hpp"

#include <condition_variable>
#include <mutex>
#include <new>

using namespace crownd;
using namespace crownd::testing;

namespace {

/// Bytes allocated with `new` by this program.
std::atomic<std::size_t> bytes_in_use{0};

/// Before each block is its size.
constexpr std::size_t header = alignof(std::max_align_t);

}  // namespace

void* operator new(std::size_t size) {
  auto* const block = static_cast<std::byte*>(std::malloc(size + header));
  if (block == nullptr) throw std::bad_alloc();
  *reinterpret_cast<std::size_t*>(block) = size;
  bytes_in_use += size;
  return block + header;
}

/// Sanitizers have one of their own, whose blocks have no header.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  auto* const block = static_cast<std::byte*>(memory) - header;
  bytes_in_use -= *reinterpret_cast<std::size_t*>(block);
  std::free(block);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }

namespace {

using session::SessionLimits;

constexpr std::size_t kibibyte = 1024;

/// A client that stores nothing.
class Sink final : public session::Client {
 public:
  void send(std::string_view line, session::Delivery /*delivery*/) override {
    if (line != "readyok") return;
    const std::lock_guard lock(mutex_);
    ready_ = true;
    changed_.notify_all();
  }
  void close() override {}

  void wait_ready() {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, test_timeout, [&] { return ready_; }));
    ready_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ready_ = false;
};

/// A session with the real games.
class Hoarder {
 public:
  explicit Hoarder(const SessionLimits& limits)
      : environment_{scheduler_, hash_, limits, "english", "1", nullptr},
        session_(environment_, client_, session::Access::open) {
    environment_.log = session::Log([](session::LogLevel, const std::string&) {});
  }

  void say(std::string_view line) { session_.handle_line(line); }
  /// Waits until everything is answered.
  void settle() {
    say("isready");
    client_.wait_ready();
  }

 private:
  Sink client_;
  session::SearchScheduler scheduler_{1, std::chrono::milliseconds(5), 10};
  session::MemoryBudget hash_{kibibyte * kibibyte};
  session::Environment environment_;
  session::Session session_;
};

SessionLimits small_limits() {
  SessionLimits limits;
  limits.max_line_bytes = 64 * kibibyte;
  limits.max_queued_bytes = 256 * kibibyte;
  limits.max_plies = 2'000;
  limits.max_game_bytes = 128 * kibibyte;
  return limits;
}

/// As many of `words` as fit into a line, again and again from the first.
std::string full_line(std::string line, const std::vector<std::string>& words) {
  const auto most = small_limits().max_line_bytes;
  for (std::size_t i = 0; line.size() + 1 + words[i % words.size()].size() <= most; ++i)
    line += ' ' + words[i % words.size()];
  return line;
}

/// Words of a game of any length.
const std::vector<std::string> walk{"a1a2", "z26z25", "a2a1", "z25z26"};

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string walk_of(std::size_t plies) {
  std::string text;
  for (std::size_t i = 0; i < plies; ++i) text += ' ' + walk[i % walk.size()];
  return text;
}

const std::string two_kings_on_26 = "position reduced-chess 26 Ka1 Kz26 w";

/// Something that a session stores, its limit in bytes, and the input that makes it grow most.
struct Growth {
  std::string what;
  std::size_t most;
  std::function<void(Hoarder&)> feed;
};

std::vector<Growth> all_growths() {
  const auto limits = small_limits();
  constexpr std::size_t bytes_per_ply = 128;
  const std::size_t game = limits.max_plies * bytes_per_ply;
  const std::size_t line = 2 * limits.max_line_bytes;    // strings may reserve as much again
  constexpr std::size_t a_search = kibibyte * kibibyte;  // its stack and histories
  const std::size_t queue = a_search + 2 * limits.max_queued_bytes + 2 * line;
  constexpr std::size_t max_search_moves = 10'000;
  constexpr std::size_t nothing = 64 * kibibyte;  // a few numbers and short texts
  constexpr int many = 40;

  const auto behind_a_search = [](const std::string& waiting) {
    return [waiting](Hoarder& session) {
      session.say("go depth 100");
      for (int i = 0; i < many; ++i) session.say(waiting);
    };
  };

  return {
      {"a game: --max-plies", game + nothing,
       [=](Hoarder& session) {
         session.say(two_kings_on_26 + " moves" + walk_of(limits.max_plies));
         for (int i = 0; i < many; ++i) session.say(full_line("move", walk));
         session.say(full_line(two_kings_on_26 + " moves", walk));
         session.settle();
       }},
      {"a game, move by move: --max-plies", game + nothing,
       [=](Hoarder& session) {
         session.say(two_kings_on_26);
         for (std::size_t i = 0; i < limits.max_plies + 100; ++i) session.say("move " + walk[i % walk.size()]);
         session.settle();
       }},
      {"texts of moves: --max-plies", nothing,
       [=](Hoarder& session) {
         session.say("position english startpos");
         session.say("move " + std::string(60 * kibibyte, '0') + "11-15");
         session.say("move " + std::string(60 * kibibyte, '0') + "22-18");
         session.settle();
       }},
      {"the text of a game: --max-game-bytes, and a game of each kind: --max-plies",
       4 * limits.max_game_bytes + game + line + nothing,
       [=](Hoarder& session) {
         for (const auto& text : {"read line {", "read line [a \"", "read line 11-15 ", "read line (",
                                  "read line [a \"b\"]", "read line $", "read part {", "read part [a", "read part 1"}) {
           session.say("read begin");
           for (int i = 0; i < many; ++i) session.say(text + std::string(60 * kibibyte, 'x'));
           for (int i = 0; i < many; ++i) session.say(full_line(text, {"11-15", "(", "x", "{a}", "$1", ")", "}"}));
         }
         session.say("read begin reduced-chess");
         session.say("read line [Start \"26 Ka1 Kz26 w\"]");
         for (int i = 0; i < many; ++i) session.say(full_line("read line", walk));
         session.say("read line *");
         session.settle();
       }},
      {"the text of a position: --max-line", line + nothing,
       [=](Hoarder& session) {
         for (int i = 0; i < many; ++i)
           session.say("position english W:W" + std::string(60 * kibibyte - static_cast<std::size_t>(i), '0') +
                       "32:B1");
         session.settle();
       }},
      {"queued positions: --max-queue", queue, behind_a_search(full_line("position a", {"b"}))},
      {"queued moves: --max-queue", queue, behind_a_search(full_line("move", {"a"}))},
      {"queued searches: --max-queue", queue,
       behind_a_search("go depth 1 searchmoves" + repeated(" a", max_search_moves))},
      {"queued words: --max-queue", queue, behind_a_search(full_line("nonsense", {"a"}))},
      {"queued options: --max-queue", queue, behind_a_search(full_line("setoption name a value", {"b"}))},
      {"short queued commands: --max-queue", queue,
       [=](Hoarder& session) {
         session.say("go depth 100");
         for (int i = 0; i < 10'000; ++i) session.say("d");
       }},
      {"searchmoves: --max-line, and 10,000 of them", a_search + line + 2 * max_search_moves * sizeof(std::string),
       [](Hoarder& session) {
         session.say("go infinite searchmoves" + repeated(" 11-15", max_search_moves));
         session.settle();
       }},
      {"options: none is stored that is unknown or out of range", nothing,
       [=](Hoarder& session) {
         for (int i = 0; i < many; ++i) {
           session.say(full_line("setoption name a" + std::to_string(i), {"b"}));
           session.say(full_line("setoption name UCI_Variant value", {std::to_string(i)}));
           session.say(full_line("setoption name Hash value", {std::to_string(i)}));
         }
         session.settle();
       }},
      {"refusals for the log: 32 kinds", nothing,
       [=](Hoarder& session) {
         for (int i = 0; i < 1'000; ++i) {
           session.say(std::string(limits.max_line_bytes + 1, static_cast<char>('a' + i % 26)));
           session.say("setoption name Hash value " + std::to_string(100'000 + i));
         }
         session.settle();
       }},
      {"comments and unknown commands: none is stored", nothing,
       [=](Hoarder& session) {
         for (int i = 0; i < many; ++i) {
           session.say(full_line("# " + std::to_string(i), {"a"}));
           session.say(full_line("x" + std::to_string(i), {"a"}));
         }
         session.settle();
       }},
      {"a game in HUB, twice: --max-plies", 2 * game + nothing,
       [=](Hoarder& session) {
         session.say("hub");
         const std::vector<std::string> kings{"1-5", "32-28", "5-1", "28-32"};
         std::string moves;
         for (std::size_t i = 0; i < limits.max_plies; ++i) moves += ' ' + kings[i % kings.size()];
         const std::string board = "pos pos=B" + ("B" + std::string(30, 'e')) + "W moves=\"";
         session.say(board + moves + "\"");
         session.say(board + moves + " 1-5\"");
         session.say("level nodes=1");
       }},
  };
}

TEST_CASE("everything that a session stores for its client has a limit") {
  for (const auto& growth : all_growths()) {
    INFO(growth.what);
    Hoarder session(small_limits());
    const std::size_t before = bytes_in_use;
    growth.feed(session);
    const std::size_t after = bytes_in_use;
    CHECK(after <= before + growth.most);
  }
}

TEST_CASE("an unfinished line takes no more memory than the longest line") {
  const std::size_t most = small_limits().max_line_bytes;
  wire::LineSplitter splitter(most);
  const std::size_t before = bytes_in_use;
  std::size_t largest = 0;
  const std::string bytes(4 * kibibyte, 'a');
  for (int i = 0; i < 1'000; ++i) {
    splitter.append(bytes);
    (void)splitter.next();
    largest = std::max<std::size_t>(largest, bytes_in_use);
  }
  CHECK(largest - before < 3 * most);
}

}  // namespace

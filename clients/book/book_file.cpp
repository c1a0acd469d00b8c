#include "book/book_file.hpp"

#include "batch/daemons.hpp"
#include "book/book.hpp"
#include "book/commands.hpp"
#include "core/bad_input.hpp"
#include "files/files.hpp"
#include "platform/system.hpp"
#include "wire/reply.hpp"
#include "wire/words.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <map>
#include <unordered_map>

namespace crownd::crown_book {

namespace {

using files::FileError;

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw FileError(FileError::Reason::other, "'" + file + "' " + what);
}

std::vector<std::uint8_t> bytes_of(const std::string& file) {
  const auto text = files::read_file(file);
  return {text.begin(), text.end()};
}

book::Book book_in(const std::string& file, const std::vector<std::uint8_t>& bytes) {
  try {
    return book::Book(bytes);
  } catch (const BadInput& why) {
    throw std::runtime_error("'" + file + "': " + why.what());
  }
}

}  // namespace

void check_writable(const std::string& file, bool force) {
  const std::filesystem::path path(file);
  if (file.empty() || file == "-") throw FileError(FileError::Reason::other, "--out: the name of a file is needed");
  if (std::filesystem::is_directory(path)) refuse(file, "is a directory, not a file");
  if (std::filesystem::exists(path) && !force) refuse(file, "exists; --force replaces it");
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
    refuse(file, "cannot be replaced: it is no regular file");
  const auto folder = path.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    refuse(file, "cannot be written: there is no folder '" + folder.string() + "'");
  try {
    platform::expect_replaceable(path);
  } catch (const std::system_error& fault) {
    refuse(file, "cannot be written: " + fault.code().message());
  }
}

void write_book(const std::string& file, const std::string& game, const book::Facts& facts,
                const std::vector<book::Entry>& entries) {
  book::Writer writer(game, facts);
  for (const auto& entry : entries) writer.add(entry.position, entry.moves);
  const auto bytes = std::move(writer).finish();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  try {
    platform::replace_file(file, text, platform::Durability::synchronised);
  } catch (const std::system_error& fault) {
    refuse(file, "cannot be written: " + fault.code().message());
  }
}

std::string today() {
  const auto now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
  return text.data();
}

std::int64_t nodes_of(const book::Book& book) {
  for (const auto& [name, value] : book.facts())
    if (name == nodes_key) return wire::read_number(value).value_or(0);
  return 0;
}

LoadedBook::LoadedBook(const std::string& file) : bytes_(bytes_of(file)), book_(book_in(file, bytes_)) {}

namespace {

/// Entries in one work item.
constexpr std::size_t entries_at_once = 64;
/// Moves in one exchange, unless one position has more: enough to hide the network latency, and few enough for slow
/// daemons.
constexpr std::size_t moves_at_once = 200;

std::string commands_for(const std::string& game, const book::Entry& entry) {
  std::string text = "position " + game + ' ' + entry.position + "\nfen\nlegalmoves\n";
  for (const auto& move : entry.moves) text += "move " + move.move + "\nfen\nundo\n";
  return text;
}

/// Reads the answers to these commands line by line. After a refused position, the daemon still answers the other
/// commands, for its previous position.
class ValidationReader {
 public:
  explicit ValidationReader(std::size_t moves) { validation_.moves.resize(moves); }

  /// True for the last line.
  bool read(std::string_view line) {
    if (wire::Words(line).take_if("info")) return false;
    const auto error = wire::read_error(line);
    switch (next_) {
      case Next::position:
        if (error && validation_.refusal.empty()) {
          validation_.refusal = error->message;
          return false;
        }
        if (const auto fen = wire::read_fen(line)) validation_.position = fen->text;
        next_ = Next::legal;
        return false;
      case Next::legal:
        if (const auto legal = wire::read_legal_moves(line)) validation_.legal = legal->size();
        next_ = Next::moved;
        return validation_.moves.empty();
      case Next::moved:
        if (error) validation_.moves[move_].refusal = error->message;
        if (const auto moved = wire::read_moved(line); moved && !moved->moves.empty())
          validation_.moves[move_].move = moved->moves.front();
        next_ = Next::after;
        return false;
      case Next::after:
        if (const auto fen = wire::read_fen(line)) validation_.moves[move_].after = fen->text;
        next_ = Next::undone;
        return false;
      case Next::undone: next_ = Next::moved; return ++move_ == validation_.moves.size();
    }
    return true;
  }
  [[nodiscard]] Validation result() && {
    if (!validation_.refusal.empty()) return {std::move(validation_.refusal), {}, 0, {}};
    for (auto& move : validation_.moves)
      if (!move.refusal.empty()) move = {std::move(move.refusal), {}, {}};
    return std::move(validation_);
  }

 private:
  enum class Next : std::uint8_t { position, legal, moved, after, undone };

  Next next_ = Next::position;
  std::size_t move_ = 0;
  Validation validation_;
};

/// The end of the entries of one exchange.
std::size_t end_of_exchange(const std::vector<book::Entry>& entries, std::size_t begin) {
  std::size_t end = begin, moves = 0;
  while (end < entries.size() && (end == begin || moves + entries[end].moves.size() <= moves_at_once))
    moves += entries[end++].moves.size();
  return end;
}

std::vector<Validation> validations_of(const std::vector<book::Entry>& entries, const std::string& game,
                                       connection::Engine& engine) {
  std::vector<Validation> validations;
  while (validations.size() < entries.size()) {
    const auto end = end_of_exchange(entries, validations.size());
    std::string commands;
    for (auto at = validations.size(); at < end; ++at) commands += commands_for(game, entries[at]);
    ValidationReader reader(entries[validations.size()].moves.size());
    engine.exchange(commands, [&](const std::string& line) {
      if (!reader.read(line)) return false;
      validations.push_back(std::move(reader).result());
      if (validations.size() == end) return true;
      reader = ValidationReader(entries[validations.size()].moves.size());
      return false;
    });
  }
  return validations;
}

std::vector<book::Entry> batch_of(const Entries& entries, std::size_t first) {
  std::vector<book::Entry> batch;
  for (auto at = first; at < std::min(entries.count, first + entries_at_once); ++at) batch.push_back(entries.at(at));
  return batch;
}

/// The best move of each position. In memory, since Book::find reads dozens of entries with all their moves.
using BestMoves = std::unordered_map<std::string, book::BookMove>;

/// The faults of an entry; with the best moves of the book, also of its scores.
std::vector<std::string> faults_of(const book::Entry& entry, const Validation& validation,
                                   const BestMoves* best_moves = nullptr) {
  if (!validation.refusal.empty()) return {validation.refusal};
  std::vector<std::string> faults;
  if (validation.position != entry.position) faults.push_back("the engine writes '" + validation.position + "'");
  // A position with one move may be a leaf, with the score of its search.
  const bool expanded = entry.moves.size() > 1 && entry.moves.size() == validation.legal;
  for (std::size_t i = 0; i < entry.moves.size(); ++i) {
    const auto& move = entry.moves[i];
    const auto& [refusal, canonical, after] = validation.moves[i];
    if (!refusal.empty()) {
      faults.push_back(move.move + ": " + refusal);
      continue;
    }
    if (canonical != move.move) faults.push_back(move.move + " is " + canonical + " in canonical form");
    if (!expanded || best_moves == nullptr) continue;
    const auto reply = best_moves->find(after);
    if (reply != best_moves->end() && move.score != -reply->second.score.at_parent())
      faults.push_back(move.move + " has the score " + std::to_string(move.score.raw()) + ", but the best reply " +
                       reply->second.move + " has " + std::to_string(reply->second.score.raw()));
  }
  return faults;
}

}  // namespace

void validate_entries(const Entries& entries, batch::Daemons& daemons,
                      const std::function<void(std::size_t, const book::Entry&, const Validation&)>& visit) {
  batch::Progress progress(::isatty(STDERR_FILENO) != 0);
  std::mutex mutex;
  std::size_t done = 0;
  batch::Work work;
  for (std::size_t first = 0; first < entries.count; first += entries_at_once) work.items.push_back(first);
  work.perform = [&](connection::Engine& engine, std::size_t first) {
    const auto these = batch_of(entries, first);
    const auto validations = validations_of(these, entries.game, engine);
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < these.size(); ++i) visit(first + i, these[i], validations[i]);
    done += these.size();
    progress.show(std::to_string(done) + " of " + std::to_string(entries.count) + " positions", done, entries.count);
  };
  work.name = [&](std::size_t first) { return "'" + entries.at(first).position + "' and the positions after it"; };
  work.report = [&](const std::string& line) { progress.report("crown-book: " + line); };
  if (daemons.perform(work, work.items.size()) > 0)
    throw std::runtime_error(std::to_string(entries.count - done) + " of " + std::to_string(entries.count) +
                             " positions were not checked: no daemon is left");
}

void expect_valid(const book::Entry& entry, const Validation& validation) {
  if (const auto faults = faults_of(entry, validation); !faults.empty())
    throw std::runtime_error("a book is invalid in '" + entry.position + "': " + faults.front() +
                             "; crown-book verify lists all faults");
}

bool verify(const std::string& file, const batch::DaemonSettings& settings) {
  const LoadedBook loaded(file);
  const auto& book = loaded.book();
  const Entries entries{std::string(book.game()), static_cast<std::size_t>(book.positions()),
                        [&](std::size_t number) { return book.at(number); }};
  batch::Daemons daemons(settings, {});
  BestMoves best_moves;
  book.for_each([&](const book::Entry& entry) { best_moves.emplace(entry.position, entry.moves.front()); });
  std::map<std::size_t, std::vector<std::string>> faults;
  std::size_t count = 0;
  validate_entries(entries, daemons, [&](std::size_t number, const book::Entry& entry, const Validation& validation) {
    auto found = faults_of(entry, validation, &best_moves);
    count += found.size();
    if (!found.empty()) faults.emplace(number, std::move(found));
  });
  for (const auto& [number, sentences] : faults)
    for (const auto& sentence : sentences) std::cerr << book.at(number).position << ": " << sentence << '\n';
  std::cout << file << ": " << book.positions() << " positions, " << count << " faults\n";
  return count == 0;
}

}  // namespace crownd::crown_book

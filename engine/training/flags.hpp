#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace crownd::training {

/// A command line: words, and pairs `--NAME VALUE` with known names. Throws std::invalid_argument with a
/// message for people.
class Flags {
 public:
  Flags(std::span<char*> arguments, std::span<const std::string> known);

  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  /// All values of a flag that may be given several times.
  [[nodiscard]] std::vector<std::string> all(const std::string& name) const;
  /// The last value of a flag.
  [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise) const;
  [[nodiscard]] double number(const std::string& name, double otherwise) const;
  /// A whole number of at least `least`.
  [[nodiscard]] unsigned long long count(const std::string& name, unsigned long long otherwise,
                                         unsigned long long least = 1) const;

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// The program `name` with the command line VERB GAME [--FLAG VALUE]...: calls `run`, which throws
/// std::invalid_argument for a bad one. Returns the exit code: 1 for a failure, 2 after printing `usage` to stderr.
[[nodiscard]] int run_program(const std::string& name, std::span<char*> arguments, std::span<const std::string> known,
                              const std::string& usage, const std::function<void(const Flags&)>& run);

/// The names of all rows, in one line.
template <class Rows>
[[nodiscard]] std::string names_of(const Rows& rows) {
  std::string names;
  for (const auto& row : rows) names += (names.empty() ? "" : ", ") + std::string(row.game);
  return names + '\n';
}

}  // namespace crownd::training

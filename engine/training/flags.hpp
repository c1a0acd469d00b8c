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
  /// A whole number of at least `min`.
  [[nodiscard]] unsigned long long count(const std::string& name, unsigned long long otherwise,
                                         unsigned long long min = 1) const;

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// An exit code: the command line is wrong.
inline constexpr int bad_command_line = 2;

/// The main function of the program `name`: calls `run`, which returns an exit code or throws std::invalid_argument for
/// a bad command line. Returns that code, or 1 after another exception. Prints `usage` to stderr for a bad command
/// line, and to stdout for `--help` or `-h`.
[[nodiscard]] int run_program(const std::string& name, int argc, char** argv, std::span<const std::string> known,
                              const std::string& usage, const std::function<int(const Flags&)>& run);

}  // namespace crownd::training

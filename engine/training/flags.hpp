#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <type_traits>
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
  /// The value, which must be one of `choices`; by default the first of them.
  [[nodiscard]] std::string choice(const std::string& name, const std::vector<std::string>& choices) const;
  [[nodiscard]] double number(const std::string& name, double otherwise) const;
  /// A whole number from `min` to the maximum of T.
  template <std::integral T>
  [[nodiscard]] T count(const std::string& name, std::type_identity_t<T> otherwise,
                        std::type_identity_t<T> min = 1) const {
    return static_cast<T>(whole_number(name, static_cast<double>(otherwise), static_cast<double>(min),
                                       static_cast<double>(std::numeric_limits<T>::max())));
  }
  /// --threads N
  [[nodiscard]] unsigned threads(unsigned otherwise) const;

 private:
  [[nodiscard]] double whole_number(const std::string& name, double otherwise, double min, double max) const;

  std::vector<std::string> words_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// A finite number, as `what` for people. Throws std::invalid_argument.
[[nodiscard]] double read_number(const std::string& text, const std::string& what);

/// An exit code: the command line is wrong.
inline constexpr int bad_command_line = 2;

/// The main function of the program `name`: calls `run`, which returns an exit code or throws std::invalid_argument for
/// a bad command line. Returns that code, or 1 after another exception. Prints `usage` to stderr for a bad command
/// line, and to stdout for `--help` or `-h`.
[[nodiscard]] int run_program(const std::string& name, int argc, char** argv, std::span<const std::string> known,
                              const std::string& usage, const std::function<int(const Flags&)>& run);

}  // namespace crownd::training

#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// A file that cannot be read, written or parsed: a sentence for people.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// No game is as long as this, runs of spaces counted as one; longer files are not read to their end.
inline constexpr std::size_t longest_file = 1 << 20;

/// The text of a regular file without the byte order mark, each run of spaces replaced by one: the specification allows
/// any number of spaces in a board.
[[nodiscard]] std::string read_file(const std::string& name);
/// Writes a regular file. A pipe or a device is refused: it could make the program wait for ever.
void write_file(const std::string& name, const std::string& text);

/// The paths of files and folders with this prefix; folders end with `/`. Hidden ones are left out,
/// unless the prefix has the dot.
[[nodiscard]] std::vector<std::string> file_names_beginning(std::string_view typed);

}  // namespace crownd::terminal

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace crownd::platform {

/// The folder for this user's data of all programs; empty if there is none.
[[nodiscard]] std::filesystem::path user_data_folder();
/// The folders for data of all users, the most important first.
[[nodiscard]] std::vector<std::filesystem::path> machine_data_folders();
/// Names of these folders for people, first the one of the user.
[[nodiscard]] std::vector<std::string> data_folder_names();
/// The folder of data installed with this program; empty if unknown.
[[nodiscard]] std::filesystem::path program_data_folder();

/// The separator between folders in a list.
inline constexpr char list_separator = std::filesystem::path::preferred_separator == '/' ? ':' : ';';

/// Requests huge pages for [start, start + bytes). Without them memory is only slower.
void prefer_huge_pages(void* start, std::size_t bytes);

/// The memory of this machine in bytes.
[[nodiscard]] std::size_t memory_bytes();

/// Blocks until a file, or the names in a folder, would survive a crash of the system. Succeeds where the file system
/// cannot do this.
[[nodiscard]] std::error_code synchronise(const std::filesystem::path& path);

enum class Durability : std::uint8_t {
  none,
  synchronised,  ///< on disk when the function returns: the file survives a crash of the system
};

/// Replaces or creates a file atomically: other programs see the old text or the new one, and a failure keeps the old
/// one. Writes the text to a new file with a random name in the same folder, then renames it. Keeps the permissions of
/// the old file. Follows a symbolic link; writes in place to a device or pipe. Throws std::system_error.
void replace_file(const std::filesystem::path& path, std::string_view text, Durability durability);

/// Throws std::system_error if replace_file could make no file beside `path`; before hours are spent on the text.
void expect_replaceable(const std::filesystem::path& path);

/// Gives the calling thread, and on some systems threads that it starts, a lower priority than searches. It cannot be
/// raised again.
void lower_thread_priority();

/// Call it first in main. Opens closed descriptors among 0 to 2, so that no file, socket or signalfd gets the number of
/// a standard stream. Reads from standard input and writes to standard output then fail, and messages to standard error
/// are dropped. A write beyond the limit of `ulimit -f` fails, too, instead of ending the program.
void prepare_process();

}  // namespace crownd::platform

#pragma once

#include <cstddef>
#include <cstdint>

// What the JavaScript around the module does for it; see host.js.

extern "C" {

/// Sends a line, given without its end.
void crownd_host_send(const char* line, std::size_t bytes);
/// The session is over.
void crownd_host_close();

/// Copies the next line that has come into `buffer`, as much of it as there is room for. Returns its size in bytes, or
/// one of the numbers below.
int crownd_host_receive(char* buffer, std::size_t room);
inline constexpr int no_line = -1;
inline constexpr int end_of_lines = -2;

/// Lets the host take in what others send it; waits for that up to so many milliseconds. Where the module runs in the
/// only thread that hears anything, it is suspended meanwhile.
void crownd_host_wait(double milliseconds);

/// Fetches a file beside the module, whose path is given. Returns its size in bytes, or -1 if it cannot be had.
int crownd_host_fetch(const char* path, std::size_t bytes);
/// Copies the bytes of the file that was fetched last, and forgets them.
void crownd_host_take(std::uint8_t* to);

/// Reports to whoever looks for faults.
void crownd_host_log(const char* text, std::size_t bytes);
}

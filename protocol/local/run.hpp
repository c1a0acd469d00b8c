#pragma once

namespace crownd::local {

/// The program crownd without a network: serves standard input and output as the command line says. Gives the exit
/// code: 0 after the end of input or `quit`, 1 if it could not serve or a line was refused with --bail, 2 for a bad
/// command line.
[[nodiscard]] int run(int argc, const char* const* argv);

}  // namespace crownd::local

#pragma once

namespace crownd::program {

/// Opens those of the descriptors 0 to 2 that are closed, so that no file, socket or signalfd gets the number of a
/// standard stream. Input is then at its end, writing to standard output fails, and messages to standard error are
/// dropped. The first call of every main.
void open_standard_descriptors();

}  // namespace crownd::program

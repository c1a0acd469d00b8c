#pragma once

#include "annotate/settings.hpp"
#include "reading/inputs.hpp"

namespace crownd::annotate {

/// All games of the files, read by a daemon. What it had to repair is reported on standard error. Throws
/// std::runtime_error for a file that cannot be read, and if no daemon is left.
[[nodiscard]] reading::Inputs read_inputs(const Settings& settings);

}  // namespace crownd::annotate

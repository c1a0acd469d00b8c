#pragma once

#include "match/argument_groups.hpp"
#include "match/play_match.hpp"

namespace crownd::match {

/// `crown-match compliance CMD`: checks whether an engine complies with UCI and, if it has crownd's commands, with
/// PROTOCOL.md; prints a table. The exit code is that of an error if it does not.
[[nodiscard]] Exit look_at_compliance(const ArgumentWords& arguments);

}  // namespace crownd::match

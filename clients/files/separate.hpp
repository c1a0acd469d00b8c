#pragma once

#include <string>
#include <vector>

namespace crownd::files {

/// Throws FileError, a sentence for people, if one of the files that are written is also read, or written twice, by
/// whatever names. Empty names, `-` and devices are left out.
void refuse_shared(const std::vector<std::string>& written, const std::vector<std::string>& read);

}  // namespace crownd::files

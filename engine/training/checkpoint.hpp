#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace crownd::training {

/// The state of a fit in a file, so that it can be resumed after an interruption: blocks of memory one after the other.
/// `name` identifies the settings and data.
void save_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<const std::byte>>& parts);
/// Returns false, and changes nothing, if there is no state of that name with blocks of these sizes.
bool load_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<std::byte>>& parts);

}  // namespace crownd::training

#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace crownd::training {

/// The state of a fit in a file, so that it can go on after an interruption: parts of memory one behind the other.
/// `name` tells states of different settings or data apart.
void save_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<const std::byte>>& parts);
/// Gives false, and changes nothing, where there is no state of that name and of parts of these sizes.
bool load_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<std::byte>>& parts);

}  // namespace crownd::training

#include "match/openings/shipped_openings.hpp"

#include <filesystem>
#include <fstream>

namespace crownd::match {

std::optional<std::string> shipped_openings(const std::string& game) {
  std::error_code error;
  const auto programs = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  const auto folder = programs / "../share/crownd/openings";
  std::ifstream defaults(folder / "defaults");
  for (std::string name, file; defaults >> name >> file;)
    if (name == game && std::filesystem::exists(folder / file, error))
      return (folder / file).lexically_normal().string();
  return std::nullopt;
}

}  // namespace crownd::match

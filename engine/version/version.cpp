#include "version/version.hpp"

#include "version/commit.hpp"

namespace crownd::version {

std::string_view number() { return CROWND_VERSION; }

std::string text(std::string_view program, std::string_view instructions) {
  std::string lines(program);
  lines += " " CROWND_VERSION "\ncommit: ";
  lines += commit;
  lines += "\ninstruction set: ";
  lines += instructions.empty() ? CROWND_INSTRUCTIONS : instructions;
  lines += "\nlibraries: " CROWND_LIBRARIES;
  return lines;
}

}  // namespace crownd::version

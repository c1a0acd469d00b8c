#include "checkerboard/start/callee.hpp"

#include <filesystem>
#include <system_error>

namespace crownd::checkerboard {

/// Here all of it is linked into a program.
const Callee* callee(std::string& why) {
  std::error_code error;
  static const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  static const Callee callee{&functions(), functions().open(program.c_str())};
  if (callee.engine != nullptr) return &callee;
  why = "There is no memory for the engine.";
  return nullptr;
}

}  // namespace crownd::checkerboard

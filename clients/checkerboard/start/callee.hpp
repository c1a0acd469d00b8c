#pragma once

#include "checkerboard/functions.hpp"

#include <string>

namespace crownd::checkerboard {

/// Whom the calls of CheckerBoard are for.
struct Callee {
  const Functions* functions = nullptr;
  Engine* engine = nullptr;
};

/// Made by the first call: while a library is being loaded it must not load others. Null if it cannot be had; `why`
/// then is a sentence. Thread-safe.
[[nodiscard]] const Callee* callee(std::string& why);

}  // namespace crownd::checkerboard

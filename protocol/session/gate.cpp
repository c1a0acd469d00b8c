#include "session/gate.hpp"

#include <cstddef>

namespace crownd::session {

namespace {

/// Compares in constant time: looks at all of `offered`, whatever it finds.
bool equal(std::string_view offered, std::string_view secret) {
  if (secret.empty()) return false;
  unsigned difference = offered.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < offered.size(); ++i)
    difference |= static_cast<unsigned char>(offered[i] ^ secret[i % secret.size()]);
  return difference == 0;
}

}  // namespace

bool Gate::try_token(std::string_view offered) {
  if (open_) return true;
  open_ = token_ && equal(offered, *token_);
  if (!open_) ++wrong_tries_;
  return open_;
}

}  // namespace crownd::session

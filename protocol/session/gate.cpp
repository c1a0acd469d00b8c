#include "session/gate.hpp"

#include "net/token.hpp"

namespace crownd::session {

bool Gate::try_token(std::string_view offered) {
  if (open_) return true;
  open_ = token_ && net::same_token(offered, *token_);
  if (!open_) ++wrong_tries_;
  return open_;
}

}  // namespace crownd::session

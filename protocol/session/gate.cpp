#include "session/gate.hpp"

namespace crownd::session {

bool Gate::try_token(std::string_view offered) {
  if (open_) return true;
  open_ = is_token_ && is_token_(offered);
  if (!open_) ++wrong_tries_;
  return open_;
}

}  // namespace crownd::session

#include "session/context.hpp"

#include "session/convert.hpp"

#include <cstddef>

namespace crownd::session {

Context::Context(Environment& its_environment, Client& its_client)
    : environment(its_environment),
      client(its_client),
      limit_log(its_environment.log, its_client),
      game(its_environment),
      book(its_environment),
      options(make_options(*this)) {}

void Context::refuse(Reply reply, Refusal kind, std::string_view message, wire::ErrorCode code) {
  environment.statistics->refuse(kind);
  limit_log.write(wire::error_line(code, message));
  reply.refuse(code, message);
}

wire::Status Context::status() { return to_wire(game->status()); }

void Context::get_ready(Reply& reply) {
  constexpr std::size_t kibibyte = 1024;
  if (const auto granted = game.get_ready())
    report_limit(reply, Refusal::max_hash,
                 "memory is short: the hash table gets " + std::to_string(*granted / kibibyte) +
                     " KiB, not the size of the option Hash (--max-hash)");
}

void Context::report_limit(Reply& reply, Refusal kind, const std::string& what) {
  environment.statistics->refuse(kind);
  limit_log.write(what);
  reply.say_if_room(wire::info_string_line(what));
}

}  // namespace crownd::session

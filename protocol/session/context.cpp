#include "session/context.hpp"

#include "session/convert.hpp"

#include <cstddef>

namespace crownd::session {

Context::Context(Environment& its_environment, Runner& its_runner, LimitLog& its_limit_log)
    : environment(its_environment),
      runner(its_runner),
      limit_log(its_limit_log),
      game(its_environment),
      options(make_options(*this)) {}

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

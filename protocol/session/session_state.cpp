#include "session/session_state.hpp"

#include <bit>

namespace crownd::session {

namespace {

constexpr std::size_t max_kinds = 32;  // more than there are; bounds the memory that one client can use up

}  // namespace

SessionState::SessionState(Environment& its_environment, Client& its_client)
    : environment(its_environment),
      client(its_client),
      game(its_environment),
      book(its_environment.games, its_environment.books),
      options(make_options(environment, game, book, show_wdl)) {}

void SessionState::note(RefusalKind kind, std::string_view message) {
  environment.statistics->refuse(kind);
  std::string form(message);
  std::erase_if(form, [](char c) { return c >= '0' && c <= '9'; });
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (counts_.size() >= max_kinds && !counts_.contains(form)) form.clear();
    number = ++counts_[form];
  }
  if (!std::has_single_bit(number)) return;
  auto text = std::string(client.name()) + " was sent: " + std::string(message);
  if (number > 1) text += " (" + std::to_string(number) + " times so far)";
  environment.log(LogLevel::warning, text);
}

void SessionState::refuse(Reply reply, RefusalKind kind, std::string_view message, wire::ErrorCode code) {
  note(kind, wire::error_line(code, message));
  reply.refuse(code, message);
}

void SessionState::report_limit(Reply& reply, RefusalKind kind, const std::string& message) {
  note(kind, message);
  reply.message(message);
}

void SessionState::prepare_search(Reply& reply) {
  constexpr std::size_t kibibyte = 1024;
  if (const auto granted = game.prepare_search())
    report_limit(reply, "max-hash",
                 "memory is short: the hash table gets " + std::to_string(*granted / kibibyte) +
                     " KiB, not the size of the option Hash (--max-hash)");
}

}  // namespace crownd::session

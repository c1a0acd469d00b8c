#pragma once

#include "local/flags.hpp"
#include "session/environment.hpp"
#include "session/log.hpp"

#include <string>

namespace crownd::local {

/// The engine and its data, shared by all sessions of a process. Outlives them.
class SessionHost {
 public:
  /// Throws BadInput if a folder or file that was named cannot be used.
  SessionHost(const EngineFlags& flags, std::string version, const session::Log& log);
  SessionHost(const SessionHost&) = delete;
  SessionHost& operator=(const SessionHost&) = delete;

  /// Changes the limits of searches and memory. What runs goes on.
  void set_limits(const EngineFlags& flags);
  /// Opens the books anew, for the next command of each session. Throws BadInput, and changes nothing, if a file that
  /// was named cannot be used.
  void open_books(const EngineFlags& flags);

  [[nodiscard]] session::Environment& environment() { return environment_; }
  /// For the user who has started the process, and may choose files of tables and books.
  [[nodiscard]] session::Environment environment_of_user();

 private:
  session::SearchTurns turns_;
  session::HashBudget hash_;
  const tables::Memory memory_{[this](std::size_t bytes) { return hash_.take(bytes); },
                               [this](std::size_t bytes) { hash_.release(bytes); }};
  tables::Library library_;
  session::TableFiles table_files_;
  session::Bookshelf books_;
  session::Environment environment_;
};

}  // namespace crownd::local

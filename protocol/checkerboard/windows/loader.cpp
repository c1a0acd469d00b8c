#include "checkerboard/api.hpp"
#include "programs/windows/level_library.hpp"

#include <mutex>

// crownd64.dll runs on every CPU; it loads the library for the best instruction set.

namespace crownd::checkerboard {

namespace {

HMODULE self = nullptr;
std::mutex mutex;
// Both are guarded by `mutex`, and have no destructor, which would also run when the process ends.
HMODULE library = nullptr;
Engine* engine = nullptr;

/// Returns an error message on failure.
std::string load() {
  library = programs::level_library(self);
  if (library == nullptr) return programs::cannot_be_loaded("crownd64.dll");
  auto* const make = programs::entry<MakeEngine>(library, make_engine_name);
  if (make != nullptr) engine = make(CROWND_VERSION, programs::file_of(self).c_str());
  if (engine != nullptr) return "";
  FreeLibrary(library);
  return "The folder \"crownd\" is of another version than crownd64.dll. Copy both from the same zip.";
}

}  // namespace

Engine* loaded_engine(std::string& why) {
  const std::lock_guard lock(mutex);
  if (engine == nullptr) why = load();
  return engine;
}

}  // namespace crownd::checkerboard

/// Loads nothing: the first call does. When the process ends, the other library may have been unloaded before this one.
extern "C" BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID process_ends) {
  using namespace crownd::checkerboard;
  if (reason == DLL_PROCESS_ATTACH) self = instance;
  if (reason == DLL_PROCESS_DETACH && process_ends == nullptr && engine != nullptr) {
    delete engine;
    FreeLibrary(library);
  }
  return TRUE;
}

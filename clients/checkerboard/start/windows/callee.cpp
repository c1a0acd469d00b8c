#include "checkerboard/start/callee.hpp"

#include "start/level_library.hpp"

#include <mutex>

namespace crownd::checkerboard {

namespace {

struct Loaded : Callee {
  HMODULE library = nullptr;
};

HMODULE self = nullptr;
std::mutex mutex;
Loaded loaded;  ///< guarded by `mutex`; without a destructor, which would also run when the process ends

/// From the library for this machine. Gives a sentence where it cannot be.
std::string load() {
  Loaded found;
  found.library = start::level_library(self);
  if (found.library == nullptr) return start::cannot_be_loaded("crownd64.dll");
  if (auto* const offer = start::entry<Offer>(found.library, offer_name)) found.functions = offer(CROWND_VERSION);
  if (found.functions != nullptr) found.engine = found.functions->open(start::file_of(self).c_str());
  if (found.engine != nullptr) {
    loaded = found;
    return "";
  }
  FreeLibrary(found.library);
  return found.functions != nullptr
             ? "There is no memory for the engine."
             : "The folder \"crownd\" is of another version than crownd64.dll. Copy both from the same zip.";
}

}  // namespace

const Callee* callee(std::string& why) {
  const std::lock_guard lock(mutex);
  if (loaded.engine == nullptr) why = load();
  return why.empty() ? &loaded : nullptr;
}

}  // namespace crownd::checkerboard

/// Loads nothing: the first call does. When the process ends, the other library may have gone before this one, and all
/// memory goes by itself.
extern "C" BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID process_ends) {
  using crownd::checkerboard::loaded;
  if (reason == DLL_PROCESS_ATTACH) crownd::checkerboard::self = instance;
  if (reason == DLL_PROCESS_DETACH && process_ends == nullptr && loaded.engine != nullptr) {
    loaded.functions->close(loaded.engine);
    FreeLibrary(loaded.library);
  }
  return TRUE;
}

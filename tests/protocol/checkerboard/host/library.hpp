#pragma once

#include "checkerboard/api.hpp"

#include <string>

#ifdef _WIN32
#include <windows.h>
#else
extern "C" {
int getmove(crownd::checkerboard::Board, int, double, char*, int*, int, int, crownd::checkerboard::Move*);
int enginecommand(const char*, char*);
int islegal(crownd::checkerboard::Board, int, int, int, crownd::checkerboard::Move*);
}
#endif

namespace crownd::testing {

/// An engine as CheckerBoard loads it; where there is no CheckerBoard it is linked into this program.
class Library {
 public:
  using GetMove = int(checkerboard::Board, int, double, char*, int*, int, int, checkerboard::Move*);
  using EngineCommand = int(const char*, char*);
  using IsLegal = int(checkerboard::Board, int, int, int, checkerboard::Move*);

#ifdef _WIN32
  /// Whether it could be loaded, with all of its functions.
  bool load(const std::string& path) {
    if (handle_ == nullptr) handle_ = LoadLibraryA(path.c_str());
    return find(getmove, "getmove") && find(enginecommand, "enginecommand") && find(islegal, "islegal");
  }
  /// Whether nothing of it is left.
  bool unload(const std::string& path) {
    FreeLibrary(handle_);
    return GetModuleHandleA(path.c_str()) == nullptr;
  }
  /// Whether what all of them share has gone as well.
  static bool nothing_left() {
    return GetModuleHandleA("x86-64-v2.dll") == nullptr && GetModuleHandleA("x86-64-v3.dll") == nullptr;
  }

  GetMove* getmove = nullptr;
  EngineCommand* enginecommand = nullptr;
  IsLegal* islegal = nullptr;

 private:
  template <class Function>
  bool find(Function*& function, const char* name) {
    if (handle_ != nullptr)
      function = reinterpret_cast<Function*>(reinterpret_cast<void (*)()>(GetProcAddress(handle_, name)));
    return function != nullptr;
  }

  HMODULE handle_ = nullptr;
#else
  bool load(const std::string&) { return true; }
  bool unload(const std::string&) { return false; }
  static bool nothing_left() { return false; }

  GetMove* getmove = ::getmove;
  EngineCommand* enginecommand = ::enginecommand;
  IsLegal* islegal = ::islegal;
#endif
};

}  // namespace crownd::testing

#include "programs/windows/level_library.hpp"

#include <cstdio>
#include <vector>

namespace {

using Main = int(int argc, char** argv);

std::string utf8(const wchar_t* text) {
  std::string bytes(static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr)),
                    '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr);
  return bytes;
}

}  // namespace

/// The program's main function is CROWND_ENTRY of the library for this machine.
int wmain(int argc, wchar_t** argv) {
  const HMODULE library = crownd::programs::level_library(nullptr);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", crownd::programs::cannot_be_loaded("this program").c_str());
    return 1;
  }
  std::vector<std::string> words;
  for (int i = 0; i < argc; ++i) words.push_back(utf8(argv[i]));
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  return crownd::programs::entry<Main>(library, CROWND_ENTRY)(argc, pointers.data());
}

#include "checkerboard/functions.hpp"
#include "version/version.hpp"

/// An Offer.
extern "C" __declspec(dllexport) const crownd::checkerboard::Functions* crownd_checkerboard(const char* version) {
  return crownd::version::number() == version ? &crownd::checkerboard::functions() : nullptr;
}

#include "console/key_sequence.hpp"

#include <algorithm>
#include <iterator>

namespace crownd::console {

namespace {

class KeyReader {
 public:
  explicit KeyReader(const std::function<std::optional<wchar_t>()>& next) : next_(next) {}

  std::wstring read() {
    auto first = take();
    const bool with_alt = first == escape;  // and a key that is a sequence itself
    while (first == escape) first = take();
    switch (first.value_or(0)) {
      case L'[': take_control_sequence(); break;
      case L'O': take_until(L'@', L'~'); break;
      case L']':
      case L'P':
      case L'X':
      case L'^':
      case L'_': take_string(); break;
      default: break;
    }
    return with_alt ? std::wstring() : std::move(read_);
  }

 private:
  std::optional<wchar_t> take() {
    const auto character = next_();
    if (character && *character != escape) read_ += *character;
    return character;
  }

  /// Takes characters up to one in this range; also up to one that no sequence has.
  void take_until(wchar_t from, wchar_t to) {
    while (const auto character = take())
      if ((*character >= from && *character <= to) || *character < L' ') return;
  }

  void take_control_sequence() {
    const auto first = take();
    if (first == L'[') {  // a function key of the Linux console
      take();
    } else if (first == L'M') {  // a mouse button: three characters follow
      for (int i = 0; i < 3; ++i) take();
    } else if (first && (*first < L'@' || *first > L'~')) {
      take_until(L'@', L'~');
    }
  }

  /// Takes a string that ends with BEL or ESC \.
  void take_string() {
    constexpr wchar_t bell = L'\a';
    while (const auto character = take()) {
      if (character == bell) return;
      if (character == escape) {
        take();
        return;
      }
    }
  }

  const std::function<std::optional<wchar_t>()>& next_;
  std::wstring read_;
};

}  // namespace

std::wstring read_key(const std::function<std::optional<wchar_t>()>& next) {
  auto sequence = KeyReader(next).read();
  const bool known =
      std::any_of(std::begin(keys), std::end(keys), [&](const Key& key) { return key.sequence == sequence; });
  return known ? sequence : std::wstring();
}

}  // namespace crownd::console

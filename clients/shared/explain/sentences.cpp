#include "explain/sentences.hpp"

#include "explain/texts.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace crownd::explain {

namespace {

using Value = std::optional<std::string>;

Value text(const std::string& path) {
  const auto* const found = std::ranges::find(texts, path, &Text::path);
  return found == std::end(texts) ? std::nullopt : Value(found->text);
}

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = list.find(',', begin);
    parts.emplace_back(list.substr(begin, end - begin));
  }
  return parts;
}

std::string with_number(std::string text, std::string_view number) {
  constexpr std::string_view placeholder = "{n}";
  if (const auto at = text.find(placeholder); at != std::string::npos) text.replace(at, placeholder.size(), number);
  return text;
}

/// Values for the placeholders of a sentence.
class Values {
 public:
  Values(const wire::MoveReason& reason, std::string_view move) : reason_(reason), move_(move) {}

  /// Nothing if the reason has no such value.
  [[nodiscard]] Value of(std::string_view placeholder) const {
    const auto& line = reason_.line;
    if (placeholder == "move") return std::string(move_);
    if (placeholder == "best") return line.empty() ? std::nullopt : Value(line.front());
    if (placeholder == "line") return line.size() < 2 ? std::nullopt : Value(wire::line_of(std::span(line).subspan(1)));
    if (placeholder == "moves") return moves();
    const auto field = value_of(placeholder);
    if (!field || placeholder == "square") return field;
    if (placeholder == "by") return text("by/" + *field);
    if (placeholder == "before" || placeholder == "after")
      return result(*field, value_of(std::string(placeholder) + "-plies"));
    return placeholder == "targets" ? joined(parts_of(*field)) : pieces(*field);
  }

 private:
  [[nodiscard]] Value value_of(std::string_view key) const {
    const auto found = std::ranges::find(reason_.fields, key, &wire::MoveReason::Field::first);
    return found == reason_.fields.end() ? std::nullopt : Value(found->second);
  }

  /// "one move" for one or two plies.
  [[nodiscard]] Value moves() const {
    const auto plies = wire::read_number(value_of("plies").value_or(""));
    if (!plies) return std::nullopt;
    const auto count = *plies / 2 + *plies % 2;
    return with_number(*text(count == 1 ? "moves/0" : "moves/1"), std::to_string(count));
  }

  [[nodiscard]] Value result(const std::string& word, const Value& plies) const {
    const auto found = text((plies ? "result-in/" : "result/") + word);
    return found ? Value(with_number(*found, plies.value_or(""))) : std::nullopt;
  }

  /// "2 men and a king" for `man,king,man`.
  [[nodiscard]] std::string pieces(std::string_view kinds) const {
    std::vector<std::pair<std::string, int>> counts;
    for (auto& kind : parts_of(kinds)) {
      const auto found = std::ranges::find(counts, kind, &std::pair<std::string, int>::first);
      found == counts.end() ? void(counts.emplace_back(std::move(kind), 1)) : void(++found->second);
    }
    std::vector<std::string> words;
    for (const auto& [kind, count] : counts) {
      const auto known = text((count == 1 ? "one/" : "many/") + kind);
      words.push_back(with_number(known.value_or((count == 1 ? "" : "{n} ") + kind), std::to_string(count)));
    }
    return joined(words);
  }

  /// "13, 14 and 15"
  [[nodiscard]] std::string joined(const std::vector<std::string>& words) const {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
      list += (i == 0 ? "" : i + 1 == words.size() ? *text("and") : ", ") + words[i];
    return list;
  }

  const wire::MoveReason& reason_;
  std::string_view move_;
};

/// Nothing if a placeholder has no value.
Value filled(std::string_view pattern, const Values& values) {
  std::string sentence;
  for (auto begin = pattern.find('{'); begin != std::string_view::npos; begin = pattern.find('{')) {
    const auto end = pattern.find('}', begin);
    const auto value = values.of(pattern.substr(begin + 1, end - begin - 1));
    if (!value) return std::nullopt;
    sentence.append(pattern.substr(0, begin)).append(*value);
    pattern.remove_prefix(end + 1);
  }
  return sentence.append(pattern);
}

}  // namespace

std::optional<std::string> sentence_of(const wire::MoveReason& reason, std::string_view move) {
  const Values values(reason, move);
  for (int i = 0;; ++i) {
    const auto pattern = text("sentences/" + reason.name + '/' + std::to_string(i));
    if (!pattern) return std::nullopt;
    if (auto sentence = filled(*pattern, values)) return sentence;
  }
}

}  // namespace crownd::explain

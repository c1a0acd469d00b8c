#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::console {

inline constexpr wchar_t escape = L'\033';

/// A key that terminals send as an escape sequence, and the command of libedit that it executes.
struct Key {
  std::wstring_view sequence;  ///< without ESC
  const char* command;
};

inline constexpr Key keys[] = {
    {L"[A", "ed-prev-history"},     {L"OA", "ed-prev-history"},      {L"[B", "ed-next-history"},
    {L"OB", "ed-next-history"},     {L"[C", "ed-next-char"},         {L"OC", "ed-next-char"},
    {L"[D", "ed-prev-char"},        {L"OD", "ed-prev-char"},         {L"[H", "ed-move-to-beg"},
    {L"OH", "ed-move-to-beg"},      {L"[1~", "ed-move-to-beg"},      {L"[7~", "ed-move-to-beg"},
    {L"[F", "ed-move-to-end"},      {L"OF", "ed-move-to-end"},       {L"[4~", "ed-move-to-end"},
    {L"[8~", "ed-move-to-end"},     {L"[3~", "ed-delete-next-char"}, {L"[1;5C", "em-next-word"},
    {L"[1;3C", "em-next-word"},     {L"Oc", "em-next-word"},         {L"f", "em-next-word"},
    {L"[1;5D", "ed-prev-word"},     {L"[1;3D", "ed-prev-word"},      {L"Od", "ed-prev-word"},
    {L"b", "ed-prev-word"},         {L"d", "em-delete-next-word"},   {L"\x7f", "ed-delete-prev-word"},
    {L"\b", "ed-delete-prev-word"},
};

/// Reads the sequence of a key behind its ESC, as far as it has come: a control sequence or string of ECMA-48, or the
/// character of an Alt key. `next` returns the next character, or none if there is none yet. Returns the sequence if
/// it is in `keys`, otherwise an empty text.
[[nodiscard]] std::wstring read_key(const std::function<std::optional<wchar_t>()>& next);

}  // namespace crownd::console

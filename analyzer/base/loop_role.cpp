#include "base/loop_role.h"

#include "base/format.h"
#include "base/text.h"

#include <array>
#include <optional>

namespace osaca {
namespace {

constexpr std::array named_kinds = {LoopRole::Kind::vector_body, LoopRole::Kind::remainder,
                                    LoopRole::Kind::scalar_version};
constexpr std::array partial_readings = {LoopRole::Reading::inner_loops_once, LoopRole::Reading::inner_loops_repeated,
                                         LoopRole::Reading::in_a_row};

/// Appends `part`, separated by `between` if `before` is not empty.
std::string joined(std::string before, std::string_view between, std::string_view part, std::string_view end = "") {
  if (before.empty())
    return std::string(part);
  before.append(between).append(part).append(end);
  return before;
}

/// Removes the reading from the end of `name`.
LoopRole::Reading take_reading(std::string_view &name) {
  for (const LoopRole::Reading reading : partial_readings) {
    const std::string_view words = name_of(reading);
    if (name == words) {
      name = {};
      return reading;
    }
    const std::string remark = joined(" ", "(", words, ")");
    if (name.ends_with(remark)) {
      name.remove_suffix(remark.size());
      return reading;
    }
  }
  return LoopRole::Reading::whole;
}

std::optional<int> number(std::string_view digits) {
  const auto value = parse_number<int>(digits);
  return value && *value > 0 ? value : std::nullopt;
}

/// Removes "copy 2 of 3" and the comma before it from the end of `name`.
void take_copies(std::string_view &name, LoopRole &role) {
  constexpr std::string_view copy_word = "copy ";
  constexpr std::string_view of_word = " of ";
  constexpr std::string_view comma = ", ";
  const std::size_t copy_at = name.rfind(copy_word);
  if (copy_at == std::string_view::npos || (copy_at > 0 && !name.substr(0, copy_at).ends_with(comma)))
    return;
  const std::string_view numbers = name.substr(copy_at + copy_word.size());
  const std::size_t of_at = numbers.find(of_word);
  if (of_at == std::string_view::npos)
    return;
  const std::optional<int> copy = number(numbers.substr(0, of_at));
  const std::optional<int> copies = number(numbers.substr(of_at + of_word.size()));
  if (!copy || !copies)
    return;
  role.copy = *copy;
  role.copies = *copies;
  name = name.substr(0, copy_at == 0 ? 0 : copy_at - comma.size());
}

LoopRole::Kind kind_named(std::string_view name) {
  for (const LoopRole::Kind kind : named_kinds)
    if (name == name_of(kind))
      return kind;
  return name.empty() ? LoopRole::Kind::plain : LoopRole::Kind::foreign;
}

} // namespace

std::string_view name_of(LoopRole::Kind kind) {
  switch (kind) {
  case LoopRole::Kind::vector_body: return "vector body";
  case LoopRole::Kind::remainder: return "remainder";
  case LoopRole::Kind::scalar_version: return "scalar version";
  case LoopRole::Kind::plain:
  case LoopRole::Kind::foreign: break;
  }
  return "";
}

std::string_view name_of(LoopRole::Reading reading) {
  switch (reading) {
  case LoopRole::Reading::inner_loops_once: return "outer loop; inner loops counted once";
  case LoopRole::Reading::inner_loops_repeated: return "outer loop; inner loops counted in full";
  case LoopRole::Reading::in_a_row:
    return "its branch back was not found; all its instructions are analysed as one sequence";
  case LoopRole::Reading::whole: break;
  }
  return "";
}

std::string name_of(const LoopRole &role) {
  std::string name = role.kind == LoopRole::Kind::foreign ? role.foreign_name : std::string(name_of(role.kind));
  if (role.copies > 0)
    name = joined(std::move(name), ", ", format_text("copy {} of {}", role.copy, role.copies));
  if (role.reading != LoopRole::Reading::whole)
    name = joined(std::move(name), " (", name_of(role.reading), ")");
  return name;
}

LoopRole loop_role_named(std::string_view name) {
  LoopRole role;
  std::string_view rest = name;
  role.reading = take_reading(rest);
  take_copies(rest, role);
  role.kind = kind_named(rest);
  if (role.kind == LoopRole::Kind::foreign)
    role.foreign_name = rest;
  if (name_of(role) == name)
    return role;
  return {.kind = LoopRole::Kind::foreign, .foreign_name = std::string(name)};
}

LoopRole without_copies(LoopRole role) {
  if (role.copies == 0)
    return role;
  role.copy = role.copies = 0;
  role.reading = LoopRole::Reading::whole;
  return role;
}

} // namespace osaca

#include "calls/call_table.h"

#include "base/format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace osaca {

const CallFigures *CallEntry::find(std::string_view argument_class) const {
  const auto found = std::ranges::find(classes, argument_class, &CallFigures::argument_class);
  return found == classes.end() ? nullptr : &*found;
}

std::optional<CallFigures> CallEntry::with_bytes(std::int64_t bytes) const {
  const auto above = std::ranges::lower_bound(classes, bytes, {}, &CallFigures::bytes);
  if (bytes_argument == 0 || bytes < 0 || above == classes.end())
    return std::nullopt;
  CallFigures figures = *above;
  figures.bytes = bytes;
  figures.argument_class = format_text("{} bytes", bytes);
  if (above == classes.begin())
    return figures;
  const CallFigures &below = *(above - 1);
  const double part = static_cast<double>(bytes - below.bytes) / static_cast<double>(above->bytes - below.bytes);
  const auto between = [part](Cycles low, Cycles high) {
    return Cycles::nearest(low.to_double() + part * (high.to_double() - low.to_double()));
  };
  figures.throughput_cycles = between(below.throughput_cycles, above->throughput_cycles);
  if (above->latency_cycles)
    figures.latency_cycles = between(below.latency_cycles.value_or(below.throughput_cycles), *above->latency_cycles);
  return figures;
}

bool returns_first_argument(const CallEntry &entry) {
  constexpr std::array<std::string_view, 11> names = {"memcpy",  "memmove", "memset",   "strcpy",  "strncpy", "strcat",
                                                      "strncat", "wmemcpy", "wmemmove", "wmemset", "wcscpy"};
  return !entry.signature.arguments.empty() && std::ranges::find(names, entry.name) != names.end();
}

const CallEntry *CallTable::find(std::string_view symbol) const {
  for (const std::string &name : names_in_tables(symbol)) {
    const auto found = std::ranges::lower_bound(functions, name, {}, &CallEntry::name);
    if (found != functions.end() && found->name == name)
      return &*found;
  }
  return nullptr;
}

namespace {

/// The operators of C++ that call malloc and free.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> operators = {{
    {"_Znwm", "malloc"},
    {"_Znam", "malloc"},
    {"_ZdlPv", "free"},
    {"_ZdlPvm", "free"},
    {"_ZdaPv", "free"},
    {"_ZdaPvm", "free"},
}};

/// glibc's names for calls by code that was compiled with -ffast-math, and with _FORTIFY_SOURCE.
constexpr std::string_view internal_prefix = "__";
constexpr std::array<std::string_view, 2> internal_suffixes = {"_finite", "_chk"};

} // namespace

std::vector<std::string> names_in_tables(std::string_view symbol) {
  symbol = symbol.substr(0, symbol.find('@'));
  std::vector<std::string> names = {std::string(symbol)};
  for (const std::string_view suffix : internal_suffixes)
    if (symbol.size() > internal_prefix.size() + suffix.size() && symbol.starts_with(internal_prefix) &&
        symbol.ends_with(suffix))
      names.emplace_back(symbol.substr(internal_prefix.size(), symbol.size() - internal_prefix.size() - suffix.size()));
  for (const auto &[name, function] : operators)
    if (symbol == name)
      names.emplace_back(function);
  return names;
}

} // namespace osaca

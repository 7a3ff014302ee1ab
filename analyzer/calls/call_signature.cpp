#include "calls/call_signature.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace osaca {
namespace {

constexpr std::size_t most_arguments = 6;

constexpr std::array<std::pair<std::string_view, CallValue>, 16> value_names = {{
    {"void", CallValue::nothing},
    {"double", CallValue::float64},
    {"float", CallValue::float32},
    {"integer", CallValue::integer},
    {"vector128", CallValue::vector128},
    {"vector256", CallValue::vector256},
    {"vector512", CallValue::vector512},
    {"int", CallValue::integer},
    {"long", CallValue::integer},
    {"long long", CallValue::integer},
    {"unsigned", CallValue::integer},
    {"unsigned int", CallValue::integer},
    {"unsigned long", CallValue::integer},
    {"size_t", CallValue::integer},
    {"int64_t", CallValue::integer},
    {"uint64_t", CallValue::integer},
}};

Expected<CallValue> value_named(std::string_view name) {
  const std::string text(trimmed(name));
  if (text.ends_with('*'))
    return CallValue::integer;
  const auto *known = std::ranges::find(value_names, text, &std::pair<std::string_view, CallValue>::first);
  if (known == value_names.end())
    return Error{format_text("unknown type '{}' in a signature; use void, double, float, integer, vector128, vector256 "
                             "or vector512",
                             text.substr(0, 40))};
  return known->second;
}

std::string_view name_of_value(CallValue value) {
  return std::ranges::find(value_names, value, &std::pair<std::string_view, CallValue>::second)->first;
}

} // namespace

Expected<CallSignature> parse_signature(std::string_view text) {
  const std::string_view whole = trimmed(text);
  const std::size_t open = whole.find('(');
  if (open == std::string_view::npos || !whole.ends_with(')'))
    return Error{
        format_text("'{}' is not a signature; write it as 'double(double)'", std::string(whole.substr(0, 80)))};
  CallSignature signature;
  OSACA_TRY(signature.result, value_named(whole.substr(0, open)));
  std::string_view rest = whole.substr(open + 1, whole.size() - open - 2);
  if (trimmed(rest).empty() || trimmed(rest) == "void")
    return signature;
  for (bool has_more = true; has_more;) {
    const std::size_t comma = rest.find(',');
    has_more = comma != std::string_view::npos;
    OSACA_TRY(const CallValue value, value_named(rest.substr(0, comma)));
    if (value == CallValue::nothing || signature.arguments.size() == most_arguments)
      return Error{format_text("the signature has {}",
                               value == CallValue::nothing ? "an argument of type void" : "more than six arguments")};
    signature.arguments.push_back(value);
    rest.remove_prefix(has_more ? comma + 1 : rest.size());
  }
  return signature;
}

std::string text_of(const CallSignature &signature) {
  std::string text = std::string(name_of_value(signature.result)) + "(";
  for (std::size_t i = 0; i < signature.arguments.size(); ++i)
    text += (i == 0 ? "" : ",") + std::string(name_of_value(signature.arguments[i]));
  return text + ")";
}

bool is_in_vector_register(CallValue value) { return value != CallValue::nothing && value != CallValue::integer; }

int bytes_of(CallValue value) {
  switch (value) {
  case CallValue::nothing: return 0;
  case CallValue::float32: return 4;
  case CallValue::float64:
  case CallValue::integer: return 8;
  case CallValue::vector128: return 16;
  case CallValue::vector256: return 32;
  case CallValue::vector512: return 64;
  }
  return 0;
}

} // namespace osaca

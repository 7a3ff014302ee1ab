#include "measure/tables/published/instlatx64_conversion.h"

#include <algorithm>
#include <iterator>

namespace osaca::measure {

std::optional<Conversion> conversion_of(std::string_view mnemonic) {
  Conversion made{std::string(mnemonic), mnemonic.starts_with('V'), false, "", ""};
  std::string_view rest = mnemonic.substr(made.is_vex ? 1 : 0);
  if (!rest.starts_with("CVT"))
    return std::nullopt;
  rest.remove_prefix(3);
  made.truncates = rest.starts_with('T');
  rest.remove_prefix(made.truncates ? 1 : 0);
  const std::size_t two = rest.find('2');
  if (two == std::string_view::npos)
    return std::nullopt;
  made.from = rest.substr(0, two);
  made.to = rest.substr(two + 1);
  return made;
}

int element_bytes(std::string_view type) {
  struct Size {
    std::string_view type;
    int bytes;
  };
  constexpr Size sizes[] = {{"PD", 8},  {"QQ", 8}, {"UQQ", 8}, {"PS", 4}, {"DQ", 4},
                            {"UDQ", 4}, {"PH", 2}, {"W", 2},   {"UW", 2}};
  const auto *found = std::ranges::find(sizes, type, &Size::type);
  return found == std::end(sizes) ? 0 : found->bytes;
}

} // namespace osaca::measure

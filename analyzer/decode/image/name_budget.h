// Names in tables of symbols, as hostile input: any number of symbols and relocations may share one long name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace osaca {

class NameBudget {
public:
  /// A copy of the name; empty if it is longer than any compiler's, or if there are too many.
  [[nodiscard]] std::string copy(std::string_view name) {
    constexpr std::size_t longest_name_bytes = 16384;
    if (name.size() > longest_name_bytes || name.size() > left_bytes_)
      return {};
    left_bytes_ -= name.size();
    return std::string(name);
  }

private:
  std::size_t left_bytes_ = 512U << 20U;
};

} // namespace osaca

// A file's code cut at the beginnings and ends of its functions, as its symbols and other tables tell them.
#pragma once

#include "decode/image/code_section.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca {

/// A stretch of one section. Together they are all of it, in order.
struct CodeRange {
  std::size_t section = 0; ///< place in the list of sections
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string name; ///< of the function; made up ("sub_1a40") where only an unwinding table tells of it; or empty
  bool is_function = false; ///< false: what is left between functions: padding, tables, code that nobody tells of
  std::vector<std::string> aliases; ///< other names of the function
};

[[nodiscard]] std::vector<CodeRange> code_ranges(const std::vector<CodeSection> &sections,
                                                 const std::vector<AddressRange> &unwinding);

/// "sub_1a40": for code without a name.
[[nodiscard]] std::string made_up_name(std::uint64_t address);

} // namespace osaca

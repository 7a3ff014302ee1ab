// Where inlined functions are, by CodeView's symbols: the records S_INLINESITE, each inside of that of its function.
// The line tables only say the lines of calls there.
#pragma once

#include "decode/image/code_section.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

/// A line of a source file, which is named by its place among the checksums of files.
struct CodeViewLine {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

/// Code that comes from one line of an inlined function.
struct InlinedCode {
  CodeAddress begin;
  std::uint64_t size_bytes = 0;
  CodeViewLine line;
};

/// Where an inlined function begins in the source, by its number: subsection "inlinee lines".
using Inlinees = std::unordered_map<std::uint32_t, CodeViewLine>;
void add_inlinees(std::string_view subsection, Inlinees &inlinees);

/// Of one unit; far more than compilers make.
constexpr std::size_t most_inlined_code = 2'000'000;

/// `symbols`: records; `locate`: where the function is whose record has two numbers for it at `place` among them. What
/// is inlined into inlined code comes behind that.
void add_inlined_code(std::string_view symbols, const Inlinees &inlinees,
                      const std::function<std::optional<CodeAddress>(std::uint64_t place, std::uint32_t offset,
                                                                     std::uint16_t segment)> &locate,
                      std::vector<InlinedCode> &found);

} // namespace osaca

#pragma once

#include <string>
#include <string_view>

namespace osaca {

/// x86 text in Intel syntax, with what GCC and older Clang write there put into words that LLVM's parser takes. Every
/// character keeps its place, so positions in the result are positions in `text`. Text without such syntax is
/// unchanged.
[[nodiscard]] std::string with_intel_syntax_llvm_reads(std::string_view text);

} // namespace osaca

// Assembly text -> machine code, by LLVM's assembler. For programs that make code and run it.
#pragma once

#include "base/expected.h"
#include "kernel/isa.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct AssembleOptions {
  std::string features_cpu;  ///< LLVM CPU whose instructions are accepted; empty: everything the ISA has
  bool intel_syntax = false; ///< x86 only
  std::string name;          ///< of the text, for messages
};

struct AssembledCode {
  std::vector<std::uint8_t> bytes;
  std::map<std::string, std::size_t> labels; ///< offsets of the text's labels in `bytes`
};

/// Instructions, labels, constants (.byte, .long, ...) and alignment; other directives are refused, and so are symbols
/// that the text does not define. Errors name the line of the text.
[[nodiscard]] Expected<AssembledCode> assemble(std::string_view text, Isa isa, const AssembleOptions &options = {});

} // namespace osaca

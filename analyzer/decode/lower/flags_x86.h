// Which of x86's flags an instruction reads and writes. LLVM has a single flags register; here the carry flag is apart,
// because some instructions leave it alone and the carry chains of long additions depend on that.
// Source: Intel SDM volume 1 appendix A (EFLAGS cross-reference) and volume 2.
#pragma once

#include <string_view>

namespace osaca {

struct FlagUse {
  bool reads_carry = false;
  bool reads_others = false;
  bool writes_carry = false;
  bool writes_others = false;
};

/// `opcode` is LLVM's name, `condition` the value of its condition operand (the low four bits of Jcc) or -1.
/// `llvm_reads` and `llvm_writes` say whether LLVM lists the flags register at all.
[[nodiscard]] FlagUse x86_flag_use(std::string_view opcode, int condition, bool llvm_reads, bool llvm_writes);

} // namespace osaca

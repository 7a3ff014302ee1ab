#include "decode/lower/flags_x86.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

enum Mask : unsigned { none = 0, carry = 1, others = 2, all = 3 };

struct Exception {
  std::string_view prefix; ///< of LLVM's opcode name
  unsigned reads;
  unsigned writes;
};

// Only what is not "all of them, if LLVM lists the register". The first prefix that fits wins.
constexpr std::array exceptions = {
    Exception{"INC", none, others},       Exception{"DEC", none, others},        Exception{"ADCX", carry, carry},
    Exception{"ADOX", others, others},    Exception{"ADC", carry, all},          Exception{"SBB", carry, all},
    Exception{"RCL", carry, all},         Exception{"RCR", carry, all},          Exception{"CMC", carry, carry},
    Exception{"STC", none, carry},        Exception{"CLC", none, carry},         Exception{"SALC", carry, none},
    Exception{"BT16", none, carry},       Exception{"BT32", none, carry},        Exception{"BT64", none, carry},
    Exception{"BTC", none, carry},        Exception{"BTR", none, carry},         Exception{"BTS", none, carry},
    Exception{"CMPXCHG8B", none, others}, Exception{"CMPXCHG16B", none, others},
};

unsigned read_by_condition(int condition) {
  switch (condition >> 1) {
  case 1: return carry;   // B, AE
  case 3: return all;     // BE, A
  default: return others; // O, E, S, P, L, LE and their opposites
  }
}

FlagUse from_masks(unsigned reads, unsigned writes) {
  return {(reads & carry) != 0, (reads & others) != 0, (writes & carry) != 0, (writes & others) != 0};
}

} // namespace

FlagUse x86_flag_use(std::string_view opcode, int condition, bool llvm_reads, bool llvm_writes) {
  if (!llvm_reads && !llvm_writes)
    return {};
  for (const Exception &exception : exceptions)
    if (opcode.substr(0, exception.prefix.size()) == exception.prefix)
      return from_masks(exception.reads, exception.writes);
  const unsigned reads = !llvm_reads ? none : condition >= 0 ? read_by_condition(condition) : unsigned{all};
  return from_masks(reads, llvm_writes ? all : none);
}

} // namespace osaca

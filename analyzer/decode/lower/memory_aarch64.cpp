// AArch64: LLVM lists base, offset or index, and extension as plain operands after the transferred registers. The base
// is the last register of class GPR64sp, because apart from stored tags only addresses can use the stack pointer. SVE's
// vector addresses have a Z register instead. The operand after the base is its offset.
#include "decode/lower/instruction_maker.h"

#include "base/text.h"
#include "decode/lower/opcode_class.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace osaca {
namespace {

std::optional<unsigned> base_operand(const Lowering &lowering) {
  for (unsigned i = lowering.inst.getNumOperands(); i-- > lowering.desc.getNumDefs();)
    if (lowering.is_register(i) && lowering.in_class(i, "GPR64sp"))
      return i;
  // Vector of addresses: the last Z register that is followed by an offset.
  for (unsigned i = lowering.inst.getNumOperands(); i-- > lowering.desc.getNumDefs() + 1;)
    if (lowering.is_register(i) && lowering.reg(i).kind == RegisterKind::vector)
      return i;
  return std::nullopt;
}

/// LDR (literal): no base, a label.
std::optional<unsigned> literal_operand(const Lowering &lowering) {
  const unsigned last = lowering.inst.getNumOperands() - 1;
  return lowering.facts.opcode.ends_with("l") && lowering.inst.getOperand(last).isExpr() ? std::optional<unsigned>(last)
                                                                                         : std::nullopt;
}

/// Bytes of all transferred registers before operand `end`. The results of a store are its updated base or its status,
/// and do not count.
int transferred_bytes(const Lowering &lowering, unsigned end, bool writeback) {
  const bool only_stores = lowering.desc.mayStore() && lowering.facts.opcode.starts_with("ST");
  int bits = 0;
  int last = 0;
  for (unsigned i = only_stores ? lowering.desc.getNumDefs() : writeback ? 1 : 0; i < end; ++i)
    if (lowering.is_register(i) && lowering.tied_to(i) < 0) {
      last = lowering.reg(i).width_bits;
      bits += last;
    }
  const std::string_view opcode = lowering.facts.opcode;
  const bool pair = opcode.starts_with("LDP") || opcode.starts_with("STP") || opcode.starts_with("STGP") ||
                    contains(opcode, "NP") || contains(opcode, "XP");
  return (pair ? bits : last) / 8;
}

/// One lane of "LD1i32", "LD1Rv4s", "ST2i8"; 0: not such an instruction.
int lane_bytes(std::string_view opcode) {
  struct Lane {
    std::string_view name;
    int bytes;
  };
  constexpr std::array lanes = {Lane{"i8", 1}, Lane{"i16", 2}, Lane{"i32", 4}, Lane{"i64", 8}};
  constexpr std::array replicated = {Lane{"b", 1}, Lane{"h", 2}, Lane{"s", 4}, Lane{"d", 8}};
  if (opcode.size() < 4 || (!opcode.starts_with("LD") && !opcode.starts_with("ST")) || opcode[2] < '1' ||
      opcode[2] > '4')
    return 0;
  std::string_view stem = opcode;
  if (stem.ends_with("_POST"))
    stem.remove_suffix(5);
  const int count = opcode[2] - '0';
  for (const Lane &lane : lanes)
    if (opcode[3] == 'i' && stem.ends_with(lane.name))
      return count * lane.bytes;
  for (const Lane &lane : replicated)
    if (opcode[3] == 'R' && contains(stem, "v") && stem.ends_with(lane.name))
      return count * lane.bytes;
  return 0;
}

/// The width of mnemonics whose suffix means something else.
std::optional<int> exact_bytes(std::string_view mnemonic) {
  struct Exact {
    std::string_view mnemonic;
    int bytes;
  };
  constexpr std::array all = {Exact{"ld64b", 64}, Exact{"st64b", 64}, Exact{"st64bv", 64}, Exact{"st64bv0", 64},
                              Exact{"ldrab", 8},  Exact{"ldap1", 8},  Exact{"stl1", 8},    Exact{"ldapursw", 4}};
  const auto *found = std::ranges::find_if(all, [&](const Exact &one) { return one.mnemonic == mnemonic; });
  return found == all.end() ? std::nullopt : std::optional(found->bytes);
}

bool is_scalable(const Lowering &lowering) {
  for (unsigned i = 0; i < lowering.inst.getNumOperands(); ++i)
    if (lowering.is_register(i) && (lowering.reg(i).kind == RegisterKind::mask || lowering.reg(i).name[0] == 'z'))
      return true;
  return false;
}

/// The width of accesses that do not depend on the vector length.
int width_bytes(const Lowering &lowering, unsigned base, bool writeback) {
  const std::string_view mnemonic = lowering.facts.llvm_mnemonic;
  const std::string_view opcode = lowering.facts.opcode;
  if (const std::optional<int> exact = exact_bytes(mnemonic))
    return *exact;
  if (const int lane = lane_bytes(opcode))
    return lane;
  if (opcode[2] < '1' || opcode[2] > '4' || !opcode.starts_with("LD")) {
    if (mnemonic.ends_with("b"))
      return 1;
    if (mnemonic.ends_with("h"))
      return 2;
    if (mnemonic.ends_with("sw"))
      return contains(mnemonic, "p") ? 8 : 4;
  }
  return transferred_bytes(lowering, base, writeback);
}

void set_width(MemoryOperand &memory, const Lowering &lowering, unsigned base, bool writeback) {
  if (!is_scalable(lowering)) {
    memory.width_bytes = width_bytes(lowering, base, writeback);
  } else if (const std::optional<SveAccess> access = sve_access(lowering.facts.opcode);
             access && !memory.is_gather_scatter) {
    memory.width_bytes = access->width_bytes;
    memory.width_eighths = access->width_eighths;
  }
}

/// An offset that counts vectors. Their length is unknown unless LLVM's opcode determines the elements.
void count_in_vectors(MemoryOperand &memory, const Lowering &lowering) {
  if (const std::optional<SveAccess> access = sve_access(lowering.facts.opcode))
    memory.displacement_eighths = std::exchange(memory.displacement, 0) * access->step_eighths;
  else if (memory.displacement != 0)
    memory.symbol = "vl";
}

void set_offset(MemoryOperand &memory, const Lowering &lowering, unsigned operand) {
  const llvm::MCOperand &offset = lowering.inst.getOperand(operand);
  if (offset.isImm())
    memory.displacement = offset.getImm() * lowering.facts.offset_scale;
  if (offset.isExpr()) {
    SymbolicValue value = symbolic_value(offset.getExpr());
    memory.symbol = std::move(value.symbol);
    memory.displacement = value.addend;
  }
  if (lowering.facts.offset_in_vectors)
    count_in_vectors(memory, lowering);
}

void set_index(MemoryOperand &memory, const Lowering &lowering, unsigned operand) {
  if (!lowering.is_register(operand) || lowering.reg(operand).units.empty())
    return;
  memory.index = lowering.shared_reg(operand);
  memory.scale = lowering.facts.index_scale;
  // The last operand of roX and roW forms says whether the index is shifted.
  const unsigned last = lowering.inst.getNumOperands() - 1;
  if (last == operand + 2 && lowering.inst.getOperand(last).isImm() && lowering.inst.getOperand(last).getImm() == 0)
    memory.scale = 1;
}

bool is_post_indexed(std::string_view opcode) {
  return opcode.ends_with("post") || opcode.ends_with("_POST") || opcode.ends_with("PostIndex");
}

/// The number of bytes by which a post-indexed access moves its base. A structure load or store (ld1 to st4) without an
/// offset register moves it by the transferred bytes, which is not an operand, but is known from the scale of offsets.
/// Empty: the base is moved by a register.
std::optional<std::int64_t> moved_after(const Lowering &lowering, unsigned base) {
  const llvm::MCOperand &by = lowering.inst.getOperand(std::min(base + 1, lowering.inst.getNumOperands() - 1));
  if (by.isImm())
    return by.getImm() * lowering.facts.offset_scale;
  if (by.isReg() && lowering.is_register(base + 1) && !lowering.reg(base + 1).units.empty())
    return std::nullopt;
  return lowering.facts.offset_scale;
}

Access access_of_aarch64(const Lowering &lowering) {
  const std::string_view mnemonic = lowering.facts.llvm_mnemonic;
  // LLVM lists prefetches and exclusive accesses as both loads and stores.
  if (mnemonic.starts_with("prf") || mnemonic.starts_with("ldx") || mnemonic.starts_with("ldax"))
    return {true, false};
  if (mnemonic.starts_with("stx") || mnemonic.starts_with("stlx"))
    return {false, true};
  return {lowering.desc.mayLoad(), lowering.desc.mayStore()};
}

} // namespace

MemoryReferences memory_of_aarch64(const Lowering &lowering) {
  const Access access = access_of_aarch64(lowering);
  if ((!access.read && !access.written) || lowering.inst.getNumOperands() == 0)
    return {};
  MemoryReference found;
  found.read = access.read;
  found.written = access.written;
  if (const std::optional<unsigned> literal = literal_operand(lowering)) {
    found.first = *literal;
    found.count = 1;
    set_offset(found.memory, lowering, *literal);
    set_width(found.memory, lowering, *literal, false);
    return {found};
  }
  const std::optional<unsigned> base = base_operand(lowering);
  if (!base)
    return {};
  found.first = *base;
  found.updates_base = lowering.tied_to(*base) >= 0;
  found.memory.base = lowering.shared_reg(*base);
  const bool post = found.updates_base && is_post_indexed(lowering.facts.opcode);
  found.count = 1;
  if (!post) {
    found.count = lowering.inst.getNumOperands() - *base;
    if (found.count > 1) {
      set_offset(found.memory, lowering, *base + 1);
      set_index(found.memory, lowering, *base + 1);
    } else if (found.updates_base) { // its only offset (stlr x0, [x1, #-8]!)
      found.memory.displacement = lowering.facts.offset_scale;
    }
  }
  if (found.updates_base)
    found.moves_base_by = post ? moved_after(lowering, *base) : std::optional(found.memory.displacement);
  found.memory.is_gather_scatter = found.memory.base->kind == RegisterKind::vector ||
                                   (found.memory.index && found.memory.index->kind == RegisterKind::vector);
  set_width(found.memory, lowering, *base, found.updates_base);
  return {found};
}

} // namespace osaca

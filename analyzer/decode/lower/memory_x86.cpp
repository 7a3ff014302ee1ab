// x86: a memory reference is five operands of an MCInst: base, scale, index, displacement, segment. String instructions
// and absolute moves have fewer; push, pop, call and ret have none.
#include "decode/lower/instruction_maker.h"

#include "base/text.h"

#include <array>

namespace osaca {
namespace {

bool is_memory_operand(const Lowering &lowering, unsigned operand) {
  return operand < lowering.desc.getNumOperands() &&
         lowering.desc.operands()[operand].OperandType == llvm::MCOI::OPERAND_MEMORY;
}

SharedRegister register_at(const Lowering &lowering, unsigned operand) {
  return lowering.is_register(operand) ? lowering.shared_reg(operand) : SharedRegister();
}

template <std::size_t N> bool starts_with_one_of(std::string_view name, const std::array<std::string_view, N> &all) {
  for (const std::string_view prefix : all)
    if (name.starts_with(prefix))
      return true;
  return false;
}

constexpr std::array<std::string_view, 8> aligned_moves = {"movap",  "movdqa",  "movntdq",  "movntp",
                                                           "vmovap", "vmovdqa", "vmovntdq", "vmovntp"};

MemoryOperand five_part_address(const Lowering &lowering, unsigned first) {
  MemoryOperand memory;
  memory.base = register_at(lowering, first);
  if (lowering.inst.getOperand(first + 1).isImm())
    memory.scale = static_cast<int>(lowering.inst.getOperand(first + 1).getImm());
  memory.index = register_at(lowering, first + 2);
  set_displacement(memory, lowering.inst.getOperand(first + 3));
  memory.segment = register_at(lowering, first + 4);
  memory.width_bytes = lowering.facts.memory_bytes;
  memory.is_gather_scatter = memory.index && memory.index->kind == RegisterKind::vector;
  memory.must_be_aligned = starts_with_one_of(lowering.facts.mnemonic, aligned_moves);
  return memory;
}

/// btc, btr, bts
bool is_bit_change(const Lowering &lowering) {
  return lowering.desc.mayStore() && lowering.facts.mnemonic.starts_with("bt");
}

// Instructions for which LLVM lists both a load and a store, or neither.
constexpr std::array<std::string_view, 8> only_load = {"prefetch", "vgatherpf", "vscatterpf", "fxrstor",
                                                       "xrstor",   "ldmxcsr",   "vldmxcsr",   "bt"};
constexpr std::array<std::string_view, 8> only_store = {"vmaskmovp", "vpmaskmov", "movntq",   "movdiri",
                                                        "fxsave",    "xsave",     "vextract", "wrss"};

Access access_of_x86(const Lowering &lowering) {
  const bool loads = lowering.desc.mayLoad();
  const bool stores = lowering.desc.mayStore();
  if (loads == stores && starts_with_one_of(lowering.facts.mnemonic, only_load) && !is_bit_change(lowering))
    return {true, false};
  if (loads == stores && starts_with_one_of(lowering.facts.mnemonic, only_store))
    return {false, true};
  return {loads, stores};
}

/// `lea` and `nop` have a memory operand but do not access it.
bool accesses_memory(const Lowering &lowering) {
  return !lowering.facts.opcode_class.computes_address && !lowering.facts.opcode_class.is_nop;
}

/// movs, cmps, lods, stos, scas: [rdi] alone, [rsi] with a segment. In LLVM's order the destination comes first.
MemoryReferences string_references(const Lowering &lowering, unsigned first, unsigned end) {
  MemoryReferences found;
  const bool compares = lowering.facts.opcode.starts_with("CMPS") || lowering.facts.opcode.starts_with("SCAS");
  for (unsigned i = first; i < end; ++i) {
    MemoryReference reference;
    reference.first = i;
    reference.count = 1;
    if (lowering.inst.getOperand(i).isReg()) {
      reference.memory.base = register_at(lowering, i);
      if (!reference.memory.base)
        continue;
    } else {
      set_displacement(reference.memory, lowering.inst.getOperand(i));
    }
    const bool is_destination = reference.memory.base && contains(reference.memory.base->name, "di");
    if (i + 1 < end && !is_destination)
      ++reference.count; // its segment
    reference.memory.width_bytes = lowering.facts.memory_bytes;
    reference.written = is_destination ? !compares : lowering.desc.mayStore() && !reference.memory.base;
    reference.read = !reference.written;
    i += reference.count - 1;
    found.push_back(std::move(reference));
  }
  return found;
}

/// Adds the stack slot of push, pop, call, ret and leave.
void add_stack_slot(const Lowering &lowering, MemoryReferences &found) {
  const std::string_view opcode = lowering.facts.opcode;
  const bool pushes = opcode.starts_with("PUSH") || lowering.desc.isCall();
  const bool leaves = opcode.starts_with("LEAVE"); // rsp = rbp; pop rbp
  const bool pops = leaves || opcode.starts_with("POP") || (lowering.desc.isReturn() && !lowering.desc.isCall());
  if ((!pushes && !pops) || opcode.starts_with("POPCNT"))
    return;
  const bool has_two = opcode.starts_with("PUSH2") || opcode.starts_with("POP2");
  const int width = has_two ? 16 : contains(opcode, "16") ? 2 : 8;
  MemoryReference slot;
  slot.memory.base = lowering.registers.get(lowering.registers.named(leaves ? "RBP" : "RSP"));
  slot.memory.displacement = pushes ? -width : 0;
  slot.memory.width_bytes = width;
  slot.read = pops;
  slot.written = pushes;
  slot.moves_stack = !leaves;
  slot.moves_base_by = lowering.desc.isCall() ? 0 : pushes ? -width : width; // the return pops what the call pushes
  found.push_back(std::move(slot));
}

/// The access of the explicit operand of push, pop or call. It is the opposite of the access to the stack slot.
Access explicit_access(const Lowering &lowering) {
  const std::string_view opcode = lowering.facts.opcode;
  if (opcode.starts_with("PUSH") || lowering.desc.isCall())
    return {true, false};
  if (opcode.starts_with("POP") && !opcode.starts_with("POPCNT"))
    return {false, true};
  return access_of_x86(lowering);
}

} // namespace

MemoryReferences memory_of_x86(const Lowering &lowering) {
  MemoryReferences found;
  const unsigned count = lowering.inst.getNumOperands();
  for (unsigned i = 0; i < count && accesses_memory(lowering); ++i) {
    if (!is_memory_operand(lowering, i))
      continue;
    unsigned end = i;
    while (end < count && is_memory_operand(lowering, end))
      ++end;
    if (end - i < 5) {
      found = string_references(lowering, i, end);
    } else {
      const Access access = explicit_access(lowering);
      MemoryReference reference;
      reference.first = i;
      reference.count = 5;
      reference.memory = five_part_address(lowering, i);
      reference.read = access.read;
      reference.written = access.written;
      found.push_back(std::move(reference));
    }
    break;
  }
  add_stack_slot(lowering, found);
  return found;
}

int x86_memory_bytes(std::string_view intel_text) {
  struct Word {
    std::string_view word;
    int bytes;
  };
  constexpr std::array words = {Word{"xmmword", 16}, Word{"ymmword", 32}, Word{"zmmword", 64}, Word{"tbyte", 10},
                                Word{"xword", 10},   Word{"fword", 6},    Word{"dword", 4},    Word{"qword", 8},
                                Word{"oword", 16},   Word{"word", 2},     Word{"byte", 1}};
  const std::size_t pointer = intel_text.find(" ptr ");
  if (pointer == std::string_view::npos)
    return 0;
  const std::string_view before = intel_text.substr(0, pointer);
  for (const Word &word : words)
    if (before.size() >= word.word.size() && before.substr(before.size() - word.word.size()) == word.word)
      return word.bytes;
  return 0;
}

int x86_condition(std::string_view opcode, const llvm::MCInst &inst) {
  constexpr std::string_view begins = "JSC"; // first letters, for a fast check
  if (opcode.empty() || !contains(begins, opcode.substr(0, 1)))
    return -1;
  const bool has_one = opcode.starts_with("JCC_") || opcode.starts_with("SETCC") || opcode.starts_with("CMOV") ||
                       opcode.starts_with("SETZUCC") || opcode.starts_with("CFCMOV");
  if (!has_one || inst.getNumOperands() == 0 || !inst.getOperand(inst.getNumOperands() - 1).isImm())
    return -1;
  return static_cast<int>(inst.getOperand(inst.getNumOperands() - 1).getImm() & 15);
}

} // namespace osaca

#include "decode/code/machine_code.h"

namespace llvm::RISCVRVC {
// Declared in LLVM's RISC-V library, whose header is not installed.
bool uncompress(MCInst &out, const MCInst &compressed, const MCSubtargetInfo &subtarget);
} // namespace llvm::RISCVRVC

namespace osaca {
namespace {

/// Converts JMP_4 and JCC_4 (or _2) to JMP_1 and JCC_1. They are adjacent in LLVM's opcode list, and are found by name.
unsigned short_jump(const LlvmTarget &target, unsigned opcode) {
  const std::string name = target.instructions->getName(opcode).str();
  const std::string wanted = name.substr(0, name.size() - 1) + "1";
  for (unsigned candidate = opcode; candidate + 4 > opcode && candidate > 0; --candidate)
    if (target.instructions->getName(candidate) == wanted)
      return candidate;
  return opcode;
}

/// LLVM's flag for a lock prefix in an MCInst. The header that names it is not installed.
constexpr unsigned has_lock = 0x10;

/// Finds the opcode of the lock prefix. LLVM's list has no search by name.
unsigned find_lock(const LlvmTarget &x86) {
  unsigned opcode = 0;
  while (x86.instructions->getName(opcode) != lock_opcode)
    ++opcode;
  return opcode;
}

} // namespace

std::optional<llvm::MCInst> take_lock(const LlvmTarget &target, llvm::MCInst &inst) {
  if (target.isa != Isa::x86_64 || (inst.getFlags() & has_lock) == 0)
    return std::nullopt;
  static const unsigned opcode = find_lock(target); // one description of x86 for all
  inst.setFlags(inst.getFlags() & ~has_lock);
  llvm::MCInst lock;
  lock.setOpcode(opcode);
  return lock;
}

llvm::MCInst normalised(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, const llvm::MCInst &inst) {
  llvm::MCInst made = inst;
  if (target.isa == Isa::riscv64 && target.instructions->get(inst.getOpcode()).getSize() == 2) {
    llvm::MCInst uncompressed;
    if (llvm::RISCVRVC::uncompress(uncompressed, inst, subtarget)) {
      uncompressed.setLoc(inst.getLoc());
      return uncompressed;
    }
  }
  if (target.isa == Isa::x86_64 && target.instructions->get(inst.getOpcode()).isBranch()) {
    const llvm::StringRef name = target.instructions->getName(inst.getOpcode());
    if (name == "JMP_4" || name == "JMP_2" || name == "JCC_4" || name == "JCC_2")
      made.setOpcode(short_jump(target, inst.getOpcode()));
  }
  return made;
}

MachineCodeReader::MachineCodeReader(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget)
    : target_(target), subtarget_(subtarget),
      context_(target.triple, target.asm_info.get(), target.registers.get(), &subtarget),
      disassembler_(target.target->createMCDisassembler(subtarget, context_)),
      analysis_(target.target->createMCInstrAnalysis(target.instructions.get())), maker_(target, subtarget, context_) {}

bool MachineCodeReader::decode_into(Decoded &made, std::span<const std::uint8_t> bytes, std::uint64_t address) const {
  std::uint64_t size = 0;
  made.inst.clear();
  const auto status = disassembler_->getInstruction(
      made.inst, size, llvm::ArrayRef<std::uint8_t>(bytes.data(), bytes.size()), address, llvm::nulls());
  if (status == llvm::MCDisassembler::Fail || size == 0 || size > bytes.size())
    return false;
  made.size_bytes = static_cast<int>(size);
  return true;
}

llvm::MCInst MachineCodeReader::normal_form(const Decoded &decoded) const {
  return normalised(target_, subtarget_, decoded.inst);
}

std::optional<MachineCodeReader::Decoded> MachineCodeReader::take_lock(Decoded &decoded) const {
  std::optional<llvm::MCInst> lock = osaca::take_lock(target_, decoded.inst);
  if (!lock)
    return std::nullopt;
  --decoded.size_bytes;
  return Decoded{*std::move(lock), 1};
}

std::optional<MachineCodeReader::Decoded> MachineCodeReader::decode(std::span<const std::uint8_t> bytes,
                                                                    std::uint64_t address) const {
  Decoded made;
  if (!decode_into(made, bytes, address))
    return std::nullopt;
  made.inst = normal_form(made);
  return made;
}

Instruction MachineCodeReader::lower(const Decoded &decoded, bool with_text) {
  return maker_.make_sized(normal_form(decoded), decoded.size_bytes, with_text);
}

std::optional<std::uint64_t> MachineCodeReader::target_of(const Decoded &decoded, std::uint64_t address) const {
  if (target_.instructions->get(decoded.inst.getOpcode()).isIndirectBranch() || !analysis_ ||
      !is_jump_or_call(target_, decoded.inst))
    return std::nullopt;
  // LLVM uses the size to decide which operand of a RISC-V branch is the distance. Here a compressed branch already has
  // its long form.
  const bool is_long_form = target_.isa == Isa::riscv64;
  const auto size = static_cast<std::uint64_t>(
      is_long_form ? static_cast<int>(target_.instructions->get(decoded.inst.getOpcode()).getSize())
                   : decoded.size_bytes);
  std::uint64_t target = 0;
  if (!analysis_->evaluateBranch(decoded.inst, address, size, target))
    return std::nullopt;
  return target;
}

} // namespace osaca

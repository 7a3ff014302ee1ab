#include "decode/unit_figures.h"

#include "decode/llvm/costs.h"

#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCFixup.h>

#include <map>
#include <optional>

namespace osaca {
namespace {

/// Writes an instruction down with everything that the ISA has, and tries to read it as one core.
class CoreCheck {
public:
  CoreCheck(const LlvmTarget &target, std::shared_ptr<const llvm::MCSubtargetInfo> all,
            std::shared_ptr<const llvm::MCSubtargetInfo> core)
      : target_(target), all_(std::move(all)), core_(std::move(core)),
        context_(target.triple, target.asm_info.get(), target.registers.get(), core_.get()),
        emitter_(target.target->createMCCodeEmitter(*target.instructions, context_)),
        disassembler_(target.target->createMCDisassembler(*core_, context_)) {}

  [[nodiscard]] bool accepts(llvm::MCInst inst) const {
    if (target_.instructions->get(inst.getOpcode()).isPseudo()) // stands for several
      return true;
    for (llvm::MCOperand &operand : inst)
      if (operand.isExpr())
        operand = llvm::MCOperand::createImm(0);
    llvm::SmallVector<char, 16> code;
    llvm::SmallVector<llvm::MCFixup, 4> fixups;
    emitter_->encodeInstruction(inst, code, fixups, *all_);
    const std::vector<std::uint8_t> bytes(code.begin(), code.end());
    llvm::MCInst read;
    std::uint64_t size = 0;
    return disassembler_->getInstruction(read, size, bytes, 0, llvm::nulls()) == llvm::MCDisassembler::Success;
  }

private:
  const LlvmTarget &target_;
  std::shared_ptr<const llvm::MCSubtargetInfo> all_;
  std::shared_ptr<const llvm::MCSubtargetInfo> core_;
  mutable llvm::MCContext context_;
  std::unique_ptr<llvm::MCCodeEmitter> emitter_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
};

} // namespace

struct CompilerFigures::State {
  const LlvmTarget &target;
  std::vector<llvm::MCInst> instructions;
  std::vector<std::string> scheduling_cpus;
  std::optional<CompilerCosts> costs = {}; ///< takes longer than a small kernel, whose figures are often all known
  std::map<std::string, std::unique_ptr<CoreCheck>> checks = {}; ///< none: LLVM does not know the core

  [[nodiscard]] const llvm::MCInst *find(InstructionNumber number) const {
    const auto place = static_cast<std::size_t>(number);
    const bool is_read = place < instructions.size() && instructions[place].getOpcode() != 0;
    return is_read ? &instructions[place] : nullptr;
  }

  [[nodiscard]] const CoreCheck *check(const std::string &cpu) {
    const auto [place, is_new] = checks.try_emplace(cpu);
    const auto all = target.reader("");
    const auto core = target.reader(cpu);
    if (is_new && all && core)
      place->second = std::make_unique<CoreCheck>(target, *all, *core);
    return place->second.get();
  }
};

std::vector<CompilerCost> CompilerFigures::costs_of(const Instruction &instruction) const {
  const llvm::MCInst *inst = state_ == nullptr ? nullptr : state_->find(instruction.number);
  if (inst == nullptr || state_->scheduling_cpus.empty())
    return {};
  if (!state_->costs)
    state_->costs.emplace(state_->target, state_->scheduling_cpus);
  return state_->costs->of(*inst, instruction.vector_type);
}

bool CompilerFigures::is_on_core(const std::string &cpu, InstructionNumber number) const {
  const llvm::MCInst *inst = state_ == nullptr ? nullptr : state_->find(number);
  if (inst == nullptr || state_->target.isa == Isa::x86_64)
    return true;
  const CoreCheck *check = state_->check(cpu);
  return check == nullptr || check->accepts(*inst);
}

CompilerFigures figures_of_unit(const LlvmTarget &target, std::vector<llvm::MCInst> instructions,
                                const std::vector<std::string> &scheduling_cpus) {
  return CompilerFigures(std::make_shared<CompilerFigures::State>(
      CompilerFigures::State{target, std::move(instructions), scheduling_cpus}));
}

} // namespace osaca

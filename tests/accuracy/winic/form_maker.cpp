#include "form_maker.h"

#include "decode/code/encoding.h"
#include "decode/llvm/costs.h"
#include "decode/llvm/registers.h"
#include "decode/llvm/target.h"
#include "decode/lower/instruction_maker.h"

#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInst.h>

#include <array>
#include <set>
#include <unordered_map>

namespace osaca::accuracy {
namespace {

/// Registers with a meaning of their own, which a benchmark does not use where it has the choice.
bool is_special(std::string_view name) {
  constexpr std::array<std::string_view, 26> special = {"RSP", "ESP", "SP",  "SPL", "SPH", "HSP", "RIP", "EIP", "IP",
                                                        "WSP", "XZR", "WZR", "LR",  "FP",  "W29", "W30", "X0",  "X1",
                                                        "X2",  "X3",  "X4",  "X8",  "AH",  "BH",  "CH",  "DH"};
  for (const std::string_view one : special)
    if (name == one)
      return true;
  return name.starts_with("R") && name.size() > 3 && (name.starts_with("R16") || name.starts_with("R17")); // APX
}

} // namespace

struct FormMaker::State {
  State(Isa isa, const std::string &compiler_cpu)
      : target(llvm_target(isa)), reader(std::move(target.make_reader("")).value()),
        context(target.triple, target.asm_info.get(), target.registers.get(), reader.get(), nullptr, &target.options),
        maker(target, *reader, context), registers(target), costs(target, {compiler_cpu}) {
    for (unsigned i = 0; i < target.instructions->getNumOpcodes(); ++i)
      opcodes.emplace(target.instructions->getName(i).str(), i);
  }

  /// A register of the class that overlaps none in `taken`.
  llvm::MCRegister pick(int register_class, const std::set<llvm::MCRegUnit> &taken) const {
    const llvm::MCRegisterClass &all = target.registers->getRegClass(static_cast<unsigned>(register_class));
    llvm::MCRegister second_best;
    for (const llvm::MCPhysReg reg : all) {
      bool is_free = true;
      for (const llvm::MCRegUnit unit : target.registers->regunits(reg))
        is_free = is_free && !taken.contains(unit);
      if (!is_free)
        continue;
      if (!is_special(target.registers->getName(reg)))
        return reg;
      if (!second_best.isValid())
        second_best = reg;
    }
    return second_best.isValid() ? second_best : llvm::MCRegister(*all.begin());
  }

  void take(llvm::MCRegister reg, std::set<llvm::MCRegUnit> &taken) const {
    for (const llvm::MCRegUnit unit : target.registers->regunits(reg))
      taken.insert(unit);
  }

  /// Base alone, but for gathers and scatters, whose index is a vector.
  void add_x86_address(const llvm::MCInstrDesc &desc, unsigned first, llvm::MCInst &inst,
                       std::set<llvm::MCRegUnit> &taken) const {
    const llvm::MCRegister base = registers.named("R13");
    inst.addOperand(llvm::MCOperand::createReg(base));
    inst.addOperand(llvm::MCOperand::createImm(1));
    const int index_class = target.instructions->getOpRegClassID(desc.operands()[first + 2], 0);
    const bool vector_index =
        index_class >= 0 && llvm::StringRef(target.registers->getRegClassName(
                                                &target.registers->getRegClass(static_cast<unsigned>(index_class))))
                                .starts_with("VR");
    llvm::MCRegister index;
    if (vector_index) {
      index = pick(index_class, taken);
      take(index, taken);
    }
    inst.addOperand(llvm::MCOperand::createReg(index));
    inst.addOperand(llvm::MCOperand::createImm(0));
    inst.addOperand(llvm::MCOperand::createReg(llvm::MCRegister()));
  }

  llvm::MCInst instance_of(unsigned opcode) const {
    const llvm::MCInstrDesc &desc = target.instructions->get(opcode);
    llvm::MCInst inst;
    inst.setOpcode(opcode);
    std::set<llvm::MCRegUnit> taken;
    for (const llvm::MCPhysReg reg : desc.implicit_uses())
      take(reg, taken);
    for (const llvm::MCPhysReg reg : desc.implicit_defs())
      take(reg, taken);
    if (target.isa == Isa::x86_64)
      take(registers.named("R13"), taken);
    for (unsigned i = 0; i < desc.getNumOperands(); ++i) {
      const llvm::MCOperandInfo &operand = desc.operands()[i];
      const int tied = desc.getOperandConstraint(i, llvm::MCOI::TIED_TO);
      const int register_class = target.instructions->getOpRegClassID(operand, 0);
      if (target.isa == Isa::x86_64 && operand.OperandType == llvm::MCOI::OPERAND_MEMORY &&
          i + 5 <= desc.getNumOperands()) {
        add_x86_address(desc, i, inst, taken);
        i += 4;
      } else if (tied >= 0 && static_cast<unsigned>(tied) < inst.getNumOperands()) {
        inst.addOperand(inst.getOperand(static_cast<unsigned>(tied)));
      } else if (register_class >= 0) {
        const llvm::MCRegister reg = pick(register_class, taken);
        take(reg, taken);
        inst.addOperand(llvm::MCOperand::createReg(reg));
      } else {
        inst.addOperand(llvm::MCOperand::createImm(target.isa == Isa::x86_64 ? 4 : 1));
      }
    }
    return inst;
  }

  /// Nothing: no opcode of a real instruction.
  std::optional<unsigned> number_of(std::string_view opcode) const {
    const auto found = opcodes.find(std::string(opcode));
    if (found == opcodes.end() || target.instructions->get(found->second).isPseudo())
      return std::nullopt;
    return found->second;
  }

  bool is_tied(unsigned opcode, unsigned operand) const {
    const llvm::MCInstrDesc &desc = target.instructions->get(opcode);
    return operand < desc.getNumOperands() && desc.getOperandConstraint(operand, llvm::MCOI::TIED_TO) >= 0;
  }

  bool may_hold(unsigned opcode, unsigned operand, const llvm::MCOperand &value) const {
    const llvm::MCInstrDesc &desc = target.instructions->get(opcode);
    if (!value.isReg() || operand >= desc.getNumOperands())
      return false;
    const int register_class = target.instructions->getOpRegClassID(desc.operands()[operand], 0);
    return register_class >= 0 &&
           target.registers->getRegClass(static_cast<unsigned>(register_class)).contains(value.getReg());
  }

  MadeForm lowered(const llvm::MCInst &inst) {
    MadeForm form;
    form.instruction = maker.make(inst, "");
    form.instruction.compiler_costs = costs.of(inst, {0, 6}); // of one register, 64-bit elements
    for (const llvm::MCOperand &operand : inst)
      form.registers.push_back(operand.isReg() && operand.getReg() != 0
                                   ? registers.get(llvm::MCRegister(operand.getReg()))->name
                                   : std::string());
    return form;
  }

  const LlvmTarget &target;
  std::unique_ptr<llvm::MCSubtargetInfo> reader;
  llvm::MCContext context;
  InstructionMaker maker;
  RegisterTable registers;
  CompilerCosts costs;
  std::unordered_map<std::string, unsigned> opcodes;
};

FormMaker::FormMaker(Isa isa, const std::string &compiler_cpu) : state_(std::make_unique<State>(isa, compiler_cpu)) {}

FormMaker::~FormMaker() = default;

std::optional<MadeForm> FormMaker::make(std::string_view opcode) {
  const std::optional<unsigned> number = state_->number_of(opcode);
  if (!number)
    return std::nullopt;
  return state_->lowered(state_->instance_of(*number));
}

std::optional<MadeForm> FormMaker::make_link(std::string_view opcode, int source, int result) {
  const std::optional<unsigned> number = state_->number_of(opcode);
  if (!number || source < 0 || result < 0)
    return std::nullopt;
  llvm::MCInst inst = state_->instance_of(*number);
  const auto from = static_cast<unsigned>(source);
  const auto to = static_cast<unsigned>(result);
  if (from >= inst.getNumOperands() || to >= inst.getNumOperands())
    return std::nullopt;
  if (!state_->is_tied(*number, from)) { // a tied source is a result already
    if (!state_->may_hold(*number, from, inst.getOperand(to)))
      return std::nullopt;
    inst.getOperand(from) = inst.getOperand(to);
  }
  return state_->lowered(inst);
}

bool FormMaker::is_accepted_by(const MadeForm &form, const std::string &cpu) const {
  AssembleOptions options;
  options.features_cpu = cpu;
  const Expected<AssembledCode> code = assemble(form.instruction.text + "\n", state_->target.isa, options);
  return code && !code->bytes.empty();
}

} // namespace osaca::accuracy

#include "decode/llvm/costs.h"

#include <algorithm>

namespace osaca {
namespace {

/// Many classes leave the choice to predicates on the operands. 0: no class.
unsigned resolved_class(const llvm::MCSubtargetInfo &core, const LlvmTarget &target, const llvm::MCInst &inst,
                        unsigned number) {
  const llvm::MCSchedModel &model = core.getSchedModel();
  for (int depth = 0; number != 0 && depth < 16; ++depth) {
    if (number >= model.NumSchedClasses || !model.getSchedClassDesc(number)->isVariant())
      return number < model.NumSchedClasses ? number : 0;
    number = core.resolveVariantSchedClass(number, &inst, target.instructions.get(), model.getProcessorID());
  }
  return 0;
}

/// LLVM's models write so many cycles, or uops, for what is microcoded or what nobody measured. No instruction takes
/// just that.
constexpr int placeholder = 100;

/// How much later than the address a register source of a loading instruction is needed.
int read_advance(const llvm::MCSubtargetInfo &core, const llvm::MCSchedClassDesc &scheduling_class) {
  int cycles = 0;
  for (const llvm::MCReadAdvanceEntry &entry : core.getReadAdvanceEntries(scheduling_class))
    if (entry.WriteResourceID == 0)
      cycles = std::max(cycles, entry.Cycles);
  return cycles;
}

/// Of a loading instruction, what holds for any writer is in its latency from registers.
std::shared_ptr<const CompilerForwarding> forwarding_of(const llvm::MCSubtargetInfo &core,
                                                        const llvm::MCSchedClassDesc &scheduling_class, bool loads) {
  CompilerForwarding made;
  for (unsigned def = 0; def < scheduling_class.NumWriteLatencyEntries; ++def) {
    const llvm::MCWriteLatencyEntry *entry = core.getWriteLatencyEntry(&scheduling_class, def);
    made.writes.push_back({entry->WriteResourceID, std::max<int>(entry->Cycles, 0)});
  }
  for (const llvm::MCReadAdvanceEntry &entry : core.getReadAdvanceEntries(scheduling_class))
    if (!loads || entry.WriteResourceID != 0)
      made.reads.push_back(
          {static_cast<std::uint16_t>(entry.UseIdx), static_cast<std::uint16_t>(entry.WriteResourceID), entry.Cycles});
  return std::make_shared<const CompilerForwarding>(std::move(made));
}

/// x87's operations on memory: LLVM does not count the top of the stack as an operand, so that nothing says when it is
/// needed. The same operation on registers does: "ADD_FST0r" for "ADD_F64m". 0: this is none of them.
unsigned register_form_of_stack_operation(const LlvmTarget &target, unsigned opcode) {
  const llvm::StringRef name = target.instructions->getName(opcode);
  const auto [operation, operand] = name.split('_');
  if (target.isa != Isa::x86_64 || (operand != "F32m" && operand != "F64m" && operand != "FI16m" && operand != "FI32m"))
    return 0;
  const std::string wanted = operation.str() + "_FST0r";
  for (unsigned other = 0; other < target.instructions->getNumOpcodes(); ++other)
    if (target.instructions->getName(other) == wanted)
      return other;
  return 0;
}

struct FalseDependency {
  const char *feature;     ///< LLVM's name for cores that have it
  std::string_view opcode; ///< what its opcodes begin with
};

/// Instructions that wait for the register which they only write; LLVM knows on which cores.
constexpr FalseDependency false_dependencies[] = {
    {"+false-deps-popcnt", "POPCNT"}, {"+false-deps-lzcnt-tzcnt", "LZCNT"}, {"+false-deps-lzcnt-tzcnt", "TZCNT"}};

std::vector<std::string_view> false_dependencies_of(const LlvmTarget &target, const llvm::MCSubtargetInfo &core) {
  std::vector<std::string_view> found;
  if (target.isa != Isa::x86_64)
    return found;
  for (const FalseDependency &entry : false_dependencies)
    if (core.checkFeatures(entry.feature))
      found.push_back(entry.opcode);
  return found;
}

} // namespace

CompilerCosts::CompilerCosts(const LlvmTarget &target, const std::vector<std::string> &cpus) : target_(target) {
  for (const std::string &cpu : cpus) {
    std::optional<Core> core;
    if (target.knows_cpu(cpu)) {
      std::shared_ptr<const llvm::MCSubtargetInfo> info = target.core(cpu);
      if (info->getSchedModel().hasInstrSchedModel()) {
        CoreResources resources(info->getSchedModel());
        std::vector<std::string_view> waiting = false_dependencies_of(target, *info);
        VectorClasses vector_classes(target, *info);
        core.emplace(Core{std::move(info), std::move(resources), std::move(vector_classes), {}, std::move(waiting)});
      }
    }
    cores_.push_back(std::move(core));
  }
}

CompilerCost CompilerCosts::cost_on(Core &core, const llvm::MCInst &inst, const VectorType &type) const {
  const std::optional<unsigned> unresolved = core.vector_classes.class_of(inst, type);
  const unsigned number = unresolved ? resolved_class(*core.info, target_, inst, *unresolved) : 0;
  const auto known = core.by_class.find(number);
  if (known != core.by_class.end())
    return known->second;
  CompilerCost cost;
  const llvm::MCSchedModel &model = core.info->getSchedModel();
  if (number != 0 && model.getSchedClassDesc(number)->isValid()) {
    const llvm::MCSchedClassDesc &scheduling_class = *model.getSchedClassDesc(number);
    cost.uses = core.resources.uses_of(*core.info, scheduling_class);
    cost.uops = scheduling_class.NumMicroOps;
    const int latency = std::max(0, llvm::MCSchedModel::computeInstrLatency(*core.info, scheduling_class));
    cost.known = latency != placeholder && cost.uops != placeholder;
    const bool loads = target_.instructions->get(inst.getOpcode()).mayLoad();
    cost.latency_cycles = Cycles(latency);
    cost.register_latency_cycles =
        Cycles(loads ? std::max(0, latency - read_advance(*core.info, scheduling_class)) : latency);
    cost.forwarding = forwarding_of(*core.info, scheduling_class, loads);
  }
  return core.by_class.emplace(number, cost).first->second;
}

std::vector<CompilerCost> CompilerCosts::of(const llvm::MCInst &inst, const VectorType &type) {
  std::vector<CompilerCost> costs;
  costs.reserve(cores_.size());
  const llvm::StringRef name = target_.instructions->getName(inst.getOpcode());
  for (std::optional<Core> &core : cores_) {
    costs.push_back(core ? cost_on(*core, inst, type) : CompilerCost{});
    if (core)
      costs.back().waits_for_old_value = std::ranges::any_of(core->false_dependencies, [&](std::string_view stem) {
        return name.starts_with(llvm::StringRef(stem.data(), stem.size()));
      });
  }
  const auto [form, fresh] = register_forms_.try_emplace(inst.getOpcode(), 0U);
  if (fresh)
    form->second = register_form_of_stack_operation(target_, inst.getOpcode());
  if (const unsigned number = form->second) {
    llvm::MCInst on_registers;
    on_registers.setOpcode(number);
    on_registers.addOperand(llvm::MCOperand::createReg(0));
    for (std::size_t i = 0; i < cores_.size(); ++i)
      if (cores_[i])
        costs[i].register_latency_cycles = cost_on(*cores_[i], on_registers, {}).latency_cycles;
  }
  return costs;
}

} // namespace osaca

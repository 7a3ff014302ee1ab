#include "decode/llvm/costs.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <bit>
#include <string>

namespace osaca {

namespace {

using Members = std::vector<int>;

bool contains_all(const Members &outer, const Members &inner) { return std::ranges::includes(outer, inner); }

struct Use {
  unsigned resource;
  bool is_inner; ///< part of another resource, and may have the same units
  const Members *members;
  std::int64_t cycles; ///< as listed, later without the share of its members
};

} // namespace

CoreResources::CoreResources(const llvm::MCSchedModel &model)
    : members_(model.getNumProcResourceKinds()), leaves_(model.getNumProcResourceKinds()) {
  // Resource 0 is LLVM's invalid resource.
  for (unsigned i = 1; i < members_.size(); ++i) {
    const llvm::MCProcResourceDesc &resource = *model.getProcResource(i);
    if (resource.SubUnitsIdxBegin != nullptr || resource.SuperIdx != 0)
      continue;
    for (unsigned unit = 0; unit < resource.NumUnits; ++unit) {
      members_[i].push_back(static_cast<int>(units_.size()));
      units_.push_back(resource.NumUnits == 1 ? resource.Name : format_text("{}.{}", resource.Name, unit));
    }
  }
  // A resource inside another one that is not a group gets the first units of the outer one that no sibling has.
  std::vector<std::size_t> taken(members_.size(), 0);
  for (unsigned i = 1; i < members_.size(); ++i) {
    const llvm::MCProcResourceDesc &resource = *model.getProcResource(i);
    if (resource.SubUnitsIdxBegin != nullptr || resource.SuperIdx == 0)
      continue;
    const Members &outer = members_[resource.SuperIdx];
    for (unsigned unit = 0; unit < resource.NumUnits && !outer.empty(); ++unit)
      members_[i].push_back(outer[taken[resource.SuperIdx]++ % outer.size()]);
  }
  for (unsigned i = 1; i < members_.size(); ++i)
    if (model.getProcResource(i)->SubUnitsIdxBegin == nullptr)
      leaves_[i].emplace_back(model.getProcResource(i)->Name);
  for (unsigned i = 1; i < members_.size(); ++i) {
    const llvm::MCProcResourceDesc &resource = *model.getProcResource(i);
    for (unsigned unit = 0; resource.SubUnitsIdxBegin != nullptr && unit < resource.NumUnits; ++unit) {
      const Members &inner = members_[resource.SubUnitsIdxBegin[unit]];
      members_[i].insert(members_[i].end(), inner.begin(), inner.end());
      const std::string name = model.getProcResource(resource.SubUnitsIdxBegin[unit])->Name;
      if (std::ranges::find(leaves_[i], name) == leaves_[i].end())
        leaves_[i].push_back(name);
    }
    std::ranges::sort(members_[i]);
    members_[i].erase(std::unique(members_[i].begin(), members_[i].end()), members_[i].end());
  }
}

std::map<std::string, std::vector<std::string>> CoreResources::units_of_resources() const {
  std::map<std::string, std::vector<std::string>> made;
  for (std::size_t i = 1; i < members_.size(); ++i)
    if (leaves_[i].size() == 1 && !made.count(leaves_[i].front()))
      for (const int unit : members_[i])
        made[leaves_[i].front()].push_back(units_[at(unit)]);
  return made;
}

std::vector<CompilerCost::ResourceUse> CoreResources::uses_of(const llvm::MCSubtargetInfo &core,
                                                              const llvm::MCSchedClassDesc &scheduling_class) const {
  const llvm::MCSchedModel &model = core.getSchedModel();
  std::vector<Use> uses;
  for (const auto *entry = core.getWriteProcResBegin(&scheduling_class);
       entry != core.getWriteProcResEnd(&scheduling_class); ++entry)
    uses.push_back({entry->ProcResourceIdx, model.getProcResource(entry->ProcResourceIdx)->SuperIdx != 0,
                    &members_.at(entry->ProcResourceIdx),
                    std::int64_t{entry->ReleaseAtCycle} - std::int64_t{entry->AcquireAtCycle}});
  std::ranges::stable_sort(uses, [](const Use &a, const Use &b) {
    return a.members->size() != b.members->size() ? a.members->size() < b.members->size() : a.is_inner && !b.is_inner;
  });
  std::vector<CompilerCost::ResourceUse> made;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    for (std::size_t inner = 0; inner < i; ++inner)
      if (uses[inner].cycles > 0 && contains_all(*uses[i].members, *uses[inner].members))
        uses[i].cycles -= uses[inner].cycles;
    if (uses[i].cycles <= 0)
      continue;
    CompilerCost::ResourceUse use;
    use.units = leaves_[uses[i].resource];
    use.cycles = Cycles(uses[i].cycles);
    made.push_back(std::move(use));
  }
  return made;
}

namespace {

/// log2 of the element size in memory in bits, which the names of loads and stores contain: VLE32_V, VSSEG2E8_V, VLM_V.
/// They transfer the number of elements given by `vtype`, with that size. Empty for other instructions.
std::optional<int> element_in_memory(llvm::StringRef opcode) {
  if (opcode == "VLM_V" || opcode == "VSM_V")
    return 3;
  if (!opcode.consume_front("VL") && !opcode.consume_front("VS"))
    return std::nullopt;
  if (!opcode.starts_with("SEG"))
    opcode.consume_front("S");
  if (opcode.consume_front("SEG"))
    opcode = opcode.drop_front();
  unsigned bits = 0;
  if (!opcode.consume_front("E") || opcode.consumeInteger(10, bits) || !std::has_single_bit(bits))
    return std::nullopt;
  return std::countr_zero(bits);
}

} // namespace

VectorClasses::VectorClasses(const LlvmTarget &target, const llvm::MCSubtargetInfo &core)
    : instructions_(*target.instructions) {
  if (target.isa != Isa::riscv64)
    return;
  manager_.reset(target.target->createInstrumentManager(core, instructions_));
  if (!manager_)
    return;
  constexpr std::array<const char *, groups> group_names = {"MF8", "MF4", "MF2", "M1", "M2", "M4", "M8"};
  constexpr std::array<const char *, elements> element_names = {"E8", "E16", "E32", "E64"};
  for (std::size_t i = 0; i < by_group_.size(); ++i)
    by_group_[i] = manager_->createInstrument("RISCV-LMUL", group_names[i]);
  for (std::size_t i = 0; i < by_element_.size(); ++i)
    by_element_[i] = manager_->createInstrument("RISCV-SEW", element_names[i]);
}

/// The scheduling class for these values, or the instruction's own class if there is none.
unsigned VectorClasses::class_for(const llvm::MCInst &inst, int log_group, int log_element_bits) const {
  if (const std::optional<int> in_memory = element_in_memory(instructions_.getName(inst.getOpcode()))) {
    log_group += *in_memory - log_element_bits;
    log_element_bits = *in_memory;
  }
  const int group = log_group - least_group;
  const int element = log_element_bits - least_element;
  if (group < 0 || group >= groups || element < 0 || element >= elements)
    return instructions_.get(inst.getOpcode()).getSchedClass();
  const llvm::SmallVector<llvm::mca::Instrument *> chosen = {by_group_[static_cast<std::size_t>(group)].get(),
                                                             by_element_[static_cast<std::size_t>(element)].get()};
  return manager_->getSchedClassID(instructions_, inst, chosen);
}

bool VectorClasses::depends(const llvm::MCInst &inst, unsigned own_class) {
  const auto [place, is_new] = depends_.try_emplace(inst.getOpcode(), false);
  if (is_new)
    for (int group = least_group; group < least_group + groups; ++group)
      for (int element = least_element; element < least_element + elements; ++element)
        place->second = place->second || class_for(inst, group, element) != own_class;
  return place->second;
}

std::optional<unsigned> VectorClasses::class_of(const llvm::MCInst &inst, const VectorType &type) {
  const unsigned own_class = instructions_.get(inst.getOpcode()).getSchedClass();
  if (!manager_ || !depends(inst, own_class))
    return own_class;
  if (!type.log_group)
    return std::nullopt;
  std::optional<unsigned> found;
  for (int element = least_element; element < least_element + elements; ++element) {
    if (type.log_element_bits && *type.log_element_bits != element)
      continue;
    const unsigned of_element = class_for(inst, *type.log_group, element);
    if (of_element == own_class || (found && *found != of_element))
      return std::nullopt;
    found = of_element;
  }
  return found;
}

namespace {

/// Resolves classes whose choice depends on predicates on the operands. 0: no class.
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

/// LLVM's models use this number of cycles or uops for microcoded instructions and for those without a measurement. No
/// real instruction has exactly this number.
constexpr int placeholder = 100;

/// For an instruction with a load: how much later than the address its register source is needed.
int read_advance(const llvm::MCSubtargetInfo &core, const llvm::MCSchedClassDesc &scheduling_class) {
  int cycles = 0;
  for (const llvm::MCReadAdvanceEntry &entry : core.getReadAdvanceEntries(scheduling_class))
    if (entry.WriteResourceID == 0)
      cycles = std::max(cycles, entry.Cycles);
  return cycles;
}

/// The forwarding entries of an instruction. For one with a load, entries that hold for every writer are left out,
/// because they are included in its latency from registers.
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

/// x87 operations on memory: LLVM does not list the top of the stack as an operand, so its tables do not say when it is
/// needed. The same operation on registers does: "ADD_FST0r" for "ADD_F64m". Returns its opcode; 0: this is no such
/// operation.
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

/// Whether the figures of such an operation are no more than a default.
bool is_default(const CompilerCost &cost, SystemOperation operation) {
  return operation == SystemOperation::system || cost.uops < least_microcoded_uops;
}

struct FalseDependency {
  const char *feature;     ///< LLVM's name of the property of the affected cores
  std::string_view opcode; ///< prefix of the affected opcodes
};

/// Instructions that wait for a register that they only write. LLVM knows which cores are affected.
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
    cost.issue = {scheduling_class.BeginGroup != 0, scheduling_class.EndGroup != 0, scheduling_class.RetireOOO != 0};
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
  const auto [facts, fresh] = facts_.try_emplace(inst.getOpcode());
  if (fresh)
    facts->second = {register_form_of_stack_operation(target_, inst.getOpcode()), system_operation(target_.isa, name)};
  if (facts->second.system != SystemOperation::none)
    for (CompilerCost &cost : costs)
      cost.known &= !is_default(cost, facts->second.system);
  if (const unsigned number = facts->second.register_form) {
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

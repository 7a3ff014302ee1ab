// Models for cores that only LLVM describes, and the lists of CPUs and opcodes that LLVM knows.
#include "base/format.h"
#include "decode/decoder.h"
#include "decode/llvm/costs.h"
#include "decode/llvm/target.h"
#include "model/model_summary.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <array>

namespace osaca {
namespace {

constexpr std::array all_isas = {Isa::x86_64, Isa::aarch64, Isa::riscv64};

/// The core whose scheduling model is used for a CPU without one. LLVM uses the same by default.
std::string default_core(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return "x86-64";
  case Isa::aarch64: return "generic";
  case Isa::riscv64: break;
  }
  return "sifive-p670";
}

bool has_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts,
                             [name](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

/// Guesses the kind of a unit from its name, because LLVM does not provide it.
PortKind kind_by_name(std::string_view unit) {
  if (has_any(unit, {"Div", "DIV", "Sqrt", "SQRT"}))
    return PortKind::divider;
  if (has_any(unit, {"Load", "Ld", "LD", "AGU", "Agu", "LSU"}))
    return PortKind::load;
  if (has_any(unit, {"Store", "UnitST"}))
    return PortKind::store;
  return PortKind::execution;
}

struct AccessOpcodes {
  RegisterKind kind;
  int max_width_bits;
  const char *load;
  const char *store;
};

/// Plain accesses whose costs are used for all accesses of their kind.
std::vector<AccessOpcodes> access_opcodes(Isa isa) {
  switch (isa) {
  case Isa::x86_64:
    return {{RegisterKind::gpr, 64, "MOV64rm", "MOV64mr"},
            {RegisterKind::vector, 128, "MOVUPSrm", "MOVUPSmr"},
            {RegisterKind::vector, 256, "VMOVUPSYrm", "VMOVUPSYmr"},
            {RegisterKind::vector, 512, "VMOVUPSZrm", "VMOVUPSZmr"}};
  case Isa::aarch64:
    return {{RegisterKind::gpr, 64, "LDRXui", "STRXui"}, {RegisterKind::vector, 512, "LDRQui", "STRQui"}};
  case Isa::riscv64: break;
  }
  return {{RegisterKind::gpr, 64, "LD", "SD"}, {RegisterKind::vector, 512, "FLD", "FSD"}};
}

std::optional<llvm::MCInst> plain_instruction(const LlvmTarget &target, std::string_view opcode) {
  for (unsigned i = 0; i < target.instructions->getNumOpcodes(); ++i)
    if (target.instructions->getName(i) == llvm::StringRef(opcode.data(), opcode.size())) {
      llvm::MCInst inst;
      inst.setOpcode(i);
      // Predicates of scheduling classes inspect operands, so the instruction gets some.
      for (const llvm::MCOperandInfo &operand : target.instructions->get(i).operands())
        inst.addOperand(operand.RegClass >= 0 ? llvm::MCOperand::createReg(0) : llvm::MCOperand::createImm(0));
      return inst;
    }
  return std::nullopt;
}

/// Whether LLVM's model says which instructions may write out of order. If it says so of none, it says nothing: the
/// default of LLVM's flag is that results are written in program order, which most in-order cores do not require.
bool has_writes_in_any_order(const llvm::MCSchedModel &model) {
  for (unsigned i = 0; i < model.NumSchedClasses; ++i)
    if (model.getSchedClassDesc(i)->isValid() && model.getSchedClassDesc(i)->RetireOOO)
      return true;
  return false;
}

class ModelMaker {
public:
  ModelMaker(const LlvmTarget &target, std::string cpu)
      : target_(target), cpu_(std::move(cpu)), info_(target.core(cpu_)) {
    if (!info_->getSchedModel().hasInstrSchedModel()) {
      stand_in_ = default_core(target.isa);
      info_ = target.core(*stand_in_);
    }
  }

  [[nodiscard]] MachineModel make(const std::optional<VectorLength> &vector_length) {
    const llvm::MCSchedModel &model = info_->getSchedModel();
    const CoreResources resources(model);
    data_.name = cpu_;
    data_.title = "LLVM's figures";
    data_.isa = target_.isa;
    data_.compiler_cpu = stand_in_.value_or(cpu_);
    data_.fallback_only = true;
    origin_ = {Origin::compiler, "LLVM 22, scheduling model of " + data_.compiler_cpu};
    add_notes(model);
    add_ports(resources);
    add_front_end(model);
    add_memory(model);
    add_fusion();
    add_idioms();
    note_program_order(data_);
    data_.core.vector_length = vector_length ? vector_length : vector_length_of_features();
    return MachineModel(std::move(data_));
  }

private:
  void note_borrowed(std::string text) { data_.notes.push_back({ArchNote::Kind::borrowed_figures, std::move(text)}); }

  void add_notes(const llvm::MCSchedModel &model) {
    note_borrowed("no figures of its own: all figures are from LLVM 22's scheduling model of " + data_.compiler_cpu);
    if (stand_in_)
      note_borrowed(
          format_text("LLVM has no scheduling model for {}: the one of {} is used instead", cpu_, *stand_in_));
    std::string sharing;
    int count = 0;
    for (const llvm::SubtargetSubTypeKV &other : info_->getAllProcessorDescriptions())
      if (other.SchedModel == &model && cpu_ != other.Key && ++count <= 6)
        sharing += (sharing.empty() ? "" : ", ") + std::string(other.Key);
    if (count > 6)
      sharing += format_text(" and {} more", count - 6);
    if (count > 0 && !stand_in_)
      note_borrowed(format_text("LLVM uses one scheduling model for {} and {}", cpu_, sharing));
  }

  void add_ports(const CoreResources &resources) {
    for (const std::string &unit : resources.units())
      data_.core.ports.push_back({unit, kind_by_name(unit)});
    if (data_.core.ports.size() > 64)
      data_.core.ports.resize(64); // no core of LLVM 22 has more
    data_.compiler_ports = resources.units_of_resources();
    if (data_.core.ports_of_kind(PortKind::divider) == 0 && data_.core.ports.size() < 64) {
      data_.core.ports.push_back({"divider", PortKind::divider});
      note_borrowed(format_text("the time that a division occupies the divider of {} is the time that it occupies a "
                                "port in LLVM's model, which may be too short. If the model has no time, it is half of "
                                "the latency",
                                data_.compiler_cpu));
    }
  }

  void add_front_end(const llvm::MCSchedModel &model) {
    Core &core = data_.core;
    core.in_order.value = !model.isOutOfOrder();
    core.in_order.writes_in_order = core.in_order.value && has_writes_in_any_order(model);
    core.in_order.provenance = origin_;
    core.dispatch_width = {Cycles(std::max(1U, model.IssueWidth)), origin_};
    unsigned entries = model.MicroOpBufferSize;
    if (model.hasExtraProcessorInfo() && model.getExtraProcessorInfo().ReorderBufferSize > 0)
      entries = model.getExtraProcessorInfo().ReorderBufferSize;
    if (entries > 1)
      core.reorder_buffer = SourcedCycles{Cycles(entries), origin_};
    if (model.MispredictPenalty > 0 && model.MispredictPenalty != llvm::MCSchedModel::DefaultMispredictPenalty)
      core.misprediction_cycles = SourcedCycles{Cycles(model.MispredictPenalty), origin_};
    core.address_update_cycles = {Cycles(1), {Origin::compiler, "assumed: as long as an addition"}};
  }

  /// RISC-V: the extension "zvl256b" gives the minimum vector length. In LLVM's cores it is their actual length.
  [[nodiscard]] std::optional<VectorLength> vector_length_of_features() const {
    constexpr int most_bits = 65536;
    constexpr int least_bits = 64;
    if (target_.isa != Isa::riscv64)
      return std::nullopt;
    const std::shared_ptr<const llvm::MCSubtargetInfo> core = target_.core(cpu_);
    for (int bits = most_bits; bits >= least_bits; bits /= 2)
      if (const std::string extension = format_text("zvl{}b", bits); core->checkFeatures("+" + extension))
        return VectorLength{bits, 0, {Origin::compiler, format_text("LLVM 22, extension {} of {}", extension, cpu_)}};
    return std::nullopt;
  }

  std::vector<PortDemand> demands(const CompilerCost &cost) const {
    std::vector<PortDemand> made;
    for (const CompilerCost::ResourceUse &use : cost.uses) {
      PortSet ports = 0;
      for (const std::string &resource : use.units)
        for (const std::string &unit : data_.compiler_ports.at(resource))
          for (std::size_t i = 0; i < data_.core.ports.size(); ++i)
            if (data_.core.ports[i].name == unit)
              ports |= PortSet(1) << i;
      if (ports != 0)
        made.push_back({ports, use.cycles});
    }
    return made;
  }

  /// LLVM does not model store-to-load forwarding. It is assumed to take one cycle longer than a load.
  void add_memory(const llvm::MCSchedModel &model) {
    CompilerCosts costs(target_, {data_.compiler_cpu});
    for (const AccessOpcodes &opcodes : access_opcodes(target_.isa)) {
      MemoryAccessCost load;
      load.kind = opcodes.kind;
      load.max_width_bits = opcodes.max_width_bits;
      load.provenance = origin_;
      load.latency_cycles = Cycles(model.LoadLatency);
      MemoryAccessCost store = load;
      store.latency_cycles = Cycles(0);
      if (const auto inst = plain_instruction(target_, opcodes.load))
        if (const CompilerCost cost = costs.of(*inst).front(); cost.known) {
          load.demands = demands(cost);
          load.latency_cycles = cost.latency_cycles;
        }
      if (const auto inst = plain_instruction(target_, opcodes.store))
        if (const CompilerCost cost = costs.of(*inst).front(); cost.known)
          store.demands = demands(cost);
      store.forward_cycles = load.latency_cycles + Cycles(1);
      store.provenance.text += "; forwarding is assumed to take one cycle more than a load";
      data_.core.loads.push_back(std::move(load));
      data_.core.stores.push_back(std::move(store));
    }
  }

  /// Pairs that LLVM keeps adjacent for this core because it fuses them.
  void add_fusion() {
    if (target_.isa != Isa::aarch64 || !target_.core(cpu_)->checkFeatures("+fuse-aes"))
      return;
    for (const auto &[first, second] : {std::pair("AESErr", "AESMCrr"), std::pair("AESDrr", "AESIMCrr")}) {
      FusionRule rule;
      rule.first = {first};
      rule.second = {second};
      rule.same_register = true;
      rule.provenance = {Origin::compiler, "LLVM 22, feature fuse-aes of " + cpu_};
      data_.core.fusion.push_back(std::move(rule));
    }
  }

  /// Zero idioms of one register, which all out-of-order x86 cores have. Their cost is LLVM's.
  void add_idioms() {
    if (target_.isa != Isa::x86_64 || data_.core.in_order.value)
      return;
    IdiomRule rule;
    rule.kind = IdiomRule::Kind::zero;
    rule.match = {"XOR32rr", "XOR64rr",  "SUB32rr",   "SUB64rr", "PXORrr",   "VPXORrr",  "VPXORYrr",
                  "XORPSrr", "VXORPSrr", "VXORPSYrr", "XORPDrr", "VXORPDrr", "VXORPDYrr"};
    rule.eliminated = false;
    rule.provenance = {Origin::compiler, "assumed: as on all x86 cores that execute out of order"};
    data_.core.idioms.push_back(std::move(rule));
  }

  const LlvmTarget &target_;
  std::string cpu_;
  std::shared_ptr<const llvm::MCSubtargetInfo> info_;
  std::optional<std::string> stand_in_;
  MachineModel::Data data_;
  Provenance origin_;
};

} // namespace

Expected<MachineModel> compiler_model(std::string_view cpu, const std::optional<VectorLength> &vector_length) {
  for (const Isa isa : all_isas)
    if (const LlvmTarget &target = llvm_target(isa); target.knows_cpu(cpu))
      return ModelMaker(target, std::string(cpu)).make(vector_length);
  return Error{format_text("unknown CPU '{}'", cpu.substr(0, 80))};
}

std::vector<CompilerCpu> compiler_cpus() {
  std::vector<CompilerCpu> cpus;
  for (const Isa isa : all_isas) {
    const auto info = llvm_target(isa).core(default_core(isa));
    for (const llvm::SubtargetSubTypeKV &cpu : info->getAllProcessorDescriptions())
      cpus.push_back({cpu.Key, isa, cpu.SchedModel != nullptr && cpu.SchedModel->hasInstrSchedModel()});
  }
  return cpus;
}

std::vector<std::string> opcode_names(Isa isa) {
  const llvm::MCInstrInfo &instructions = *llvm_target(isa).instructions;
  std::vector<std::string> names;
  names.reserve(instructions.getNumOpcodes());
  for (unsigned i = 0; i < instructions.getNumOpcodes(); ++i)
    if (is_of_machine(instructions.get(i))) // no decoder makes others
      names.push_back(instructions.getName(i).str());
  std::ranges::sort(names);
  return names;
}

std::string host_cpu() { return llvm::sys::getHostCPUName().str(); }

std::string llvm_version() { return LLVM_VERSION_STRING; }

} // namespace osaca

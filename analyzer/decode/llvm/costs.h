// The costs of instructions in LLVM's scheduling models. This includes the execution units of a core, and the
// scheduling classes of RISC-V vector instructions.
#pragma once

#include "decode/llvm/target.h"
#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "kernel/system_operations.h"

#include <array>
#include <llvm/MC/MCInst.h>
#include <llvm/MCA/CustomBehaviour.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

// The execution units of one of LLVM's cores.
//
// LLVM describes a core by resources: single units, several equal units under one name, and groups of other resources.
// For each instruction, its tables list the use of each resource and, for every group, the sum over its members. Here
// the members' share is subtracted from the groups, so that each use is counted once. For example, a load and an
// addition on P0|P1 are listed as P23:1, P01:1, P0123:2. The entry of P0123 is the sum of the other two, so the
// subtraction leaves 0. Groups with the same members are treated as one.

class CoreResources {
public:
  explicit CoreResources(const llvm::MCSchedModel &model);

  /// Names of the single units in LLVM's order: "Zn4FP0", or "Zn4Load.0" if a resource has several units.
  [[nodiscard]] const std::vector<std::string> &units() const { return units_; }

  /// The units of each resource that is not a group, by LLVM's name of the resource. uses_of() returns these resources.
  [[nodiscard]] std::map<std::string, std::vector<std::string>> units_of_resources() const;

  [[nodiscard]] std::vector<CompilerCost::ResourceUse> uses_of(const llvm::MCSubtargetInfo &core,
                                                               const llvm::MCSchedClassDesc &scheduling_class) const;

private:
  std::vector<std::string> units_;
  std::vector<std::vector<int>> members_;        ///< per resource: sorted indices into units_
  std::vector<std::vector<std::string>> leaves_; ///< per resource: its members that are not groups, or itself
};

// RISC-V: selects the scheduling class of vector instructions as llvm-mca does, by LMUL (the number of registers in a
// group) and SEW (the bits of an element). If these are not given, LLVM assigns the class of the largest group, which
// may be wrong for the instruction.

class VectorClasses {
public:
  VectorClasses(const LlvmTarget &target, const llvm::MCSubtargetInfo &core);

  /// The scheduling class of the instruction. Empty if it depends on a part of `type` that is unknown.
  [[nodiscard]] std::optional<unsigned> class_of(const llvm::MCInst &inst, const VectorType &type);

private:
  [[nodiscard]] unsigned class_for(const llvm::MCInst &inst, int log_group, int log_element_bits) const;
  [[nodiscard]] bool depends(const llvm::MCInst &inst, unsigned own_class);

  static constexpr int least_group = -3;
  static constexpr int groups = 7;
  static constexpr int least_element = 3;
  static constexpr int elements = 4;

  const llvm::MCInstrInfo &instructions_;
  std::unique_ptr<llvm::mca::InstrumentManager> manager_; ///< null: no class depends on the vector type
  std::array<llvm::mca::UniqueInstrument, groups> by_group_;
  std::array<llvm::mca::UniqueInstrument, elements> by_element_;
  std::unordered_map<unsigned, bool> depends_; ///< by opcode
};

// The costs themselves.

/// Looks up costs for a list of cores.
class CompilerCosts {
public:
  /// For cores that LLVM does not know, all costs are unknown.
  CompilerCosts(const LlvmTarget &target, const std::vector<std::string> &cpus);

  /// One entry per core. `type` is the vector type of RISC-V. A cost is unknown if it depends on an unknown part of
  /// `type`.
  [[nodiscard]] std::vector<CompilerCost> of(const llvm::MCInst &inst, const VectorType &type = {});

private:
  struct Core {
    std::shared_ptr<const llvm::MCSubtargetInfo> info;
    CoreResources resources;
    VectorClasses vector_classes;
    std::unordered_map<unsigned, CompilerCost> by_class; ///< by resolved scheduling class
    /// Opcodes, without the operand width, that wait for the old value of their destination.
    std::vector<std::string_view> false_dependencies;
  };
  struct OpcodeFacts {
    unsigned register_form = 0; ///< of an x87 operation on memory: the opcode of its register form; 0: none
    SystemOperation system = SystemOperation::none;
  };
  [[nodiscard]] CompilerCost cost_on(Core &core, const llvm::MCInst &inst, const VectorType &type) const;

  const LlvmTarget &target_;
  std::vector<std::optional<Core>> cores_;
  std::unordered_map<unsigned, OpcodeFacts> facts_; ///< by opcode
};

} // namespace osaca

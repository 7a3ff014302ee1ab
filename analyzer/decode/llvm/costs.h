// What LLVM's scheduling models say of instructions: execution units, classes of vector instructions, and costs.
#pragma once

#include "decode/llvm/target.h"
#include "kernel/cost.h"
#include "kernel/instruction.h"

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
// Its tables list, for each instruction, what it uses of each resource *and* the sum over every group that contains it;
// here the groups are given back what belongs to their members, so that each use is counted once. Worked example: a
// load and an addition on P0|P1 appear as P23:1, P01:1, P0123:2; nothing of the last is its own. Groups with the same
// members count as one.

class CoreResources {
public:
  explicit CoreResources(const llvm::MCSchedModel &model);

  /// Names of the single units, in LLVM's order: "Zn4FP0", or "Zn4Load.0" where a resource has several.
  [[nodiscard]] const std::vector<std::string> &units() const { return units_; }

  /// For each resource that is no group, by LLVM's name, its units: uses_of() speaks of these resources.
  [[nodiscard]] std::map<std::string, std::vector<std::string>> units_of_resources() const;

  [[nodiscard]] std::vector<CompilerCost::ResourceUse> uses_of(const llvm::MCSubtargetInfo &core,
                                                               const llvm::MCSchedClassDesc &scheduling_class) const;

private:
  std::vector<std::string> units_;
  std::vector<std::vector<int>> members_;        ///< per resource: indices into units_, sorted
  std::vector<std::vector<std::string>> leaves_; ///< per resource: the resources in it that are no groups, or itself
};

// RISC-V: scheduling classes of vector instructions by LMUL and SEW, as llvm-mca chooses them. Without these an
// instruction has the class of the largest group, which is no figure of its own.

class VectorClasses {
public:
  VectorClasses(const LlvmTarget &target, const llvm::MCSubtargetInfo &core);

  /// The instruction's scheduling class; empty: it depends on what is not known of `type`.
  [[nodiscard]] std::optional<unsigned> class_of(const llvm::MCInst &inst, const VectorType &type);

private:
  [[nodiscard]] unsigned class_for(const llvm::MCInst &inst, int log_group, int log_element_bits) const;
  [[nodiscard]] bool depends(const llvm::MCInst &inst, unsigned own_class);

  static constexpr int least_group = -3;
  static constexpr int groups = 7;
  static constexpr int least_element = 3;
  static constexpr int elements = 4;

  const llvm::MCInstrInfo &instructions_;
  std::unique_ptr<llvm::mca::InstrumentManager> manager_; ///< null: no class depends on it
  std::array<llvm::mca::UniqueInstrument, groups> by_group_;
  std::array<llvm::mca::UniqueInstrument, elements> by_element_;
  std::unordered_map<unsigned, bool> depends_; ///< by opcode
};

// What LLVM's scheduling models say of instructions.

/// The cores that costs are wanted for.
class CompilerCosts {
public:
  /// Cores that LLVM does not know give costs that are not known.
  CompilerCosts(const LlvmTarget &target, const std::vector<std::string> &cpus);

  /// One entry per core. `type`: of RISC-V's vectors; costs that depend on what is not known of it are not known.
  [[nodiscard]] std::vector<CompilerCost> of(const llvm::MCInst &inst, const VectorType &type = {});

private:
  struct Core {
    std::shared_ptr<const llvm::MCSubtargetInfo> info;
    CoreResources resources;
    VectorClasses vector_classes;
    std::unordered_map<unsigned, CompilerCost> by_class; ///< of resolved scheduling classes
    std::vector<std::string_view> false_dependencies;    ///< mnemonics without width that wait for what they overwrite
  };
  [[nodiscard]] CompilerCost cost_on(Core &core, const llvm::MCInst &inst, const VectorType &type) const;

  const LlvmTarget &target_;
  std::vector<std::optional<Core>> cores_;
  std::unordered_map<unsigned, unsigned> register_forms_; ///< of x87's operations on memory, by opcode; 0: it is none
};

} // namespace osaca

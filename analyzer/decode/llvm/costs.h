// What LLVM's scheduling models say of instructions.
#pragma once

#include "decode/llvm/resources.h"
#include "decode/llvm/target.h"
#include "decode/llvm/vector_classes.h"
#include "kernel/cost.h"

#include <llvm/MC/MCInst.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

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

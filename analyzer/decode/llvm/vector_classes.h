// RISC-V: scheduling classes of vector instructions by LMUL and SEW, as llvm-mca chooses them. Without these an
// instruction has the class of the largest group, which is no figure of its own.
#pragma once

#include "decode/llvm/target.h"
#include "kernel/vector_type.h"

#include <llvm/MC/MCInst.h>
#include <llvm/MCA/CustomBehaviour.h>

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>

namespace osaca {

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

} // namespace osaca

#include "decode/llvm/vector_classes.h"

#include <bit>
#include <string>

namespace osaca {
namespace {

/// log2 of the bits of an element in memory, which the names of loads and stores say: VLE32_V, VSSEG2E8_V, VLM_V. They
/// move groups of as many elements as `vtype` says, of that width. Empty: of another instruction.
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

/// The class of its own where there is none for these.
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

} // namespace osaca

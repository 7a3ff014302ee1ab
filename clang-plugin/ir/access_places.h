// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each instruction of the optimiser's last code a place that also tells which array it comes to.
//
// On some targets the code generator makes a load an operand of the only instruction that uses its value; what it
// writes then has the place of that one. So this one's place also tells which loads that may be.
#pragma once

#include "capture.h"
#include "front/array_places.h"
#include "text/machine_text.h"

namespace osaca::clang_plugin {

using PlacedInstructions = std::vector<std::pair<llvm::Instruction *, int>>;

/// Of instructions that have a place: its index in the table, which grows.
[[nodiscard]] PlacedInstructions places_with_accesses(llvm::Function &function, PlaceTable &places,
                                                      const ArrayPlaces &arrays);

/// Names of the accesses of some instructions, in the order of the text.
class NamedAccesses {
public:
  NamedAccesses(const std::vector<InlinedPlace> &places, const std::vector<TextInstruction> &instructions);

  [[nodiscard]] std::vector<capture::NamedAccess> take() && { return std::move(accesses_); }

private:
  [[nodiscard]] static bool held_on(const std::vector<TextInstruction> &instructions, std::size_t at);
  [[nodiscard]] std::string array_at(int place, bool is_own) const;
  [[nodiscard]] std::string held_at(const PlacedAccess &access) const;
  [[nodiscard]] std::string taken_apart(const TextInstruction &load, const TextInstruction &next) const;

  const std::vector<InlinedPlace> &places_;
  std::set<int> seen_; ///< places of instructions that come to memory
  std::vector<capture::NamedAccess> accesses_;
};

} // namespace osaca::clang_plugin

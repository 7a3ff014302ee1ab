// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each instruction of the final IR a place that also identifies the array that it accesses.
//
// On some targets the code generator folds a load into the only instruction that uses its value. The machine
// instruction then has the place of the instruction that uses the value. So that place also records which loads may be
// folded.
#pragma once

#include "capture.h"
#include "front/array_places.h"
#include "text/machine_text.h"

namespace osaca::clang_plugin {

using PlacedInstructions = std::vector<std::pair<llvm::Instruction *, int>>;

/// Per instruction that has a place: the index of its place in the table, which grows.
[[nodiscard]] PlacedInstructions places_with_accesses(llvm::Function &function, PlaceTable &places,
                                                      const ArrayPlaces &arrays);

/// The names of the arrays that some instructions of a function's assembly access, in the order of the text.
class NamedAccesses {
public:
  NamedAccesses(const std::vector<InlinedPlace> &places, const std::vector<TextInstruction> &instructions);

  [[nodiscard]] std::vector<capture::NamedAccess> take() && { return std::move(accesses_); }

private:
  [[nodiscard]] static bool continues_place(const std::vector<TextInstruction> &instructions, std::size_t at);
  [[nodiscard]] std::string array_at(int place, bool is_own) const;
  [[nodiscard]] std::string folded_array(const PlacedAccess &access) const;
  [[nodiscard]] std::string taken_apart(const TextInstruction &load, const TextInstruction &next) const;

  const std::vector<InlinedPlace> &places_;
  std::set<int> seen_; ///< places of instructions that access memory
  std::vector<capture::NamedAccess> accesses_;
};

} // namespace osaca::clang_plugin

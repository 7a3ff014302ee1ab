// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/access_places.h"

namespace osaca::clang_plugin {

namespace {

bool is_access(const llvm::Instruction &instruction) {
  // Intrinsics that copy or fill whole arrays are excluded, because they may become calls.
  const bool is_intrinsic = llvm::isa<llvm::IntrinsicInst>(instruction) &&
                            !llvm::isa<llvm::MemIntrinsic>(instruction) && !instruction.isDebugOrPseudoInst();
  return instruction.mayReadOrWriteMemory() && (!llvm::isa<llvm::CallBase>(instruction) || is_intrinsic);
}

/// The load whose value is used only by this operand, perhaps under another type; nullptr if there is none.
const llvm::Instruction *only_load_of(const llvm::Use &operand, const llvm::BasicBlock *block) {
  const auto *value = llvm::dyn_cast<llvm::Instruction>(operand.get());
  while (value != nullptr && llvm::isa<llvm::BitCastInst>(value) && value->hasOneUse())
    value = llvm::dyn_cast<llvm::Instruction>(value->getOperand(0));
  const bool is_load = value != nullptr && is_access(*value) && value->mayReadFromMemory() && value->hasOneUse();
  return is_load && value->getParent() == block ? value : nullptr;
}

using Accesses = std::unordered_map<const llvm::Instruction *, int>; // places of accesses

/// The places of the loads that may be folded into the instruction. Empty if there are none, or if one of them has no
/// place.
std::vector<int> foldable_loads(const llvm::Instruction &instruction, const Accesses &accesses) {
  std::vector<int> loads;
  for (const llvm::Use &operand : instruction.operands()) {
    const llvm::Instruction *load = only_load_of(operand, instruction.getParent());
    if (load == nullptr)
      continue;
    const auto known = accesses.find(load);
    if (known == accesses.end() || known->second < 0)
      return {};
    loads.push_back(known->second);
  }
  return loads;
}

} // namespace

PlacedInstructions places_with_accesses(llvm::Function &function, PlaceTable &places, const ArrayPlaces &arrays) {
  PlacedInstructions placed;
  Accesses accesses;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    const llvm::DILocation *location = instruction.getDebugLoc();
    if (location == nullptr)
      continue;
    int index = places.index_of(location);
    if (is_access(instruction)) {
      index = places.with_access(index, {arrays.array_at(places, index), {}});
      accesses[&instruction] = index;
    } else {
      index = places.with_access(index, {{}, foldable_loads(instruction, accesses)});
    }
    placed.emplace_back(&instruction, index);
  }
  return placed;
}

NamedAccesses::NamedAccesses(const std::vector<InlinedPlace> &places, const std::vector<TextInstruction> &instructions)
    : places_(places) {
  for (const TextInstruction &instruction : instructions)
    if (!instruction.address.empty())
      seen_.insert(instruction.place);
  const TextInstruction *named = nullptr; // the last access, as long as its place is in effect
  std::string array;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const TextInstruction &instruction = instructions[i];
    if (named != nullptr && named->place != instruction.place)
      named = nullptr;
    if (instruction.address.empty())
      continue;
    if (named == nullptr || named->address != instruction.address) {
      const bool is_first = named == nullptr && !continues_place(instructions, i);
      named = &instruction;
      array = is_first ? array_at(instruction.place, instruction.begins_place) : std::string();
      if (!instruction.begins_place && array.empty() && i + 1 < instructions.size())
        array = taken_apart(instruction, instructions[i + 1]);
    }
    if (!array.empty())
      accesses_.push_back({instruction.line, array});
  }
}

/// Whether an earlier access had the same place, which is still in effect. Then the text does not show whether this
/// access has a place of its own.
bool NamedAccesses::continues_place(const std::vector<TextInstruction> &instructions, std::size_t at) {
  while (at > 0 && !instructions[at].begins_place && instructions[at - 1].place == instructions[at].place)
    if (!instructions[--at].address.empty())
      return true;
  return false;
}

std::string NamedAccesses::array_at(int place, bool is_own) const {
  if (place < 0 || place >= static_cast<int>(places_.size()))
    return {};
  const PlacedAccess &known = places_[static_cast<std::size_t>(place)].access;
  return known.array.empty() && is_own ? folded_array(known) : known.array;
}

std::string NamedAccesses::folded_array(const PlacedAccess &access) const {
  std::string array;
  // A load with an instruction of its own was not folded into this one.
  for (const int load : access.may_hold) {
    const std::string &own = places_[static_cast<std::size_t>(load)].access.array;
    if (own.empty())
      return {};
    if (seen_.count(load) != 0)
      continue;
    if (!array.empty() && array != own)
      return {};
    array = own;
  }
  return array;
}

/// The array of an operand that became a separate load directly before its instruction. Such a load has no place.
std::string NamedAccesses::taken_apart(const TextInstruction &load, const TextInstruction &next) const {
  const bool is_of_stack = load.address.find("sp") != std::string::npos || load.address.find("bp") != std::string::npos;
  const bool has_place = next.begins_place && next.place >= 0 && next.place < static_cast<int>(places_.size());
  if (is_of_stack || !has_place || !next.address.empty())
    return {};
  return folded_array(places_[static_cast<std::size_t>(next.place)].access);
}

} // namespace osaca::clang_plugin

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access_places.h"

namespace osaca::clang_plugin {
namespace {

bool is_access(const llvm::Instruction &instruction) {
  const bool is_intrinsic = llvm::isa<llvm::IntrinsicInst>(instruction) && !instruction.isDebugOrPseudoInst();
  return instruction.mayReadOrWriteMemory() && (!llvm::isa<llvm::CallBase>(instruction) || is_intrinsic);
}

/// The load whose value only this operand is, perhaps under another type; nullptr: there is none.
const llvm::Instruction *only_load_of(const llvm::Use &operand, const llvm::BasicBlock *block) {
  const auto *value = llvm::dyn_cast<llvm::Instruction>(operand.get());
  while (value != nullptr && llvm::isa<llvm::BitCastInst>(value) && value->hasOneUse())
    value = llvm::dyn_cast<llvm::Instruction>(value->getOperand(0));
  const bool is_load = value != nullptr && is_access(*value) && value->mayReadFromMemory() && value->hasOneUse();
  return is_load && value->getParent() == block ? value : nullptr;
}

using Accesses = std::unordered_map<const llvm::Instruction *, int>; // their places

/// Empty: none, or one of them has no place.
std::vector<int> loads_held_by(const llvm::Instruction &instruction, const Accesses &accesses) {
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
      index = places.with_access(index, {arrays.array_at(places, index), instruction.mayWriteToMemory(), {}});
      accesses[&instruction] = index;
    } else {
      index = places.with_access(index, {{}, false, loads_held_by(instruction, accesses)});
    }
    placed.emplace_back(&instruction, index);
  }
  return placed;
}

std::string array_of(const std::vector<InlinedPlace> &places, int place, const std::set<int> &seen) {
  if (place < 0 || place >= static_cast<int>(places.size()))
    return {};
  const PlacedAccess &known = places[static_cast<std::size_t>(place)].access;
  if (!known.array.empty())
    return known.array;
  std::string array;
  bool is_first = true;
  // A load that has an instruction of its own is not an operand of this one.
  for (const int load : known.may_hold) {
    const std::string &own = places[static_cast<std::size_t>(load)].access.array;
    if (own.empty())
      return {};
    if (seen.count(load) != 0)
      continue;
    if (!is_first && array != own)
      return {};
    array = own;
    is_first = false;
  }
  return array;
}

} // namespace osaca::clang_plugin

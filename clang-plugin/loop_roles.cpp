// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loop_roles.h"

#include "ir_loops.h"
#include "loop_metadata.h"

namespace osaca::clang_plugin {
namespace {

bool holds_vectors(const llvm::Loop &loop) {
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block)
      if (instruction.getType()->isVectorTy())
        return true;
  return false;
}

/// Whether control can go from one loop to the other without a new turn of the loop around both.
bool reaches(const llvm::Loop &from, const llvm::Loop &to) {
  const llvm::Loop *around = from.getParentLoop();
  std::unordered_set<const llvm::BasicBlock *> seen;
  llvm::SmallVector<llvm::BasicBlock *, 8> open;
  from.getExitBlocks(open);
  while (!open.empty()) {
    const llvm::BasicBlock *block = open.pop_back_val();
    if (around != nullptr && (block == around->getHeader() || !around->contains(block)))
      continue;
    if (!seen.insert(block).second)
      continue;
    if (block == to.getHeader())
      return true;
    for (const llvm::BasicBlock *successor : llvm::successors(block))
      open.push_back(const_cast<llvm::BasicBlock *>(successor));
  }
  return false;
}

} // namespace

bool is_vector_body(const llvm::Loop &loop) {
  const llvm::MDNode *id = loop.getLoopID();
  if (loop.getHeader()->getName().contains("vector.body"))
    return true;
  return id != nullptr && has_property(*id, "llvm.loop.isvectorized") && holds_vectors(loop);
}

void give_roles(const std::map<const llvm::Loop *, int> &indices, std::vector<IrLoop> &found) {
  std::map<std::pair<int, int>, std::vector<const llvm::Loop *>> copies; // by source loop and the loop around
  for (const auto &[loop, index] : indices)
    if (found[index].extent >= 0)
      copies[{found[index].extent, found[index].parent}].push_back(loop);
  for (const auto &[source, loops] : copies) {
    std::vector<const llvm::Loop *> bodies;
    for (const llvm::Loop *loop : loops)
      if (is_vector_body(*loop))
        bodies.push_back(loop);
    for (const llvm::Loop *loop : loops) {
      capture::LoopRole &role = found[indices.at(loop)].role;
      const bool comes_after =
          llvm::any_of(bodies, [loop](const llvm::Loop *body) { return body != loop && reaches(*body, *loop); });
      if (comes_after)
        role = capture::LoopRole::remainder; // also where it is vectorised itself
      else if (llvm::is_contained(bodies, loop))
        role = capture::LoopRole::vector_body;
      else if (!bodies.empty())
        role = capture::LoopRole::scalar_version;
      else if (loops.size() > 1)
        role = capture::LoopRole::copy;
    }
  }
}

} // namespace osaca::clang_plugin

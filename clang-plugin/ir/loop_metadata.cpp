// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/loop_metadata.h"

#include "ir/ir_loops.h"

namespace osaca::clang_plugin {

namespace {

constexpr const char *tag_name = "osaca.loop";

/// The property with that name, or nullptr. The first operand of a loop's node is the node itself.
const llvm::MDNode *property(const llvm::MDNode &loop, llvm::StringRef name) {
  for (unsigned i = 1; i < loop.getNumOperands(); ++i) {
    const auto *node = llvm::dyn_cast_or_null<llvm::MDNode>(loop.getOperand(i).get());
    if (node == nullptr || node->getNumOperands() == 0)
      continue;
    const auto *text = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(0).get());
    if (text != nullptr && text->getString() == name)
      return node;
  }
  return nullptr;
}

} // namespace

const llvm::DILocation *first_place(const llvm::MDNode &loop) {
  for (unsigned i = 1; i < loop.getNumOperands(); ++i)
    if (const auto *location = llvm::dyn_cast_or_null<llvm::DILocation>(loop.getOperand(i).get()))
      return location;
  return nullptr;
}

bool has_properties(const llvm::MDNode &loop) {
  for (unsigned i = 1; i < loop.getNumOperands(); ++i)
    if (!llvm::isa_and_nonnull<llvm::DILocation>(loop.getOperand(i).get()))
      return true;
  return false;
}

void drop_places_of_loops(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      if (llvm::Instruction *branch = block.getTerminator())
        if (const llvm::MDNode *loop = branch->getMetadata(llvm::LLVMContext::MD_loop);
            loop != nullptr && !has_properties(*loop))
          branch->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
}

bool has_property(const llvm::MDNode &loop, llvm::StringRef name) { return property(loop, name) != nullptr; }

llvm::MDNode *with_tag(llvm::MDNode &loop, int tag) {
  llvm::LLVMContext &context = loop.getContext();
  llvm::SmallVector<llvm::Metadata *, 8> operands(loop.op_begin(), loop.op_end());
  llvm::Metadata *const number =
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), tag));
  operands.push_back(llvm::MDNode::get(context, {llvm::MDString::get(context, tag_name), number}));
  llvm::MDNode *const tagged = llvm::MDNode::getDistinct(context, operands);
  tagged->replaceOperandWith(0, tagged);
  return tagged;
}

int tag_of(const llvm::MDNode &loop) {
  const llvm::MDNode *node = property(loop, tag_name);
  if (node == nullptr || node->getNumOperands() != 2)
    return -1;
  const auto *number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(1));
  return number != nullptr ? static_cast<int>(number->getSExtValue()) : -1;
}

namespace {

bool holds_vectors(const llvm::Loop &loop) {
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block)
      if (instruction.getType()->isVectorTy())
        return true;
  return false;
}

/// Whether control can go from one loop to the other without another iteration of the loop around both.
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

namespace {

/// Whether the vectoriser left this scalar loop in addition to vector code, which may be no loop any more: the
/// optimiser unrolls a loop of few iterations completely.
bool is_left_by_vectoriser(const llvm::Loop *loop) {
  const llvm::MDNode *id = loop->getLoopID();
  return id != nullptr && has_property(*id, "llvm.loop.isvectorized");
}

} // namespace

void give_roles(const std::map<const llvm::Loop *, int> &indices, std::vector<IrLoop> &found) {
  std::map<std::pair<int, int>, std::vector<const llvm::Loop *>> copies; // by source loop and enclosing loop
  for (const auto &[loop, index] : indices)
    if (found[index].extent >= 0)
      copies[{found[index].extent, found[index].parent}].push_back(loop);
  for (const auto &[source, loops] : copies) {
    std::vector<const llvm::Loop *> bodies;
    for (const llvm::Loop *loop : loops)
      if (is_vector_body(*loop))
        bodies.push_back(loop);
    const bool is_vectorised = !bodies.empty() || llvm::any_of(loops, is_left_by_vectoriser);
    for (const llvm::Loop *loop : loops) {
      capture::LoopRole &role = found[indices.at(loop)].role;
      const bool comes_after =
          llvm::any_of(bodies, [loop](const llvm::Loop *body) { return body != loop && reaches(*body, *loop); });
      if (comes_after)
        role = capture::LoopRole::remainder; // even if it is vectorised itself
      else if (llvm::is_contained(bodies, loop))
        role = capture::LoopRole::vector_body;
      else if (is_vectorised)
        role = capture::LoopRole::scalar_version;
      else if (loops.size() > 1)
        role = capture::LoopRole::copy;
    }
  }
}

} // namespace osaca::clang_plugin

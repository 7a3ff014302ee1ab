// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loop_metadata.h"

namespace osaca::clang_plugin {
namespace {

constexpr const char *tag_name = "osaca.loop";

/// The property of that name, or nullptr. The first operand of a loop's node is the node itself.
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

} // namespace osaca::clang_plugin

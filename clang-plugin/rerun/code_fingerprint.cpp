// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/code_fingerprint.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Operator.h>

namespace osaca::clang_plugin {

namespace {

class Fingerprint {
public:
  explicit Fingerprint(const llvm::Function &function) {
    for (const llvm::Argument &argument : function.args())
      number(argument);
    // Operands may precede their definitions, so all values are numbered first.
    for (const llvm::BasicBlock &block : function) {
      number(block);
      for (const llvm::Instruction &instruction : block)
        if (!instruction.isDebugOrPseudoInst())
          number(instruction);
    }
    add(*function.getFunctionType());
    for (const llvm::BasicBlock &block : function) {
      add(numbers_[&block]);
      for (const llvm::Instruction &instruction : block)
        if (!instruction.isDebugOrPseudoInst())
          add(instruction);
    }
  }

  [[nodiscard]] std::uint64_t value() const { return value_; }

private:
  void number(const llvm::Value &value) { numbers_.try_emplace(&value, numbers_.size()); }

  void add(std::uint64_t word) {
    constexpr std::uint64_t prime = 0x9e3779b97f4a7c15;
    value_ = (value_ ^ word) * prime;
    value_ ^= value_ >> 29;
  }

  void add(llvm::StringRef text) {
    add(text.size());
    for (const char c : text)
      add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }

  void add(const llvm::APInt &number) {
    add(number.getBitWidth());
    for (unsigned word = 0; word < number.getNumWords(); ++word)
      add(number.getRawData()[word]);
  }

  void add(const llvm::Type &type) {
    add(type.getTypeID());
    if (type.isIntegerTy())
      add(type.getIntegerBitWidth());
    if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(&type))
      add(array->getNumElements());
    if (const auto *vector = llvm::dyn_cast<llvm::VectorType>(&type))
      add(vector->getElementCount().getKnownMinValue());
    if (!type.isPointerTy())
      for (const llvm::Type *part : type.subtypes())
        add(*part);
  }

  void add(const llvm::Instruction &instruction) {
    add(instruction.getOpcode());
    add(*instruction.getType());
    add(instruction.getRawSubclassOptionalData());
    add(instruction.getNumOperands());
    for (const llvm::Value *operand : instruction.operand_values())
      add_operand(*operand);
    if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
      add(compare->getPredicate());
    else if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      add(*address->getSourceElementType());
    else if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      for (const llvm::BasicBlock *block : phi->blocks())
        add(numbers_[block]);
    else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      add_access(*load);
    else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      add_access(*store);
    else if (const auto *space = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      add_space(*space);
    else if (const auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
      for (const int lane : shuffle->getShuffleMask())
        add(static_cast<std::uint64_t>(lane));
    else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      add(call->getCallingConv());
  }

  template <class Access> void add_access(const Access &access) {
    add(access.getAlign().value());
    add((access.isVolatile() ? 1U : 0U) + 2 * static_cast<unsigned>(access.getOrdering()));
  }

  void add_space(const llvm::AllocaInst &space) {
    add(*space.getAllocatedType());
    add(space.getAlign().value());
  }

  void add_operand(const llvm::Value &value) {
    if (const auto found = numbers_.find(&value); found != numbers_.end()) {
      add(found->second);
      return;
    }
    add(value.getValueID());
    if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&value))
      add(global->getName());
    else if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value))
      add_constant(*constant);
    else if (const auto *assembler = llvm::dyn_cast<llvm::InlineAsm>(&value))
      add_assembler(*assembler);
  }

  /// Uses the text that LLVM writes, which is exact. The functions in its headers that return the bits refer to data
  /// that other versions of Clang lack. Those versions could not load the plugin, and so could not report that it was
  /// built for another version.
  void add_digits(const llvm::ConstantFP &floating) {
    std::string digits;
    llvm::raw_string_ostream stream(digits);
    floating.printAsOperand(stream, false);
    add(llvm::StringRef(stream.str()));
  }

  void add_constant(const llvm::Constant &constant) {
    add(*constant.getType());
    if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
      add(integer->getValue());
    else if (const auto *floating = llvm::dyn_cast<llvm::ConstantFP>(&constant))
      add_digits(*floating);
    else if (const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant))
      add(data->getRawDataValues());
    else if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant))
      add(expression->getOpcode());
    if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&constant))
      add(*address->getSourceElementType());
    for (const llvm::Value *operand : constant.operand_values())
      add_operand(*operand);
  }

  void add_assembler(const llvm::InlineAsm &assembler) {
    add(llvm::StringRef(assembler.getAsmString()));
    add(llvm::StringRef(assembler.getConstraintString()));
  }

  llvm::DenseMap<const llvm::Value *, std::uint64_t> numbers_;
  std::uint64_t value_ = 0;
};

} // namespace

std::uint64_t code_fingerprint(const llvm::Function &function) { return Fingerprint(function).value(); }

} // namespace osaca::clang_plugin

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/real_run.h"

#include "ir/visiting_pass.h"
#include "rerun/code_fingerprint.h"

namespace osaca::clang_plugin {

namespace {

/// The attributes without a value or with a number as value; types and ranges are left out.
std::vector<RealFunction::Attribute> attributes_of(const llvm::Function &function) {
  std::vector<RealFunction::Attribute> attributes;
  const llvm::AttributeList list = function.getAttributes();
  for (const unsigned index : list.indexes())
    for (const llvm::Attribute &attribute : list.getAttributes(index))
      if (attribute.isEnumAttribute())
        attributes.push_back({index, attribute.getKindAsEnum(), 0});
      else if (attribute.isIntAttribute())
        attributes.push_back({index, attribute.getKindAsEnum(), attribute.getValueAsInt()});
  return attributes;
}

} // namespace

Calls calls_of(const llvm::Function &function) {
  llvm::DenseMap<const llvm::Function *, unsigned> counts;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    for (const llvm::Value *operand : instruction.operand_values())
      if (const auto *callee = llvm::dyn_cast<llvm::Function>(operand->stripPointerCasts());
          callee != nullptr && !callee->isIntrinsic())
        ++counts[callee];
  Calls calls;
  for (const auto &[callee, count] : counts)
    calls.emplace(callee->getName().str(), count);
  return calls;
}

void RealRun::watch(clang::CompilerInstance &instance, std::function<bool()> is_wanted) {
  if (!clang_compat::real_run_can_be_watched)
    return;
  clang_compat::add_to_real_run(instance, [this, is_wanted = std::move(is_wanted)](llvm::PassBuilder &builder) {
    clang_compat::at_optimiser_last(builder, [this, is_wanted](llvm::ModulePassManager &passes) {
      passes.addPass(VisitModule([this, is_wanted](const llvm::Module &module) {
        if (!was_seen_ && is_wanted())
          read(module);
      }));
    });
  });
}

void RealRun::read(const llvm::Module &module) {
  was_seen_ = true;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration())
      functions_[function.getName().str()] = {code_fingerprint(function), function.arg_size(), calls_of(function),
                                              direct_calls_of(function, true), attributes_of(function)};
}

namespace {

class Embed : public llvm::PassInfoMixin<Embed> {
public:
  explicit Embed(std::string content) : content_(std::move(content)) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    clang_compat::add_embedded_section(module, content_);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::string content_;
};

} // namespace

void embed_report(clang::CompilerInstance &instance, std::string content) {
  clang_compat::add_to_real_run(instance, [content = std::move(content)](llvm::PassBuilder &builder) {
    clang_compat::at_optimiser_last(builder,
                                    [content](llvm::ModulePassManager &passes) { passes.addPass(Embed(content)); });
  });
}

} // namespace osaca::clang_plugin

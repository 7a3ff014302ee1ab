// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "embed_report.h"

namespace osaca::clang_plugin {
namespace {

constexpr const char *section_name = ".osaca";

class Embed : public llvm::PassInfoMixin<Embed> {
public:
  explicit Embed(std::string content) : content_(std::move(content)) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    clang_compat::add_excluded_section(module, section_name, content_);
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

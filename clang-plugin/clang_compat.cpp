// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang_compat.h"

#include <dlfcn.h>

namespace osaca::clang_compat {

#if LLVM_VERSION_MAJOR >= 18

#if LLVM_VERSION_MAJOR >= 21
namespace {

/// Replaces the compiler's own options while it exists.
class LentOptions {
public:
  LentOptions(clang::CodeGenOptions &options, const clang::CodeGenOptions &others) : options_(options), kept_(options) {
    options_ = others;
  }
  ~LentOptions() { options_ = std::move(kept_); }
  LentOptions(const LentOptions &) = delete;
  LentOptions &operator=(const LentOptions &) = delete;

private:
  clang::CodeGenOptions &options_;
  clang::CodeGenOptions kept_;
};

} // namespace
#endif

void write_assembly(clang::CompilerInstance &instance, clang::DiagnosticsEngine &diagnostics,
                    clang::CodeGenOptions options, const Pipeline &callbacks, llvm::Module &module,
                    std::unique_ptr<llvm::raw_pwrite_stream> out) {
  options.PassBuilderCallbacks.push_back(callbacks);
  const llvm::StringRef layout = instance.getTarget().getDataLayoutString();
#if LLVM_VERSION_MAJOR >= 21
  (void)diagnostics;
  const LentOptions lent(instance.getCodeGenOpts(), options); // the compiler reads some options from there
  clang::emitBackendOutput(instance, options, layout, &module, clang::Backend_EmitAssembly,
                           &instance.getVirtualFileSystem(), std::move(out));
#else
  clang::EmitBackendOutput(diagnostics, instance.getHeaderSearchOpts(), options, instance.getTargetOpts(),
                           instance.getLangOpts(), layout, &module, clang::Backend_EmitAssembly,
                           &instance.getVirtualFileSystem(), std::move(out));
#endif
}

void add_to_real_run(clang::CompilerInstance &instance, Pipeline callbacks) {
  instance.getCodeGenOpts().PassBuilderCallbacks.push_back(std::move(callbacks));
}

#else

// This version accepts passes only as the name of a file to load. That is the plugin's own file again.
namespace {

const Pipeline *pipeline_of_this_run = nullptr;
Pipeline pipeline_of_real_run;

std::string own_path() {
  Dl_info own{};
  const int found = dladdr(reinterpret_cast<const void *>(&write_assembly), &own);
  return found != 0 && own.dli_fname != nullptr ? own.dli_fname : "";
}

} // namespace

void write_assembly(clang::CompilerInstance &instance, clang::DiagnosticsEngine &diagnostics,
                    clang::CodeGenOptions options, const Pipeline &callbacks, llvm::Module &module,
                    std::unique_ptr<llvm::raw_pwrite_stream> out) {
  options.PassPlugins.push_back(own_path());
  pipeline_of_this_run = &callbacks;
  clang::EmitBackendOutput(diagnostics, instance.getHeaderSearchOpts(), options, instance.getTargetOpts(),
                           instance.getLangOpts(), instance.getTarget().getDataLayoutString(), &module,
#if LLVM_VERSION_MAJOR >= 17
                           clang::Backend_EmitAssembly, &instance.getVirtualFileSystem(), std::move(out));
#else
                           clang::Backend_EmitAssembly, std::move(out));
#endif
  pipeline_of_this_run = nullptr;
}

void add_to_real_run(clang::CompilerInstance &instance, Pipeline callbacks) {
  instance.getCodeGenOpts().PassPlugins.push_back(own_path());
  pipeline_of_real_run = std::move(callbacks);
  pipeline_of_this_run = &pipeline_of_real_run;
}

#endif

#if LLVM_VERSION_MAJOR >= 15

void add_embedded_section(llvm::Module &module, llvm::StringRef content) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Constant *bytes = llvm::ConstantDataArray::getString(context, content, false);
  auto *variable = new llvm::GlobalVariable(module, bytes->getType(), true, llvm::GlobalValue::PrivateLinkage, bytes,
                                            "osaca.report");
  variable->setSection(embedded_section);
  variable->setAlignment(llvm::Align(1));
  // Otherwise it would be in the table of address-significant symbols.
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  variable->setMetadata(llvm::LLVMContext::MD_exclude, llvm::MDNode::get(context, {}));
  llvm::appendToCompilerUsed(module, {variable});
}

#else

/// This version cannot exclude the section of a variable, so the section is written as inline assembly.
void add_embedded_section(llvm::Module &module, llvm::StringRef content) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "\t.pushsection " << embedded_section << ",\"e\",@progbits\n";
  constexpr std::size_t bytes_per_line = 64;
  for (std::size_t start = 0; start < content.size(); start += bytes_per_line) {
    out << "\t.ascii \"";
    for (const char c : content.substr(start, bytes_per_line))
      out << '\\' << char('0' + ((c >> 6) & 3)) << char('0' + ((c >> 3) & 7)) << char('0' + (c & 7));
    out << "\"\n";
  }
  out << "\t.popsection\n";
  module.appendModuleInlineAsm(out.str());
}

#endif

} // namespace osaca::clang_compat

#if LLVM_VERSION_MAJOR < 18
extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "osaca", OSACA_VERSION, [](llvm::PassBuilder &builder) {
            if (osaca::clang_compat::pipeline_of_this_run != nullptr)
              (*osaca::clang_compat::pipeline_of_this_run)(builder);
          }};
}
#endif

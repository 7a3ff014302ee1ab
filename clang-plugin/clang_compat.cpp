// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang_compat.h"

#include <dlfcn.h>

namespace osaca::clang_compat {

#if LLVM_VERSION_MAJOR >= 15

void write_assembly(clang::CompilerInstance &instance, clang::DiagnosticsEngine &diagnostics,
                    clang::CodeGenOptions options, const Pipeline &callbacks, llvm::Module &module,
                    std::unique_ptr<llvm::raw_pwrite_stream> out) {
  options.PassBuilderCallbacks.push_back(callbacks);
  const llvm::StringRef layout = instance.getTarget().getDataLayoutString();
#if LLVM_VERSION_MAJOR >= 22
  (void)diagnostics;
  clang::emitBackendOutput(instance, options, layout, &module, clang::Backend_EmitAssembly,
                           instance.getVirtualFileSystemPtr(), std::move(out));
#else
  clang::EmitBackendOutput(diagnostics, instance.getHeaderSearchOpts(), options, instance.getTargetOpts(),
                           instance.getLangOpts(), layout, &module, clang::Backend_EmitAssembly,
                           &instance.getVirtualFileSystem(), std::move(out));
#endif
}

#else

// This version can only be given passes by the name of a file that it loads: ours, again.
namespace {
const Pipeline *pipeline_of_this_run = nullptr;
} // namespace

void write_assembly(clang::CompilerInstance &instance, clang::DiagnosticsEngine &diagnostics,
                    clang::CodeGenOptions options, const Pipeline &callbacks, llvm::Module &module,
                    std::unique_ptr<llvm::raw_pwrite_stream> out) {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void *>(&write_assembly), &own) == 0 || own.dli_fname == nullptr)
    return;
  options.PassPlugins.push_back(own.dli_fname);
  pipeline_of_this_run = &callbacks;
  clang::EmitBackendOutput(diagnostics, instance.getHeaderSearchOpts(), options, instance.getTargetOpts(),
                           instance.getLangOpts(), instance.getTarget().getDataLayoutString(), &module,
                           clang::Backend_EmitAssembly, std::move(out));
  pipeline_of_this_run = nullptr;
}

#endif

} // namespace osaca::clang_compat

#if LLVM_VERSION_MAJOR < 15
extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "osaca", OSACA_VERSION, [](llvm::PassBuilder &builder) {
            if (osaca::clang_compat::pipeline_of_this_run != nullptr)
              (*osaca::clang_compat::pipeline_of_this_run)(builder);
          }};
}
#endif

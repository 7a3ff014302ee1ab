// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_of_unit.h"

namespace osaca::clang_plugin {
namespace {

bool is_generic(llvm::StringRef cpu) { return cpu.empty() || cpu.contains("generic") || cpu.take_front(6) == "x86-64"; }

} // namespace

bool is_supported_target(const clang::CompilerInstance &instance) {
  const llvm::Triple &triple = instance.getTarget().getTriple();
  const bool is_known = triple.getArch() == llvm::Triple::x86_64 || triple.getArch() == llvm::Triple::aarch64 ||
                        triple.getArch() == llvm::Triple::riscv64;
  return is_known && triple.isOSBinFormatELF() && triple.getEnvironment() != llvm::Triple::GNUX32;
}

capture::Target target_of_unit(const clang::CompilerInstance &instance) {
  const llvm::Triple &triple = instance.getTarget().getTriple();
  const clang::TargetOptions &options = instance.getTarget().getTargetOpts();
  capture::Target target;
  target.isa = triple.isAArch64() ? "aarch64" : triple.isRISCV() ? "riscv64" : "x86-64";
  target.march = options.CPU;
  target.mtune = options.TuneCPU;
  if (!is_generic(options.TuneCPU))
    target.cpu = options.TuneCPU;
  else if (!is_generic(options.CPU))
    target.cpu = options.CPU;
  return target;
}

} // namespace osaca::clang_plugin

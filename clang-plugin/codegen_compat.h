// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of clang_compat.h that is about LLVM's code generator. It costs time to compile, so only its users include
// it.
#pragma once

#include "clang_compat.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/CodeGen/AsmPrinter.h>
#include <llvm/CodeGen/AsmPrinterHandler.h>
#include <llvm/CodeGen/MachineDominators.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineJumpTableInfo.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCSectionELF.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/FormattedStream.h>
#include <llvm/Target/TargetMachine.h>

namespace osaca::clang_compat {

/// The type of AsmPrinter::emitInlineAsm for an instruction.
#if LLVM_VERSION_MAJOR >= 22
using EmitInlineAssembly = void (llvm::AsmPrinter::*)(const llvm::MachineInstr *);
#else
using EmitInlineAssembly = void (llvm::AsmPrinter::*)(const llvm::MachineInstr *) const;
#endif

/// Whether the instruction only orders memory accesses of the compiler.
inline bool is_memory_barrier(const llvm::MachineInstr &instruction) {
#if LLVM_VERSION_MAJOR >= 16
  return instruction.getOpcode() == llvm::TargetOpcode::MEMBARRIER;
#else
  (void)instruction;
  return false;
#endif
}

inline const llvm::Target *target_of(const llvm::Module &module) {
  std::string problem;
  return llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), problem);
}

/// What LLVM up to 22 returns as a pointer, and LLVM 23 as a reference.
template <class T> const T &object_of(const T *object) { return *object; }
template <class T> const T &object_of(const T &object) { return object; }

/// A stream that writes assembly to `out`, with the printer's current section.
inline std::unique_ptr<llvm::MCStreamer> text_streamer(llvm::AsmPrinter &printer, llvm::raw_ostream &out) {
  const llvm::Target &target = printer.TM.getTarget();
  const llvm::MCAsmInfo &syntax = object_of(printer.MAI);
  std::unique_ptr<llvm::MCInstPrinter> names(
      target.createMCInstPrinter(printer.TM.getTargetTriple(), syntax.getAssemblerDialect(), syntax,
                                 object_of(printer.TM.getMCInstrInfo()), object_of(printer.TM.getMCRegisterInfo())));
  auto text = std::make_unique<llvm::formatted_raw_ostream>(out);
#if LLVM_VERSION_MAJOR >= 21
  std::unique_ptr<llvm::MCStreamer> streamer(
      target.createAsmStreamer(printer.OutContext, std::move(text), std::move(names), nullptr, nullptr));
#elif LLVM_VERSION_MAJOR >= 19
  std::unique_ptr<llvm::MCStreamer> streamer(
      target.createAsmStreamer(printer.OutContext, std::move(text), names.release(), nullptr, nullptr));
#else
  std::unique_ptr<llvm::MCStreamer> streamer(target.createAsmStreamer(printer.OutContext, std::move(text), false, true,
                                                                      names.release(), nullptr, nullptr, false));
#endif
  // Without a section, inline assembly could not be read.
#if LLVM_VERSION_MAJOR >= 19
  streamer->switchSectionNoPrint(printer.OutStreamer->getCurrentSectionOnly());
#elif LLVM_VERSION_MAJOR == 18
  streamer->switchSectionNoChange(printer.OutStreamer->getCurrentSectionOnly());
#endif
  return streamer;
}

/// Writes the section that add_embedded_section() adds to a module.
inline void write_embedded_section(llvm::AsmPrinter &printer, llvm::StringRef content) {
  llvm::MCSection *section =
      printer.OutContext.getELFSection(embedded_section, llvm::ELF::SHT_PROGBITS, llvm::ELF::SHF_EXCLUDE);
  llvm::MCStreamer &object = *printer.OutStreamer;
#if LLVM_VERSION_MAJOR >= 15
  object.pushSection();
  object.switchSection(section);
  object.emitBytes(content);
  object.popSection();
#else
  object.PushSection();
  object.SwitchSection(section);
  object.emitBytes(content);
  object.PopSection();
#endif
}

/// Listens to the end of each function and of the module.
class FunctionListener : public llvm::AsmPrinterHandler {
public:
  void beginFunction(const llvm::MachineFunction *) override {}
#if LLVM_VERSION_MAJOR < 19
  void setSymbolSize(const llvm::MCSymbol *, std::uint64_t) override {}
  void beginInstruction(const llvm::MachineInstr *) override {}
  void endInstruction() override {}
#endif
};

inline void add_listener(llvm::AsmPrinter &printer, std::unique_ptr<FunctionListener> listener) {
#if LLVM_VERSION_MAJOR >= 19
  printer.addAsmPrinterHandler(std::move(listener));
#else
  printer.addAsmPrinterHandler({std::move(listener), "", "", "", ""});
#endif
}

} // namespace osaca::clang_compat

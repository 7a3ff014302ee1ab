// LLVM's description of one instruction set, made once per process on first use and read-only from then on (LLVM's
// tables are const, so threads may share it). What changes while reading - contexts, parsers, subtargets - is made per
// call.
#pragma once

#include "base/expected.h"
#include "kernel/isa.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace osaca {

struct LlvmTarget {
  Isa isa = Isa::x86_64;
  llvm::Triple triple;
  const llvm::Target *target = nullptr;
  llvm::MCTargetOptions options;
  std::unique_ptr<const llvm::MCRegisterInfo> registers;
  std::unique_ptr<const llvm::MCAsmInfo> asm_info;
  std::unique_ptr<const llvm::MCInstrInfo> instructions;

  /// syntax 0: AT&T (or the only one), 1: Intel.
  [[nodiscard]] std::unique_ptr<llvm::MCInstPrinter> make_printer(unsigned syntax) const;

  /// A core as LLVM knows it: its scheduling model and the instructions it has. Made once (which takes a tenth of a
  /// millisecond and more) and shared. `cpu` is one that LLVM knows.
  [[nodiscard]] std::shared_ptr<const llvm::MCSubtargetInfo> core(std::string_view cpu) const;

  /// Accepts the instructions of `features_cpu`, or (if that is empty) of every extension that can be enabled together.
  [[nodiscard]] Expected<std::shared_ptr<const llvm::MCSubtargetInfo>> reader(std::string_view features_cpu) const;

  /// The same, not shared.
  [[nodiscard]] Expected<std::unique_ptr<llvm::MCSubtargetInfo>> make_reader(std::string_view features_cpu) const;

  [[nodiscard]] bool knows_cpu(std::string_view cpu) const;

private:
  [[nodiscard]] std::shared_ptr<const llvm::MCSubtargetInfo> remembered(const std::string &cpu,
                                                                        const std::string &features) const;

  struct Cores {
    std::mutex mutex;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<const llvm::MCSubtargetInfo>> known;
  };
  std::unique_ptr<Cores> cores_ = std::make_unique<Cores>(); ///< by name and features: as many as LLVM has CPUs
};

/// Whose files assembly text is for: other comments, directives and names, the same instructions.
enum class ObjectFormat { elf, coff, macho };

/// RISC-V has ELF only.
[[nodiscard]] const LlvmTarget &llvm_target(Isa isa, ObjectFormat format = ObjectFormat::elf);

/// Neither a name that only LLVM's code generator uses nor one that its assembler expands.
[[nodiscard]] inline bool is_of_machine(const llvm::MCInstrDesc &desc) {
  return !desc.isPseudo() && !desc.isPreISelOpcode();
}

} // namespace osaca

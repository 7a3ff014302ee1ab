// LLVM's description of one instruction set. It is created once per process on first use and does not change
// afterwards. LLVM's tables are const, so threads may share it. Objects that change during reading (contexts, parsers,
// subtargets) are created per call.
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

  /// `syntax` is 0 for AT&T (or the only syntax), 1 for Intel.
  [[nodiscard]] std::unique_ptr<llvm::MCInstPrinter> make_printer(unsigned syntax) const;

  /// A core as LLVM knows it: its scheduling model and its instructions. It is created once, which takes at least a
  /// tenth of a millisecond, and shared. Precondition: LLVM knows `cpu`.
  [[nodiscard]] std::shared_ptr<const llvm::MCSubtargetInfo> core(std::string_view cpu) const;

  /// A subtarget that accepts the instructions of `features_cpu`. If the name is empty, it accepts those of all
  /// extensions that can be enabled together.
  [[nodiscard]] Expected<std::shared_ptr<const llvm::MCSubtargetInfo>> reader(std::string_view features_cpu) const;

  /// The same, as a new object that is not shared.
  [[nodiscard]] Expected<std::unique_ptr<llvm::MCSubtargetInfo>> make_reader(std::string_view features_cpu) const;

  [[nodiscard]] bool knows_cpu(std::string_view cpu) const;

  /// The features of core(cpu), which is not created. Without those that the triple adds. Precondition: LLVM knows
  /// `cpu`.
  [[nodiscard]] llvm::FeatureBitset features_of(std::string_view cpu) const;

private:
  [[nodiscard]] std::shared_ptr<const llvm::MCSubtargetInfo> remembered(const std::string &cpu,
                                                                        const std::string &features) const;

  struct Cores {
    std::mutex mutex;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<const llvm::MCSubtargetInfo>> known;
  };
  std::unique_ptr<Cores> cores_ = std::make_unique<Cores>(); ///< by name and features; at most as many as LLVM has CPUs
};

/// The object format that assembly text is written for. It determines comments, directives and names, but not the
/// instructions.
enum class ObjectFormat { elf, coff, macho };

/// RISC-V supports only ELF.
[[nodiscard]] const LlvmTarget &llvm_target(Isa isa, ObjectFormat format = ObjectFormat::elf);

/// Whether it is a machine instruction, neither a pseudo-instruction of LLVM's code generator nor one that the
/// assembler expands.
[[nodiscard]] inline bool is_of_machine(const llvm::MCInstrDesc &desc) {
  return !desc.isPseudo() && !desc.isPreISelOpcode();
}

} // namespace osaca

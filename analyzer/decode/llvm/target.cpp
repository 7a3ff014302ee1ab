#include "decode/llvm/target.h"

#include "base/format.h"

#include <algorithm>
#include <mutex>

// Defined in LLVM's target libraries. The header that declares them requires all targets that LLVM was built with.
extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmParser();
void LLVMInitializeX86Disassembler();
void LLVMInitializeAArch64TargetInfo();
void LLVMInitializeAArch64TargetMC();
void LLVMInitializeAArch64AsmParser();
void LLVMInitializeAArch64Disassembler();
void LLVMInitializeRISCVTargetInfo();
void LLVMInitializeRISCVTargetMC();
void LLVMInitializeRISCVAsmParser();
void LLVMInitializeRISCVDisassembler();
void LLVMInitializeRISCVTargetMCA();
}

namespace osaca {
namespace {

void register_x86() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmParser();
  LLVMInitializeX86Disassembler();
}

void register_aarch64() {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmParser();
  LLVMInitializeAArch64Disassembler();
}

void register_riscv() {
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTargetMC();
  LLVMInitializeRISCVAsmParser();
  LLVMInitializeRISCVDisassembler();
  LLVMInitializeRISCVTargetMCA(); // needed to select the figures of vector instructions
}

LlvmTarget make_target(Isa isa, const char *triple, void (*register_target)()) {
  // LLVM's registry of targets is a list without a lock, and several threads may request the three targets.
  static std::mutex registry;
  const std::lock_guard<std::mutex> lock(registry);
  register_target();
  LlvmTarget made;
  made.isa = isa;
  made.triple = llvm::Triple(triple);
  std::string error;
  made.target = llvm::TargetRegistry::lookupTarget(made.triple, error);
  made.registers.reset(made.target->createMCRegInfo(made.triple));
  made.asm_info.reset(made.target->createMCAsmInfo(*made.registers, made.triple, made.options));
  made.instructions.reset(made.target->createMCInstrInfo());
  return made;
}

// RISC-V extensions that are compatible with each other. Left out are those that use the encodings of c.fsd, and those
// of vendors.
constexpr const char *riscv_features =
    "+64bit,+m,+a,+f,+d,+c,+v,+h,+zicsr,+zifencei,+zicond,+zimop,+zcmop,+zicbom,+zicbop,+zicboz,+zihintntl,"
    "+zihintpause,+zacas,+zabha,+zawrs,+zfa,+zfh,+zfhmin,+zfbfmin,+zba,+zbb,+zbc,+zbs,+zbkb,+zbkc,+zbkx,+zknd,+zkne,"
    "+zknh,+zksed,+zksh,+zcb,+zvfh,+zvfhmin,+zvfbfmin,+zvfbfwma,+zvbb,+zvbc,+zvkb,+zvkg,+zvkned,+zvknhb,+zvksed,+zvksh";

constexpr const char *aarch64_features = "+all";
constexpr const char *x86_features = "+64bit,+64bit-mode,+sse2";

const char *all_features(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return x86_features; // LLVM's x86 parser checks no extension
  case Isa::aarch64: return aarch64_features;
  case Isa::riscv64: return riscv_features;
  }
  return "";
}

const char *base_cpu(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return "x86-64";
  case Isa::aarch64: return "generic";
  case Isa::riscv64: return "generic-rv64";
  }
  return "";
}

llvm::StringRef ref(std::string_view text) { return {text.data(), text.size()}; }

} // namespace

std::unique_ptr<llvm::MCInstPrinter> LlvmTarget::make_printer(unsigned syntax) const {
  return std::unique_ptr<llvm::MCInstPrinter>(
      target->createMCInstPrinter(triple, syntax, *asm_info, *instructions, *registers));
}

std::shared_ptr<const llvm::MCSubtargetInfo> LlvmTarget::remembered(const std::string &cpu,
                                                                    const std::string &features) const {
  const std::lock_guard<std::mutex> lock(cores_->mutex);
  auto &core = cores_->known[{cpu, features}];
  if (!core)
    core.reset(target->createMCSubtargetInfo(triple, cpu, features));
  return core;
}

std::shared_ptr<const llvm::MCSubtargetInfo> LlvmTarget::core(std::string_view cpu) const {
  return remembered(std::string(cpu), "");
}

Expected<std::shared_ptr<const llvm::MCSubtargetInfo>> LlvmTarget::reader(std::string_view features_cpu) const {
  if (features_cpu.empty())
    return remembered(base_cpu(isa), all_features(isa));
  if (!knows_cpu(features_cpu))
    return Error{format_text("unknown {} CPU '{}'", name_of(isa), features_cpu)};
  return core(features_cpu);
}

Expected<std::unique_ptr<llvm::MCSubtargetInfo>> LlvmTarget::make_reader(std::string_view features_cpu) const {
  if (const auto shared = reader(features_cpu); !shared)
    return shared.error();
  const bool takes_all = features_cpu.empty();
  return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(
      triple, takes_all ? base_cpu(isa) : ref(features_cpu), takes_all ? all_features(isa) : ""));
}

bool LlvmTarget::knows_cpu(std::string_view cpu) const {
  // A subtarget for a known name is used, because LLVM prints a warning for an unknown one.
  return remembered(base_cpu(isa), all_features(isa))->isCPUStringValid(ref(cpu));
}

llvm::FeatureBitset LlvmTarget::features_of(std::string_view cpu) const {
  const auto known = remembered(base_cpu(isa), all_features(isa));
  const auto cpus = known->getAllProcessorDescriptions();
  const auto *const described = std::ranges::find_if(cpus, [&](const auto &one) { return one.Key == cpu; });
  llvm::FeatureBitset features = described->Implies.getAsBitset() | described->TuneImplies.getAsBitset();
  // LLVM follows each way from one feature to another, and there are thousands of them.
  for (llvm::FeatureBitset before; before != features;) {
    before = features;
    for (const llvm::SubtargetFeatureKV &feature : known->getAllProcessorFeatures())
      if (features.test(feature.Value))
        features |= feature.Implies.getAsBitset();
  }
  return features;
}

namespace {

const LlvmTarget &x86_target(ObjectFormat format) {
  static const LlvmTarget elf = make_target(Isa::x86_64, "x86_64-unknown-linux-gnu", register_x86);
  if (format == ObjectFormat::elf)
    return elf;
  if (format == ObjectFormat::coff) {
    static const LlvmTarget coff = make_target(Isa::x86_64, "x86_64-pc-windows-gnu", register_x86);
    return coff;
  }
  static const LlvmTarget macho = make_target(Isa::x86_64, "x86_64-apple-macosx", register_x86);
  return macho;
}

const LlvmTarget &aarch64_target(ObjectFormat format) {
  static const LlvmTarget elf = make_target(Isa::aarch64, "aarch64-unknown-linux-gnu", register_aarch64);
  if (format == ObjectFormat::elf)
    return elf;
  if (format == ObjectFormat::coff) {
    static const LlvmTarget coff = make_target(Isa::aarch64, "aarch64-pc-windows-gnu", register_aarch64);
    return coff;
  }
  static const LlvmTarget macho = make_target(Isa::aarch64, "arm64-apple-macosx", register_aarch64);
  return macho;
}

} // namespace

const LlvmTarget &llvm_target(Isa isa, ObjectFormat format) {
  switch (isa) {
  case Isa::x86_64: return x86_target(format);
  case Isa::aarch64: return aarch64_target(format);
  case Isa::riscv64: break;
  }
  static const LlvmTarget riscv = make_target(Isa::riscv64, "riscv64-unknown-linux-gnu", register_riscv);
  return riscv;
}

} // namespace osaca

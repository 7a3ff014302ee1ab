#include "decode/core_check.h"

#include "base/name_matching.h"

#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCFixup.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca {
namespace {

/// Encodes the instruction with all extensions of the ISA, and decodes it with those of the core.
class CheckByCode : public CoreCheck {
public:
  CheckByCode(const LlvmTarget &target, std::shared_ptr<const llvm::MCSubtargetInfo> all,
              std::shared_ptr<const llvm::MCSubtargetInfo> core)
      : CoreCheck(target), all_(std::move(all)), core_(std::move(core)),
        context_(target.triple, target.asm_info.get(), target.registers.get(), core_.get()),
        emitter_(target.target->createMCCodeEmitter(*target.instructions, context_)),
        disassembler_(target.target->createMCDisassembler(*core_, context_)) {}

private:
  [[nodiscard]] bool accepts(llvm::MCInst inst) override {
    for (llvm::MCOperand &operand : inst)
      if (operand.isExpr())
        operand = llvm::MCOperand::createImm(0);
    llvm::SmallVector<char, 16> code;
    llvm::SmallVector<llvm::MCFixup, 4> fixups;
    emitter_->encodeInstruction(inst, code, fixups, *all_);
    const std::vector<std::uint8_t> bytes(code.begin(), code.end());
    llvm::MCInst read;
    std::uint64_t size = 0;
    return disassembler_->getInstruction(read, size, bytes, 0, llvm::nulls()) == llvm::MCDisassembler::Success;
  }

  std::shared_ptr<const llvm::MCSubtargetInfo> all_;
  std::shared_ptr<const llvm::MCSubtargetInfo> core_;
  llvm::MCContext context_;
  std::unique_ptr<llvm::MCCodeEmitter> emitter_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
};

/// Extensions of x86 that cores of the last fifteen years do or do not have, by LLVM's names of opcodes. The first
/// pattern that matches counts. A core with AVX-512 has its parts for bytes, words and short vectors, too. AES is left
/// out, because LLVM's older cores lack it where a cheap variant of the chip does.
struct Extension {
  std::string_view opcodes;
  std::string_view feature; ///< LLVM's name
};
constexpr Extension x86_extensions[] = {
    {"VZERO*", "avx"},
    {"VADD?HZ*", "avx512fp16"},
    {"VSUB?HZ*", "avx512fp16"},
    {"VMUL?HZ*", "avx512fp16"},
    {"VDIV?HZ*", "avx512fp16"},
    {"VMAX?HZ*", "avx512fp16"},
    {"VMIN?HZ*", "avx512fp16"},
    {"VSQRT?HZ*", "avx512fp16"},
    {"VFM*HZ*", "avx512fp16"},
    {"VFNM*HZ*", "avx512fp16"},
    {"VPDPBU*Z*", "avx512vnni"},
    {"VPDPWSS*Z*", "avx512vnni"},
    {"VPDP*", "avxvnni"},
    {"VPERMBZ*", "avx512vbmi"},
    {"VPERMI2BZ*", "avx512vbmi"},
    {"VPERMT2BZ*", "avx512vbmi"},
    {"VPMULTISHIFT*", "avx512vbmi"},
    {"VPMADD52*Z*", "avx512ifma"},
    {"VPMADD52*", "avxifma"},
    {"VPOPCNTDZ*", "avx512vpopcntdq"},
    {"VPOPCNTQZ*", "avx512vpopcntdq"},
    {"VPOPCNT*", "avx512bitalg"},
    {"VPSHUFBITQMB*", "avx512bitalg"},
    {"VPSHLD*Z*", "avx512vbmi2"},
    {"VPSHRD*Z*", "avx512vbmi2"},
    {"VPCOMPRESSBZ*", "avx512vbmi2"},
    {"VPCOMPRESSWZ*", "avx512vbmi2"},
    {"VPEXPANDBZ*", "avx512vbmi2"},
    {"VPEXPANDWZ*", "avx512vbmi2"},
    {"VDPBF16PS*", "avx512bf16"},
    {"VCVTNE2PS2BF16*", "avx512bf16"},
    {"VP2INTERSECT*", "avx512vp2intersect"},
    {"VGF2P8*", "gfni"},
    {"GF2P8*", "gfni"},
    {"VAES*Y*", "vaes"},
    {"VAES*Z*", "vaes"},
    {"VPCLMULQDQY*", "vpclmulqdq"},
    {"VPCLMULQDQZ*", "vpclmulqdq"},
    {"PCLMUL*", "pclmul"},
    {"SHA*RNDS*", "sha"},
    {"SHA*MSG*", "sha"},
    {"SHA1NEXTE*", "sha"},
    {"V*Zr*", "avx512f"},
    {"V*Zm*", "avx512f"},
    {"V*Zk*", "avx512f"},
    {"V*Zi*", "avx512f"},
    {"V*Z128*", "avx512f"},
    {"V*Z256*", "avx512f"},
    {"KMOV*", "avx512f"},
    {"KORTEST*", "avx512f"},
    {"K*kk", "avx512f"},
    {"K*ki", "avx512f"},
    {"VF*4rr*", "avx"}, // by AMD, on some cores without being documented
    {"VF*4rm*", "avx"},
    {"VF*4mr*", "avx"},
    {"VF*4Y*", "avx"},
    {"VFMADD*", "fma"},
    {"VFMSUB*", "fma"},
    {"VFNM*", "fma"},
    {"VCVTPH2PS*", "f16c"},
    {"VCVTPS2PH*", "f16c"},
    {"VPERM2F128*", "avx"},
    {"VPERMILP*", "avx"},
    {"VPERM*", "avx2"},
    {"V*I128*", "avx2"},
    {"VPBROADCAST*", "avx2"},
    {"VPGATHER*", "avx2"},
    {"VGATHER*", "avx2"},
    {"VPSLLV*", "avx2"},
    {"VPSRLV*", "avx2"},
    {"VPSRAV*", "avx2"},
    {"VPMASKMOV*", "avx2"},
    {"VPBLENDD*", "avx2"},
    {"VPTESTY*", "avx"},
    {"VP*Y*", "avx2"},
    {"V*", "avx"},
    {"BZHI*", "bmi2"},
    {"PDEP32*", "bmi2"},
    {"PDEP64*", "bmi2"},
    {"PEXT32*", "bmi2"},
    {"PEXT64*", "bmi2"},
    {"MULX*", "bmi2"},
    {"RORX*", "bmi2"},
    {"SARX*", "bmi2"},
    {"SHLX*", "bmi2"},
    {"SHRX*", "bmi2"},
    {"ANDN32*", "bmi"},
    {"ANDN64*", "bmi"},
    {"BEXTR*", "bmi"},
    {"BLSI*", "bmi"},
    {"BLSMSK*", "bmi"},
    {"BLSR*", "bmi"},
    {"ADCX*", "adx"},
    {"ADOX*", "adx"},
    {"MOVBE*", "movbe"},
    {"TDP*", "amx-tile"},
    {"TILE*", "amx-tile"},
};

/// LLVM's assembler and decoder for x86 accept the same instructions on every core.
class CheckByName : public CoreCheck {
public:
  CheckByName(const LlvmTarget &target, std::shared_ptr<const llvm::MCSubtargetInfo> any, const std::string &cpu)
      : CoreCheck(target), names_(*target.instructions), any_(std::move(any)), features_(target.features_of(cpu)) {}

private:
  [[nodiscard]] bool accepts(llvm::MCInst inst) override {
    const llvm::StringRef name = names_.getName(inst.getOpcode());
    return has_named({name.data(), name.size()});
  }

  [[nodiscard]] bool has_named(std::string_view opcode) override {
    const auto *found = std::ranges::find_if(
        x86_extensions, [&](const Extension &extension) { return glob_matches(extension.opcodes, opcode); });
    return found == std::end(x86_extensions) || has_feature(found->feature);
  }

  [[nodiscard]] bool has_feature(std::string_view name) const {
    return std::ranges::any_of(any_->getAllProcessorFeatures(), [&](const llvm::SubtargetFeatureKV &feature) {
      return features_.test(feature.Value) && feature.Key == name;
    });
  }

  const llvm::MCInstrInfo &names_;
  std::shared_ptr<const llvm::MCSubtargetInfo> any_; ///< lists all features of the ISA
  llvm::FeatureBitset features_;                     ///< of the core
};

/// The makers of Arm's cores choose whether these have cryptography, checksums and random numbers. So LLVM leaves these
/// extensions out.
std::shared_ptr<const llvm::MCSubtargetInfo> with_options(const LlvmTarget &target, const std::string &cpu,
                                                          std::shared_ptr<const llvm::MCSubtargetInfo> core) {
  if (target.isa != Isa::aarch64)
    return core;
  return std::shared_ptr<const llvm::MCSubtargetInfo>(
      target.target->createMCSubtargetInfo(target.triple, cpu, "+aes,+sha2,+sha3,+sm4,+crc,+rand"));
}

} // namespace

std::unique_ptr<CoreCheck> CoreCheck::create(const LlvmTarget &target, const std::string &cpu) {
  auto all = target.reader("");
  if (!all || !target.knows_cpu(cpu))
    return nullptr;
  if (target.isa == Isa::x86_64)
    return std::make_unique<CheckByName>(target, *all, cpu);
  auto core = target.reader(cpu);
  if (!core)
    return nullptr;
  return std::make_unique<CheckByCode>(target, *all, with_options(target, cpu, *core));
}

bool CoreCheck::has(const llvm::MCInst &inst) {
  const auto [place, is_new] = known_.try_emplace(inst.getOpcode(), true);
  if (is_new && !target_.instructions->get(inst.getOpcode()).isPseudo())
    place->second = accepts(inst);
  return place->second;
}

template <class HasIt> bool CoreChecks::any_has(const NamesOfCore &names, HasIt has_it) {
  for (const std::vector<std::string> &of_model : names) {
    bool is_known = false;
    for (const std::string &name : of_model) {
      const auto [place, is_new] = checks_.try_emplace(name);
      if (is_new)
        place->second = CoreCheck::create(target_, name);
      if (place->second && has_it(*place->second))
        return true;
      is_known |= place->second != nullptr;
    }
    if (is_known)
      return false;
  }
  return true;
}

bool CoreChecks::has(const NamesOfCore &names, const llvm::MCInst &inst) {
  return any_has(names, [&](CoreCheck &check) { return check.has(inst); });
}

bool CoreChecks::has_named(const NamesOfCore &names, std::string_view opcode) {
  return any_has(names, [&](CoreCheck &check) { return check.has_named(opcode); });
}

} // namespace osaca

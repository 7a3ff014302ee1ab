// Whether a core has an instruction: compared with the instructions that were measured on the core itself.
#include "decode/core_check.h"
#include "model/library/library.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace osaca {
namespace {

llvm::MCInst instruction(const std::string &opcode) {
  static const std::map<std::string, unsigned> numbers = [] {
    std::map<std::string, unsigned> all;
    const llvm::MCInstrInfo &names = *llvm_target(Isa::x86_64).instructions;
    for (unsigned number = 0; number < names.getNumOpcodes(); ++number)
      all[names.getName(number).str()] = number;
    return all;
  }();
  llvm::MCInst made;
  made.setOpcode(numbers.at(opcode));
  return made;
}

TEST(CoreCheck, AcceptsWhatWasMeasuredOnTheCore) {
  const ModelLibrary &library = ModelLibrary::shipped();
  int checked = 0;
  for (const ModelSummary &summary : library.list()) {
    const MachineModel model = library.load(summary.name).value();
    if (model.data().isa != Isa::x86_64)
      continue;
    CoreChecks checks(llvm_target(Isa::x86_64));
    const NamesOfCore names = model.core_names();
    for (const std::string &opcode : model.data().table->opcodes())
      if (model.find(opcode)->cost.provenance.origin <= Origin::measured) {
        EXPECT_TRUE(checks.has(names, instruction(opcode))) << summary.name << ' ' << opcode;
        ++checked;
      }
  }
  EXPECT_GT(checked, 5000);
}

TEST(CoreCheck, FindsTheSameFeaturesAsLlvm) {
  const LlvmTarget &target = llvm_target(Isa::x86_64);
  const auto features_of_triple = target.core("i386")->getFeatureBits() & ~target.features_of("i386");
  for (const llvm::SubtargetSubTypeKV &cpu : target.core("i386")->getAllProcessorDescriptions()) {
    const auto missing = target.core(cpu.Key)->getFeatureBits() & ~target.features_of(cpu.Key);
    EXPECT_EQ(missing & ~features_of_triple, llvm::FeatureBitset()) << cpu.Key;
    EXPECT_EQ(target.features_of(cpu.Key) & ~target.core(cpu.Key)->getFeatureBits(), llvm::FeatureBitset()) << cpu.Key;
  }
}

/// From the manuals of Intel and AMD: which extensions began with which core.
TEST(CoreCheck, KnowsWhichCoreHasWhichExtension) {
  struct Known {
    const char *opcode;
    std::vector<std::string> on;
    std::vector<std::string> not_on;
  };
  const Known all[] = {
      {"VADDPDYrr", {"sandybridge", "znver1"}, {"nehalem"}},
      {"VPADDDYrr", {"haswell", "znver1"}, {"sandybridge", "ivybridge"}},
      {"VFMADD231PDYr", {"haswell", "znver1"}, {"sandybridge"}},
      {"VFMADD231PDZr", {"skylake-avx512", "znver4"}, {"skylake", "znver3", "alderlake", "haswell"}},
      {"VADDPSZ128rm", {"skylake-avx512", "znver4"}, {"skylake", "znver3"}},
      {"VPDPBUSDZrr", {"cascadelake", "znver4"}, {"skylake-avx512", "znver3"}},
      {"VPDPBUSDrr", {"alderlake", "sapphirerapids"}, {"skylake", "znver3"}},
      {"VPERMBZrr", {"icelake-server", "znver4"}, {"cascadelake"}},
      {"VADDPHZrr", {"sapphirerapids"}, {"icelake-server", "znver4"}},
      {"VAESENCYrr", {"icelake-server", "znver3"}, {"skylake-avx512", "znver2"}},
      {"KANDWkk", {"skylake-avx512", "znver4"}, {"skylake", "znver3"}},
      {"PDEP64rr", {"haswell", "znver1"}, {"sandybridge"}},
      {"ADCX64rr", {"broadwell", "znver1"}, {"haswell"}},
      {"ADD64rr", {"sandybridge", "znver5"}, {}},
      {"AESENCrr", {"haswell", "sandybridge"}, {}},
      {"VFMADDPD4Yrr", {"znver1"}, {}},
      {"PEXTRBrri", {"sandybridge"}, {}},
      {"ANDNPSrr", {"sandybridge"}, {}},
  };
  for (const Known &known : all) {
    for (const std::string &cpu : known.on)
      EXPECT_TRUE(CoreCheck::create(llvm_target(Isa::x86_64), cpu)->has(instruction(known.opcode)))
          << cpu << ' ' << known.opcode;
    for (const std::string &cpu : known.not_on)
      EXPECT_FALSE(CoreCheck::create(llvm_target(Isa::x86_64), cpu)->has(instruction(known.opcode)))
          << cpu << ' ' << known.opcode;
  }
  EXPECT_EQ(CoreCheck::create(llvm_target(Isa::x86_64), "unknown"), nullptr);
}

} // namespace
} // namespace osaca

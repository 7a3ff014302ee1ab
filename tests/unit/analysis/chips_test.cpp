// Names of CPUs and chips, and the machine itself: which core's figures they get, and what reports say of that. Which
// cores Intel's chips have is from Linux (arch/x86/include/asm/intel-family.h), which of Arm's and Apple's from GCC 15
// (gcc/config/aarch64/aarch64-cores.def).
#include "decode/decoder.h"
#include "loop_report.h"
#include "model/library/library.h"
#include "pipeline/arch_resolution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Kinds = HostProcessor::Kinds;

std::vector<std::string> assumptions_in(const std::vector<ArchNote> &notes) {
  std::vector<std::string> out;
  for (const ArchNote &note : notes)
    if (note.kind == ArchNote::Kind::assumed_core)
      out.push_back(note.text);
  return out;
}

/// The note about the assumed core; empty: there is none.
std::string assumption_of(const Expected<MachineModel> &model) {
  EXPECT_TRUE(model) << model.error().text();
  if (!model)
    return {};
  const std::vector<std::string> found = assumptions_in(model->data().notes);
  EXPECT_LE(found.size(), 1U);
  return found.empty() ? std::string() : found.front();
}

struct ChipCase {
  std::string chip;
  std::string figures;             ///< whose figures it gets
  std::vector<std::string> others; ///< the archs that the note offers
};

const std::vector<ChipCase> known_chips = {{"alderlake", "adl-p", {"adl-e"}},
                                           {"ADL", "adl-p", {"adl-e"}},
                                           {"raptorlake", "adl-p", {"adl-e"}},
                                           {"rpl", "adl-p", {"adl-e"}},
                                           {"meteorlake", "mtl-p", {"mtl-e"}},
                                           {"arrowlake", "arl-p", {"arl-e", "mtl-e"}},
                                           {"arrowlake-s", "arl-p", {"arl-e"}},
                                           {"lunarlake", "arl-p", {"arl-e"}},
                                           {"pantherlake", "arl-p", {"darkmont"}},
                                           {"apple-m1", "m1", {"icestorm"}},
                                           {"apple-m2", "m1", {}},
                                           {"cortex-a57.cortex-a53", "cortex-a57", {"cortex-a53"}},
                                           {"cortex-a72.cortex-a53", "a72", {"cortex-a53"}},
                                           {"cortex-a73.cortex-a35", "cortex-a73", {"cortex-a35"}},
                                           {"cortex-a73.cortex-a53", "cortex-a73", {"cortex-a53"}},
                                           {"cortex-a75.cortex-a55", "cortex-a75", {"cortex-a55"}},
                                           {"cortex-a76.cortex-a55", "n1", {"cortex-a55"}},
                                           {"gb10", "cortex-x925", {"cortex-a725"}}};

/// The names of one core's model, or the name itself.
std::string model_called(const std::string &core) {
  const std::string canonical = ModelLibrary::shipped().canonical_name(core);
  return canonical.empty() ? core : canonical;
}

TEST(Chips, MeanTheirFastestCoreAndSaySo) {
  const ModelLibrary &library = ModelLibrary::shipped();
  for (const ChipCase &chip : known_chips) {
    const Expected<MachineModel> model = resolve_arch(chip.chip);
    const std::string note = assumption_of(model);
    ASSERT_NE(note, "") << chip.chip;
    const std::string relative = library.relative_of(model->name());
    EXPECT_EQ(relative.empty() ? model->name() : relative, model_called(chip.figures)) << chip.chip;
    EXPECT_THAT(note,
                AllOf(HasSubstr(chip.chip + " has several kinds of cores"), HasSubstr(model_called(chip.figures))));
    for (const std::string &other : chip.others) {
      EXPECT_THAT(note, HasSubstr(model_called(other)));
      const Expected<MachineModel> of_other = resolve_arch(other);
      ASSERT_TRUE(of_other) << other;
      EXPECT_NE(of_other->name(), model->name()) << chip.chip;
      EXPECT_EQ(of_other->data().isa, model->data().isa) << chip.chip;
      EXPECT_EQ(assumption_of(of_other), "") << other << " is one core";
    }
  }
}

TEST(Chips, OfTheListAreAllReadableAndHaveANote) {
  const ChipList &chips = ModelLibrary::shipped().chips();
  EXPECT_GT(chips.chips().size(), 15U);
  for (const Chip &chip : chips.chips())
    for (const std::string &name : chip.names)
      EXPECT_THAT(assumption_of(resolve_arch(name)), HasSubstr(name + " has several kinds of cores"));
}

TEST(Chips, AreNotCores) {
  for (const char *core : {"adl-p", "golden-cove", "raptor-cove", "gracemont", "mtl-p", "crestmont", "sierraforest",
                           "grandridge", "lion-cove", "skymont", "clearwaterforest", "firestorm", "m1", "m1-e",
                           "cortex-a76", "cortex-a53", "znver5", "emeraldrapids", "tremont"})
    EXPECT_EQ(assumption_of(resolve_arch(core)), "") << core;
}

TEST(Chips, SayInTheReportWhichCoreWasAssumed) {
  const std::string loop = ".L3:\naddq $1, %rax\ncmpq %rbx, %rax\njne .L3\n";
  EXPECT_EQ(assumptions_in(report_of_loop(loop, "meteorlake").arch_notes).size(), 1U);
  EXPECT_EQ(assumptions_in(report_of_loop(loop, "mtl-p").arch_notes).size(), 0U);
}

TEST(ChipList, ReadsItsTwoFormsOfLines) {
  const ChipList list(
      "# chip x : y\n\nchip One two\t: Big little tiny\r\ncpuid Maker 6 10-12 : one\ncpuid Maker 7 3 : big");
  EXPECT_TRUE(list.unreadable_lines().empty());
  ASSERT_NE(list.find("ONE"), nullptr);
  EXPECT_EQ(list.find("two"), list.find("one"));
  EXPECT_EQ(list.find("x"), nullptr);
  EXPECT_EQ(list.find("Big"), nullptr);
  EXPECT_EQ(list.find("one")->fastest_core, "Big");
  EXPECT_EQ(list.find("one")->other_cores, (std::vector<std::string>{"little", "tiny"}));
  for (const auto &[model, arch] :
       std::vector<std::pair<int, std::string>>{{9, ""}, {10, "one"}, {12, "one"}, {13, ""}})
    EXPECT_EQ(list.arch_of({"Maker", 6, model}), arch) << model;
  EXPECT_EQ(list.arch_of({"Maker", 7, 3}), "big");
  EXPECT_EQ(list.arch_of({"Other", 7, 3}), "");
  EXPECT_EQ(list.arch_of({}), "");
}

TEST(ChipList, CountsTheLinesThatItCannotRead) {
  const ChipList list(
      "chip : a\nchip a\nchip a :\ncpuid M 6 : a\ncpuid M 6 5-3 : a\ncpuid M x 3 : a\ncpuid M 6 -3 : a\n"
      "cpuid M 6 3- : a\ncpuid M 6 3 : a b\nother a : b\nchip a : b");
  EXPECT_EQ(list.unreadable_lines(), (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(list.chips().size(), 1U);
  EXPECT_TRUE(list.rules().empty());
  EXPECT_TRUE(ChipList().chips().empty());
}

std::string core_of_host(HostProcessor host) {
  const Expected<MachineModel> model = resolve_host(host);
  return model ? model->name() + (assumption_of(model).empty() ? "" : " and others") : model.error().message;
}

// The numbers of families and models are those of Linux (arch/x86/include/asm/intel-family.h,
// arch/x86/kernel/cpu/amd.c).
TEST(Host, GetsItsOwnCoreWhereLlvmNamesARelative) {
  EXPECT_EQ(core_of_host({"znver5", {}, Kinds::one, "AuthenticAMD", 26, 36}), "zen5-256") << "Strix Point";
  EXPECT_EQ(core_of_host({"znver5", {}, Kinds::one, "AuthenticAMD", 26, 96}), "zen5-256") << "Krackan Point";
  EXPECT_EQ(core_of_host({"znver5", {}, Kinds::one, "AuthenticAMD", 26, 68}), "zen5") << "Granite Ridge";
  EXPECT_EQ(core_of_host({"znver5", {}, Kinds::one, "AuthenticAMD", 26, 2}), "zen5") << "Turin";
  EXPECT_EQ(core_of_host({"znver5", {}, Kinds::one, "AuthenticAMD", 26, 112}), "zen5") << "Strix Halo";
  EXPECT_EQ(core_of_host({"arrowlake", {}, Kinds::several, "GenuineIntel", 6, 181}), "mtl-p and others");
  EXPECT_EQ(core_of_host({"arrowlake", {}, Kinds::several, "GenuineIntel", 6, 197}), "arl-p and others");
  EXPECT_EQ(core_of_host({"sierraforest", {}, Kinds::one, "GenuineIntel", 6, 175}), "mtl-e");
  EXPECT_EQ(core_of_host({"gracemont", {}, Kinds::one, "GenuineIntel", 6, 190}), "adl-e") << "N100";
  EXPECT_EQ(core_of_host({"raptorlake", {}, Kinds::one, "GenuineIntel", 6, 215}), "adl-p") << "Bartlett Lake";
  EXPECT_EQ(core_of_host({"tremont", {}, Kinds::unknown, "GenuineIntel", 6, 138}), "icelake-client and others");
  for (const auto &[cpu, model] : std::vector<std::pair<std::string, std::string>>{
           {"neoverse-n1", "n1"}, {"neoverse-v1", "v1"}, {"neoverse-v2", "v2"}, {"cortex-a72", "a72"}})
    EXPECT_EQ(core_of_host({cpu, {}, Kinds::unknown}), model) << "Graviton, Ampere Altra, Grace";
}

TEST(Host, WithSeveralKindsOfCoresGetsTheFastest) {
  EXPECT_EQ(core_of_host({"alderlake", {}, Kinds::several, "GenuineIntel", 6, 151}), "adl-p and others");
  EXPECT_EQ(core_of_host({"alderlake", {}, Kinds::unknown, "GenuineIntel", 6, 151}), "adl-p and others") << "a guest";
  EXPECT_EQ(core_of_host({"alderlake", {}, Kinds::one, "GenuineIntel", 6, 151}), "adl-p")
      << "i3-12100: there are no other cores";
  EXPECT_EQ(core_of_host({"apple-m1", {}, Kinds::unknown}), "m1 and others");
  const HostProcessor rk3588 = {"cortex-a76", {"cortex-a55"}, Kinds::several};
  EXPECT_EQ(core_of_host(rk3588), "cortex-a76 and others");
  EXPECT_THAT(assumption_of(resolve_host(rk3588)),
              AllOf(HasSubstr("this machine has several kinds of cores"), HasSubstr("n1 (Arm Neoverse N1)"),
                    HasSubstr("choose the arch " + model_called("cortex-a55"))));
  EXPECT_THAT(core_of_host({"", {}, Kinds::unknown}), HasSubstr("cannot be determined"));
}

std::vector<std::string> words_of(const std::string &text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// The maker whose name the titles of models begin with.
std::string maker_of(const std::string &model) {
  const std::string title = ModelLibrary::shipped().title_of(model);
  return title.substr(0, title.find(' '));
}

/// Every name gets a model of the maker, or LLVM's figures under the same name with a note that says so.
void expect_cores_of(const std::string &maker, const std::string &names) {
  const ModelLibrary &library = ModelLibrary::shipped();
  for (const std::string &name : words_of(names)) {
    const Expected<MachineModel> model = resolve_arch(name);
    ASSERT_TRUE(model) << name << ": " << model.error().text();
    const std::string relative = library.relative_of(model->name());
    if (!library.canonical_name(model->name()).empty()) {
      EXPECT_EQ(maker_of(model->name()), maker) << name;
      continue;
    }
    ASSERT_FALSE(model->data().notes.empty()) << name;
    EXPECT_EQ(model->data().notes.front().kind, ArchNote::Kind::borrowed_figures) << name;
    EXPECT_THAT(model->data().notes.front().text,
                HasSubstr(relative.empty() ? "all figures are from LLVM" : library.title_of(relative)));
    if (!relative.empty()) {
      EXPECT_EQ(maker_of(relative), maker) << name;
    }
  }
}

// GCC's names, from the x86 and AArch64 options in the documentation of GCC 12 to 15.
TEST(NamesOfGcc, MeanCoresOfTheSameMaker) {
  expect_cores_of("Intel",
                  "nocona core2 nehalem corei7 westmere sandybridge corei7-avx ivybridge core-avx-i haswell "
                  "core-avx2 broadwell skylake skylake-avx512 cascadelake cannonlake cooperlake icelake-client "
                  "icelake-server tigerlake rocketlake alderlake raptorlake meteorlake gracemont arrowlake "
                  "arrowlake-s lunarlake pantherlake sapphirerapids emeraldrapids graniterapids "
                  "graniterapids-d diamondrapids bonnell atom silvermont slm goldmont goldmont-plus tremont "
                  "sierraforest grandridge clearwaterforest novalake wildcatlake");
  expect_cores_of("AMD",
                  "k8 opteron athlon64 k8-sse3 amdfam10 barcelona btver1 btver2 bdver1 bdver2 bdver3 bdver4 znver1 "
                  "znver2 znver3 znver4 znver5");
  expect_cores_of("Arm",
                  "cortex-a34 cortex-a35 cortex-a53 cortex-a55 cortex-a57 cortex-a65 cortex-a72 cortex-a73 cortex-a75 "
                  "cortex-a76 cortex-a76ae cortex-a77 cortex-a78 cortex-a78c cortex-a510 cortex-a520 cortex-a710 "
                  "cortex-a715 cortex-a720 cortex-a725 cortex-x1 cortex-x1c cortex-x2 cortex-x3 cortex-x4 "
                  "cortex-x925 cortex-r82 ares neoverse-n1 neoverse-n2 neoverse-n3 neoverse-e1 neoverse-v1 "
                  "neoverse-v2 neoverse-v3 neoverse-512tvb zeus demeter grace cobalt-100");
  expect_cores_of("Apple", "apple-m1 apple-m2 apple-m3 apple-m4 apple-a12");
  expect_cores_of("Marvell", "thunderx2t99 thunderx2t99p1 vulcan thunderx octeontx octeontx81 thunderx3t110");
  expect_cores_of("Ampere", "ampere1 ampere1a ampere1b");
}

// LLVM's own list; the names of makers are not known here, so that only the notes are checked.
TEST(NamesOfLlvm, SayWhoseFiguresTheyGet) {
  const ModelLibrary &library = ModelLibrary::shipped();
  for (const CompilerCpu &cpu : compiler_cpus()) {
    const Expected<MachineModel> model = resolve_arch(cpu.name);
    ASSERT_TRUE(model) << cpu.name;
    if (cpu.name != "generic") { // a name of every instruction set
      EXPECT_EQ(model->data().isa, cpu.isa) << cpu.name;
    }
    if (!library.canonical_name(model->name()).empty())
      continue;
    EXPECT_TRUE(std::ranges::any_of(model->data().notes, [](const ArchNote &note) {
      return note.kind == ArchNote::Kind::borrowed_figures;
    })) << cpu.name;
  }
}

} // namespace
} // namespace osaca

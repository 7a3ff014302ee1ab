// What is embedded into the library, and a user's files on top of it.
#include "model/idioms.h"
#include "model/library/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <set>

namespace osaca {
namespace {

using testing::HasSubstr;

class ModelFile : public testing::Test {
protected:
  // Tests run at the same time, in processes of their own.
  const std::string path = testing::TempDir() + "osaca_model_file_test_" + std::to_string(getpid()) + ".yml";

  std::string write(const std::string &text) const {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    return path;
  }
  ~ModelFile() override { std::remove(path.c_str()); }

  const std::string overlay =
      "schema: osaca-model-1\nname: mine\nextends: zen4\nsources:\n  own: {kind: measured, text: here}\n";
};

TEST(ShippedModels, AnswerToTheNamesOfOsacaAndLlvm) {
  const ModelLibrary &library = ModelLibrary::shipped();
  for (const char *name : {"ZEN4",         "zen4",        "znver4",      "ZEN1",         "SNB",
                           "SKL",          "SKX",         "CSX",         "CLX",          "skylake-avx512",
                           "TX2",          "V2",          "neoverse-v2", "sandybridge",  "thunderx2t99",
                           "zen2",         "znver3",      "ZEN5",        "ICX",          "EMR",
                           "ADL",          "alderlake",   "N1",          "neoverse-n1",  "A64FX",
                           "M1",           "apple-m1",    "X60",         "spacemit-x60", "HSW",
                           "haswell",      "BDW",         "broadwell",   "TGL",          "rocketlake",
                           "lunarlake",    "GRT",         "mtl",         "skymont",      "tremont",
                           "strix",        "cascadelake", "A53",         "cortex-a53",   "A55",
                           "cortex-a55",   "A78",         "cortex-a78",  "U74",          "sifive-u74",
                           "xuantie-c908", "sifive-x280", "ascalon",     "tt-ascalon-d8"})
    EXPECT_NE(library.canonical_name(name), "") << name;
}

TEST(ShippedModels, OtherCoresHaveTheirShortNames) {
  const ModelLibrary &library = ModelLibrary::shipped();
  EXPECT_EQ(library.compiler_name("ICL"), "icelake-client");
  EXPECT_EQ(library.compiler_name("ivb"), "ivybridge");
  EXPECT_EQ(library.compiler_name("#"), "");
  for (const std::string &name : library.names())
    EXPECT_TRUE(library.canonical_name(name).empty() || library.compiler_name(name).empty())
        << name << " means two cores";
}

TEST(ShippedModels, ShortNamesAreTwoWordsALine) {
  const ModelLibrary library(
      {}, {.short_names =
               "# A comment\nHSW haswell\n\n  ICL \t icelake-client and more\r\n#BDW broadwell\nalone\nlast  one"});
  EXPECT_EQ(library.names(), (std::vector<std::string>{"HSW", "ICL", "last"}));
  EXPECT_EQ(library.compiler_name("icl"), "icelake-client");
  EXPECT_EQ(library.compiler_name("last"), "one") << "no line end behind it";
  EXPECT_TRUE(ModelLibrary({}).names().empty());
}

// Probe: dec %rax, a jump that is not taken and five moves take 1.0 cycles with js, 1.17 with jb.
TEST(ModelLibrary, KnowsHowLongVectorsOfCoresWithoutAModelAre) {
  const ModelLibrary library({}, {.vector_lengths = "# comment 3\n128 before\nsource a page\n128 one two\n256 three"});
  const auto bits = [&library](std::string_view cpu) {
    const std::optional<VectorLength> length = library.vector_length_of(cpu);
    return length ? std::to_string(length->bits) + " " + length->provenance.text : "?";
  };
  EXPECT_EQ(bits("two"), "128 a page");
  EXPECT_EQ(bits("three"), "256 a page") << "no line end behind it";
  EXPECT_EQ(bits("four"), "?");
  EXPECT_EQ(bits("comment"), "?");
  EXPECT_EQ(ModelLibrary::shipped().vector_length_of("neoverse-v1")->bits, 256);
}

TEST(ShippedModels, FuseWhatLeavesTheCarryOnlyWithJumpsThatDoNotReadIt) {
  const Expected<MachineModel> zen4 = ModelLibrary::shipped().load("zen4");
  ASSERT_TRUE(zen4);
  const auto fused = [&](const char *first, const char *condition) {
    Instruction operation;
    operation.opcode = first;
    Instruction jump;
    jump.opcode = "JCC_1";
    jump.mnemonic = condition;
    return fuses(*zen4, operation, jump);
  };
  for (const char *condition : {"jb", "jae", "jbe", "ja"}) {
    EXPECT_FALSE(fused("DEC64r", condition)) << condition;
    EXPECT_FALSE(fused("INC32r", condition)) << condition;
    EXPECT_TRUE(fused("SUB64ri8", condition)) << condition;
  }
  for (const char *condition : {"je", "js", "jl", "jle", "jo", "jne", "jns", "jge", "jg", "jno"}) {
    EXPECT_TRUE(fused("DEC64r", condition)) << condition;
    EXPECT_TRUE(fused("INC32r", condition)) << condition;
  }
}

/// What measured figures cite; if `only` is given, of these.
std::set<std::string> measured_sources(const MachineModel &model,
                                       const std::optional<std::set<std::string>> &only = {}) {
  std::set<std::string> sources;
  for (const FormEntry &form : model.data().forms)
    if (const Provenance &from = form.cost.provenance;
        from.origin == Origin::measured && (!only || only->contains(from.text)))
      sources.insert(from.text);
  return sources;
}

// What nobody measured on a core is not said to be measured.
TEST(ShippedModels, MadeFromTablesCallNothingMeasured) {
  const ModelLibrary &library = ModelLibrary::shipped();
  for (const char *name :
       {"zen1", "zen2", "hsw", "bdw", "tgl", "rkl", "adl-p", "adl-e", "mtl-p", "mtl-e", "arl-p", "arl-e", "tnt"}) {
    const Expected<MachineModel> model = library.load(name);
    ASSERT_TRUE(model) << model.error().text();
    const Coverage coverage = model->coverage();
    EXPECT_EQ(coverage.forms.count(Origin::measured), 0u) << name;
    EXPECT_TRUE(measured_sources(*model).empty()) << name;
    const int least = std::string_view(name) == "tnt" ? 600 : 1100; // Tremont's table has half as many rows
    EXPECT_GT(coverage.forms.at(Origin::published), least) << name;
    EXPECT_GT(coverage.forms.at(Origin::composed), 300) << name;
    EXPECT_FALSE(model->data().notes.empty()) << name;
  }
}

// A document that nobody looked at is not quoted as one.
TEST(ShippedModels, CallRecalledWhatWasWrittenDownFromMemory) {
  std::set<std::string> with_recalled_forms;
  const ModelLibrary &library = ModelLibrary::shipped();
  for (const ModelSummary &summary : library.list()) {
    const std::string &name = summary.name;
    const MachineModel model = library.load(name).value();
    const auto check = [&](const Provenance &from) {
      const bool from_memory = from.text.find("from memory") != std::string::npos;
      if (from.origin != Origin::composed) {
        EXPECT_EQ(from.origin == Origin::recalled, from_memory) << name << ": " << from.text;
      }
    };
    check(model.core().dispatch_width.provenance);
    if (model.core().reorder_buffer)
      check(model.core().reorder_buffer->provenance);
    for (const FormEntry &form : model.data().forms)
      check(form.cost.provenance);
    if (model.coverage().forms.contains(Origin::recalled))
      with_recalled_forms.insert(name);
  }
  EXPECT_EQ(with_recalled_forms, (std::set<std::string>{"a64fx", "a72", "adl-e", "arl-e", "bdw", "hsw", "icx", "mtl-e",
                                                        "n1", "rkl", "tgl", "tnt"}));
}

// A few forms of zen3 were measured on a Zen 3; what was measured on a Zen 4 is not among these.
TEST(ShippedModels, Zen3CallsMeasuredOnlyWhatWasMeasuredOnOne) {
  const MachineModel zen3 = ModelLibrary::shipped().load("zen3").value();
  const MachineModel zen4 = ModelLibrary::shipped().load("zen4").value();
  EXPECT_EQ(zen3.find("BSR64rr")->cost.provenance.origin, Origin::measured);
  EXPECT_EQ(zen4.find("ADD64rr")->cost.provenance.origin, Origin::measured);
  EXPECT_EQ(zen3.find("ADD64rr")->cost.provenance.origin, Origin::composed);
  EXPECT_LT(zen3.coverage().forms.at(Origin::measured) * 10, zen4.coverage().forms.at(Origin::measured));
}

// Caches and memory are a system's: a model that stands on another core's figures has its own or none.
TEST(ShippedModels, BorrowNoMemory) {
  const ModelLibrary &library = ModelLibrary::shipped();
  EXPECT_TRUE(library.load("emeraldrapids")->core().memory);
  EXPECT_FALSE(library.load("adl-p")->core().memory);
  EXPECT_EQ(library.load("skx")->core().memory->levels.at(0).bytes, 1 << 20);
  EXPECT_EQ(library.load("icx")->core().memory->levels.at(0).bytes, 1280 << 10);
}

TEST(ShippedModels, HaveLevelsThatGrow) {
  const ModelLibrary &library = ModelLibrary::shipped();
  int with_memory = 0;
  for (const ModelSummary &summary : library.list()) {
    const MachineModel model = library.load(summary.name).value();
    const std::optional<MemoryHierarchy> &memory = model.core().memory;
    if (!memory)
      continue;
    ++with_memory;
    int bytes = memory->l1_bytes;
    Cycles latency;
    for (const MemoryLevel &level : memory->levels) {
      EXPECT_TRUE(level.bytes == 0 ? &level == &memory->levels.back() : level.bytes > bytes)
          << summary.name << ' ' << level.name;
      EXPECT_TRUE(level.latency_cycles.is_zero() || level.latency_cycles > latency)
          << summary.name << ' ' << level.name;
      EXPECT_GT(level.read_cycles, Cycles(0)) << summary.name << ' ' << level.name;
      EXPECT_NE(level.provenance.origin, Origin::unknown) << summary.name << ' ' << level.name;
      EXPECT_EQ(level.provenance.origin == Origin::recalled,
                level.provenance.text.find("from memory)") != std::string::npos)
          << summary.name;
      bytes = level.bytes;
      latency = std::max(latency, level.latency_cycles);
    }
  }
  EXPECT_GE(with_memory, 6);
}

// LLVM's models of these cores have no divider at all.
TEST(ShippedModels, GoldenCoveDivides) {
  for (const char *name : {"emeraldrapids", "adl-p"}) {
    const MachineModel model = ModelLibrary::shipped().load(name).value();
    const std::optional<FormEntry> form = model.find("VDIVPDYrr");
    ASSERT_TRUE(form) << name;
    const PortSet dividers = model.core().ports_of_kind(PortKind::divider);
    EXPECT_TRUE(std::ranges::any_of(form->cost.demands, [&](const PortDemand &demand) {
      return (demand.ports & dividers) != 0;
    })) << name;
  }
}

TEST(ShippedModels, HoldFiguresThatUseOnlyTheirOwnPorts) {
  const ModelLibrary &library = ModelLibrary::shipped();
  EXPECT_GE(library.list().size(), 7u);
  for (const ModelSummary &summary : library.list()) {
    const Expected<MachineModel> model = library.load(summary.name);
    ASSERT_TRUE(model) << model.error().text();
    const auto opcodes = model->data().table->opcodes();
    EXPECT_EQ(static_cast<int>(opcodes.size()), summary.coverage.total());
    for (const std::string &opcode : opcodes) {
      const std::optional<FormEntry> form = model->find(opcode);
      ASSERT_TRUE(form) << summary.name << ' ' << opcode;
      EXPECT_NE(form->cost.provenance.origin, Origin::unknown) << summary.name << ' ' << opcode;
    }
  }
}

TEST(ShippedModels, AnUnknownNameGetsTheNearest) {
  EXPECT_THAT(ModelLibrary::shipped().load("zne4").error().text(), HasSubstr("did you mean 'zen4'?"));
}

TEST_F(ModelFile, OverlaysAShippedModel) {
  const Expected<MachineModel> model =
      load_model_file(write(overlay + "forms:\n  - {match: [VADDPDrr], ports: [], latency: 99, source: own}\n"));
  ASSERT_TRUE(model) << model.error().text();
  EXPECT_EQ(model->find("VADDPDrr")->cost.latency_cycles, Cycles(99));
  EXPECT_EQ(model->find("VADDPDrr")->cost.provenance.origin, Origin::user);
  EXPECT_TRUE(model->find("VMULPDrr"));
  EXPECT_EQ(model->core().ports.size(), ModelLibrary::shipped().load("zen4")->core().ports.size());
}

TEST_F(ModelFile, SaysWhatIsWrong) {
  EXPECT_EQ(load_model_file("/nowhere/m.yml").error().text(), "/nowhere/m.yml: cannot open the model file");
  EXPECT_FALSE(load_model_file(testing::TempDir())) << "a folder";
  const std::string unknown = write("schema: osaca-model-1\nname: mine\nextends: zen99\n");
  EXPECT_THAT(load_model_file(unknown).error().text(),
              HasSubstr(":3:10: cannot extend 'zen99': there is no model 'zen99'"));
  const std::string twice = write(overlay + "forms:\n  - {match: [X], ports: [Q], latency: 1}\n");
  EXPECT_THAT(load_model_file(twice).error().text(), HasSubstr("(and 1 more; 'osaca models --check' shows them all)"));
}

TEST_F(ModelFile, IsCheckedAgainstTheOpcodesOfItsIsa) {
  const std::vector<std::string> known = {"VADDPDrr"};
  const auto names = [&](Isa) { return std::span<const std::string>(known); };
  const auto form = [&](const std::string &opcode) {
    return write(overlay + "forms:\n  - {match: [" + opcode + "], ports: [], latency: 1, source: own}\n");
  };
  EXPECT_TRUE(check_model_file(form("VADDPDrr"), names).empty());
  const std::vector<Error> problems = check_model_file(form("VADDPDr"), names);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].text(), HasSubstr(":7:14: unknown opcode 'VADDPDr'; did you mean 'VADDPDrr'?"));
}

TEST(ShippedModels, HaveNoPlaceholders) {
  constexpr int placeholder = 100; // LLVM's
  for (const std::string &name : ModelLibrary::shipped().names()) {
    const Expected<MachineModel> model = ModelLibrary::shipped().load(name);
    if (!model || model->data().table == nullptr)
      continue;
    for (const std::string &opcode : model->data().table->opcodes())
      if (const std::optional<FormEntry> entry = model->find(opcode)) {
        EXPECT_NE(entry->cost.latency_cycles, Cycles(placeholder)) << name << ' ' << opcode;
      }
  }
}

} // namespace
} // namespace osaca

// Sections of a composed model that follow from probes of mechanisms, read back by the format's own rules.
#include "base/name_matching.h"
#include "decode/decoder.h"
#include "made_up_files.h"
#include "measure/compose/composed_model.h"
#include "measure/compose/model_text.h"
#include "model/read/model_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::measure::compose {
namespace {

/// The made-up core, of which the probes found this besides.
MachineModel::Data data_with(const std::string &findings, const std::string &forms) {
  auto structure = read_structure(structure_text() + findings, "s.yml");
  auto ports = read_ports(ports_text(), "p.yml");
  auto instructions = read_measurements(instructions_text(forms), "i.yml");
  EXPECT_TRUE(structure && ports && instructions);
  const auto made = compose_model({*structure, *ports, *instructions}, "mine");
  EXPECT_TRUE(made) << (made ? "" : made.error().text());
  static const std::vector<std::string> names = opcode_names(Isa::x86_64);
  ReadModelOptions options;
  options.opcode_names = [](Isa) { return std::span<const std::string>(names); };
  const ModelReading reading = read_model(made ? made->yaml : "", "mine.yml", options);
  for (const Error &problem : reading.problems)
    ADD_FAILURE() << problem.text();
  return reading.data ? *reading.data : MachineModel::Data{};
}

Core core_with_findings(const std::string &findings) { return data_with(findings, "").core; }

TEST(ComposedMechanisms, CodeThatIsTooDenseIsDecoded) {
  const Core core = core_with_findings(finding("dense_code.is_slower", "\"yes\"", "yes or no") +
                                       finding("dense_code.kept_ops", "12.000", "macro-ops") +
                                       finding("dense_code.decoded_bytes", "16.000", "bytes per cycle"));
  ASSERT_TRUE(core.op_cache && core.fetch);
  EXPECT_EQ(core.op_cache->block_entries * core.op_cache->entry_ops, 12);
  EXPECT_EQ(core.op_cache->decoded_bytes_per_cycle, 16);
  EXPECT_EQ(core.fetch->block_bytes, 64);
}

TEST(ComposedMechanisms, OperationsThatAreNotFusedWithTheirLoad) {
  const std::string some =
      finding("unfused.vector_immediate", "\"yes\"", "yes or no") + finding("unfused.shlx", "\"yes\"", "yes or no") +
      finding("unfused.bt", "\"no\"", "yes or no") + finding("unfused.relative_immediate", "null", "yes or no");
  const Core core = core_with_findings(some + finding("unfused.vector_immediate_ymm", "\"yes\"", "yes or no"));
  ASSERT_TRUE(core.unfused_loads);
  EXPECT_TRUE(core.unfused_loads->vector_immediates);
  EXPECT_FALSE(core.unfused_loads->relative_immediates);
  EXPECT_EQ(core.unfused_loads->match.front(), "SHLX*rm");
  EXPECT_FALSE(core_with_findings(some).unfused_loads->vector_immediates) << "not of all widths";
}

TEST(ComposedMechanisms, MacroOpsThatAreNoMultipleOfTheWidthAreOneEntry) {
  const Core core = core_with_findings(finding("dense_code.kept_ops", "18.000", "macro-ops") +
                                       finding("dense_code.decoded_bytes", "16.000", "bytes per cycle"));
  ASSERT_TRUE(core.op_cache);
  EXPECT_EQ(core.op_cache->block_entries * core.op_cache->entry_ops, 18);
}

TEST(ComposedMechanisms, ReadsOfHighBytesGoWhereProductsGo) {
  const std::string figures = finding("high_bytes.throughput", "1.000", "cycles") +
                              finding("high_bytes.low_throughput", "0.250", "cycles") +
                              finding("high_bytes.latency", "2.990", "cycles");
  const Core core = core_with_findings(figures + finding("high_bytes.same_pipe_as_imul", "\"yes\"", "yes or no"));
  ASSERT_TRUE(core.high_byte_reads);
  EXPECT_EQ(core.high_byte_reads->latency_cycles, Cycles(3));
  EXPECT_EQ(core.high_byte_reads->demands.size(), 1U);
  EXPECT_FALSE(
      core_with_findings(figures + finding("high_bytes.same_pipe_as_imul", "null", "yes or no")).high_byte_reads);
}

/// A form whose only figure was disturbed does as its kind; one that was seen to be executed does not.
TEST(ComposedMechanisms, AdditionsAtRenameFollowTheMany) {
  const auto chain = [](const std::string &opcode, const std::string &cycles, const std::string &more) {
    return "  - opcode: \"" + opcode +
           "\"\n    status: \"ok\"\n    throughput:\n      - {cycles: 0.250, spread: 0.001}\n" +
           "    latencies:\n      - {from: \"0\", to: \"0\", cycles: " + cycles + ", spread: 0.001, chain: " + cycles +
           more + "}\n";
  };
  const std::string forms = chain("ADD64ri8", "0.250", ", at_most: true") +
                            chain("SUB64ri8", "0.251", ", at_most: true") +
                            chain("INC64r", "0.249", ", at_most: true") + chain("DEC64r", "0.700", ", unstable: true") +
                            chain("SUB64ri32", "1.000", "");
  const Core core = data_with(finding("additions.largest_constant", "1023.000", "constant"), forms).core;
  ASSERT_TRUE(core.renamed_additions);
  const std::vector<std::string> &match = core.renamed_additions->match;
  EXPECT_NE(std::ranges::find(match, "DEC64r"), match.end());
  EXPECT_EQ(std::ranges::find(match, "SUB64ri32"), match.end());
}

TEST(ComposedMechanisms, NothingIsSaidWhereNothingWasFound) {
  const Core core = core_with_findings("");
  EXPECT_FALSE(core.op_cache || core.fetch || core.wide_vectors || core.high_byte_reads);
}

/// Which port is closed cannot be said without additions of both widths.
TEST(ComposedMechanisms, PipesAreNotClosedWithoutAName) {
  EXPECT_FALSE(core_with_findings(finding("wide_vectors.from_bits", "512.000", "bits") +
                                  finding("wide_vectors.512_close_pipes_to_128.left", "2.000", "pipes"))
                   .wide_vectors);
}

std::string conditions_of(const std::string &kind, const std::string &slots, const std::string &latency) {
  std::string out;
  for (const char *plain : {"e", "b"})
    out += finding("conditions." + kind + plain + ".slots", "1.000", "slots");
  for (const char *both : {"a", "be"})
    out += finding("conditions." + kind + both + ".slots", slots, "slots") +
           finding("conditions." + kind + both + ".latency", latency, "cycles");
  return out;
}

TEST(ComposedMechanisms, ConditionsOfTwoFlagsTakeTheirSlots) {
  const std::string move = form("CMOV64rr", "0.500", "1.000");
  const MachineModel model(data_with(conditions_of("cmov", "2.000", "1.980"), move));
  const auto entry = model.find("CMOV64rr");
  ASSERT_TRUE(entry && entry->carry_and_zero);
  EXPECT_EQ(entry->carry_and_zero->dispatch_slots, Cycles(2));
  EXPECT_EQ(entry->carry_and_zero->latency_cycles, Cycles(2));
  const MachineModel same(data_with(conditions_of("cmov", "1.000", "1.000"), move));
  ASSERT_TRUE(same.find("CMOV64rr"));
  EXPECT_FALSE(same.find("CMOV64rr")->carry_and_zero);
}

TEST(ComposedMechanisms, SchedulersBindPortsIfTheProbeSaysSo) {
  const std::string places = finding("schedulers.waiting_additions", "97.000", "entries") +
                             finding("schedulers.waiting_vector_additions", "97.000", "entries");
  const Core bound = core_with_findings(places + finding("binding.at_entry", "\"yes\"", "yes or no"));
  ASSERT_FALSE(bound.schedulers.empty());
  EXPECT_TRUE(bound.schedulers.front().binds_ports);
  EXPECT_TRUE(core_with_findings(places + finding("binding.at_entry", "\"no\"", "yes or no")).schedulers.empty());
}

TEST(ComposedMechanisms, LoadPortsTakeTurnsIfTheProbeSaysSo) {
  const std::string others = finding("schedulers.waiting_additions", "97.000", "entries") +
                             finding("schedulers.waiting_loads", "67.000", "entries") +
                             finding("binding.at_entry", "\"yes\"", "yes or no");
  const auto take_turns = [&](const std::string &answer) {
    const Core core = core_with_findings(others + finding("binding.loads_in_turn", answer, "yes or no"));
    EXPECT_EQ(core.schedulers.size(), 2u);
    return core.schedulers.back().ports_in_turn;
  };
  EXPECT_TRUE(take_turns("\"yes\""));
  EXPECT_FALSE(take_turns("\"no\""));
}

/// A form of two vector registers and a result, with the latency of chains of it alone.
std::string vector_form(const std::string &opcode, const std::string &cycles) {
  return "  - opcode: \"" + opcode +
         "\"\n    status: \"ok\"\n    throughput:\n      - {cycles: 0.500, spread: 0.001}\n    latencies:\n" +
         "      - {from: \"1\", to: \"0\", cycles: " + cycles + ", spread: 0.001, chain: " + cycles + "}\n";
}

bool matches(const std::vector<std::string> &globs, const std::string &one) {
  return std::ranges::any_of(globs, [&](const std::string &glob) { return glob_matches(glob, one); });
}

bool lists(const std::vector<std::string> &list, const std::string &one) {
  return std::ranges::find(list, one) != list.end();
}

TEST(ComposedMechanisms, ReadersAreLateAsTheProbeSaw) {
  const std::string forms = vector_form("VPADDDrr", "1.000") + vector_form("VPADDDZrr", "1.000") +
                            vector_form("VPSUBWrr", "1.000") + vector_form("VPANDrr", "1.000") +
                            vector_form("VMULPDYrr", "4.000") + vector_form("VUNPCKLPSrr", "1.000");
  const auto late = [](const std::string &kind, const std::string &readers) {
    return finding("bypasses.behind_" + kind + ".late_by_1.0", "1.000", "cycles") + "    holds_with: [" + readers +
           "]\n" + finding("bypasses.behind_" + kind + ".late_by_1.0.on_the_way", "0.990", "cycles");
  };
  const std::string told = late("integer_sums", "products, fused") + late("integer_logic", "products, fused") +
                           finding("bypasses.behind_shuffles.at_once", "0.000", "cycles") +
                           "    holds_with: [products]\n";
  const Core core = data_with(told, forms).core;
  ASSERT_EQ(core.bypasses.size(), 1U) << "what has the same readers is one rule";
  const Bypass &rule = core.bypasses.front();
  EXPECT_EQ(rule.delay_cycles, Cycles(1));
  EXPECT_EQ(rule.saved_cycles, Cycles(0));
  EXPECT_FALSE(rule.with_wide_vectors);
  EXPECT_TRUE(matches(rule.from, "VPADDDrr") && matches(rule.from, "VPSUBWrr") && matches(rule.from, "VPANDrr"));
  EXPECT_FALSE(matches(rule.from, "VPADDDZrr") || matches(rule.from, "VUNPCKLPSrr"));
  EXPECT_EQ(rule.to, std::vector<std::string>{"VMULPDYrr"});
  const Core wide = data_with(told + finding("bypasses.wide_vectors_too", "\"yes\"", "yes or no"), forms).core;
  ASSERT_EQ(wide.bypasses.size(), 1U);
  EXPECT_TRUE(wide.bypasses.front().with_wide_vectors && matches(wide.bypasses.front().from, "VPADDDZrr"));
}

TEST(OpcodeGlobs, MatchWhatIsChosenAndNothingElse) {
  const std::vector<std::string> all = {"ADD", "ADDPDrm",   "ADDPDrr",  "ADDSDrr",
                                        "SUB", "VADDPDZrr", "VADDPDrm", "VADDPDrr"};
  const std::vector<std::string> chosen = {"ADDPDrm", "ADDPDrr", "ADDSDrr", "OTHER", "VADDPDrm", "VADDPDrr"};
  const std::vector<std::string> globs = opcode_globs(chosen, all);
  EXPECT_LT(globs.size(), chosen.size());
  for (const std::string &name : all)
    EXPECT_EQ(std::ranges::any_of(globs, [&](const std::string &glob) { return glob_matches(glob, name); }),
              lists(chosen, name))
        << name;
  EXPECT_TRUE(lists(globs, "OTHER"));
  EXPECT_TRUE(opcode_globs({}, all).empty());
}

TEST(ComposedMechanisms, ReadersAreNotLateWhereTheProbeSawNone) {
  const std::string forms = vector_form("VPADDDrr", "1.000") + vector_form("VMULPSrr", "4.000");
  EXPECT_TRUE(
      data_with(finding("bypasses.behind_integer_sums.at_once", "0.000", "cycles") + "    holds_with: [products]\n",
                forms)
          .core.bypasses.empty());
  EXPECT_TRUE(
      data_with(finding("bypasses.behind_integer_sums.late_by_1.0", "null", "cycles") + "    holds_with: [products]\n",
                forms)
          .core.bypasses.empty());
}

TEST(ComposedMechanisms, AddressUnitsAreGivenByPlaceIfTheProbeSaysSo) {
  const auto said = [](const std::string &answer) {
    return core_with_findings(finding("access_groups.by_place", answer, "yes or no")).grouped_accesses;
  };
  ASSERT_TRUE(said("\"yes\""));
  EXPECT_NE(said("\"yes\"")->ports, 0U);
  EXPECT_FALSE(said("\"no\"") || said("null"));
}

/// The rules of memory renaming in a model whose structure has this finding.
std::optional<MemoryRenamingRules> renaming_with(const std::string &found) {
  const std::string load =
      "  - opcode: \"MOV32rm\"\n    status: \"ok\"\n    throughput:\n      - {cycles: 0.500, spread: 0.001}\n"
      "    latencies:\n      - {from: \"1\", to: \"0\", cycles: 0.000, spread: 0.001, chain: 0.500}\n";
  auto structure = read_structure(structure_text() + found, "s.yml");
  auto ports = read_ports(ports_text(), "p.yml");
  auto instructions = read_measurements(instructions_text(load), "i.yml");
  EXPECT_TRUE(structure && ports && instructions);
  MeasurementFile measured = *instructions;
  for (MeasuredForm &one : measured.forms)
    if (one.opcode == "MOV64rm")
      one.latencies.push_back({"1", "0", 0.0, 0.0, 0.5, {}, false, false, "", false});
  const auto made = compose_model({*structure, *ports, measured}, "mine");
  EXPECT_TRUE(made);
  const ModelReading reading = read_model(made ? made->yaml : "", "mine.yml", {});
  EXPECT_TRUE(reading.data && reading.data->core.memory_renaming);
  return reading.data ? reading.data->core.memory_renaming : std::nullopt;
}

TEST(ComposedMechanisms, RenamedLoadsTakeTurnsIfTheProbeSaysSo) {
  const auto port = [](const std::string &answer) {
    const auto rules = renaming_with(finding("renaming.loads_in_turns", answer, "yes or no"));
    return rules ? rules->port : PortSet{0};
  };
  EXPECT_NE(port("\"yes\""), 0U);
  EXPECT_EQ(port("\"no\""), 0U);
  EXPECT_EQ(port("null"), 0U);
}

TEST(ComposedMechanisms, LoadsAreLearnedUpToTheNumberOfTheProbe) {
  const auto pairs = [](const std::string &answer) {
    const auto rules = renaming_with(finding("renaming.learned_pairs", answer, "pairs"));
    return rules ? rules->learned_pairs : -1;
  };
  EXPECT_EQ(pairs("24"), 24);
  EXPECT_EQ(pairs("0"), 0);
  EXPECT_EQ(pairs("null"), 0);
}

} // namespace
} // namespace osaca::measure::compose

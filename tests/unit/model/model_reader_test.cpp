#include "sample_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace osaca::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string first_problem(const std::string &yaml) {
  const ModelReading reading = read_model(yaml, "m.yml", options_with_names());
  return reading.problems.empty() ? "" : reading.problems.front().text();
}

std::string with(std::string text, const std::string &from, const std::string &to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

const std::string good = head() + core() + forms();

TEST(ModelReader, ReadsWhatTheFormatDescribes) {
  const ModelReading reading = read_model(good, "m.yml", options_with_names());
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  const MachineModel model(*reading.data);
  EXPECT_EQ(model.core().dispatch_width.value, Cycles(4));
  EXPECT_EQ(model.core().dispatch_width.provenance, (Provenance{Origin::vendor, "the manual"}));
  EXPECT_EQ(model.core().ports_of_kind(PortKind::divider), PortSet(16));
  EXPECT_EQ(model.core().address_update_cycles.value, Cycles(1));
  const FormEntry division = model.find("VDIVPDrr").value();
  EXPECT_THAT(division.cost.demands, ElementsAre(PortDemand{1, 1}, PortDemand{16, Cycles(9, 2)}));
  EXPECT_EQ(division.cost.latency_cycles, Cycles(13));
  EXPECT_EQ(division.cost.dispatch_slots, Cycles(1));
}

TEST(ModelReader, KeepsEachKindOfSourceApart) {
  for (const char *kind : {"measured", "published", "vendor", "recalled", "composed", "compiler"}) {
    const ModelReading reading =
        read_model(with(good, "kind: vendor", std::string("kind: ") + kind), "m.yml", options_with_names());
    ASSERT_TRUE(reading.data) << kind;
    EXPECT_EQ(name_of(reading.data->core.dispatch_width.provenance.origin), kind);
  }
  EXPECT_FALSE(read_model(with(good, "kind: vendor", "kind: guessed"), "m.yml", options_with_names()).data);
}

TEST(ModelReader, ReadsHowWellPredictionsAgreed) {
  const auto reading_of = [](const std::string &entries) {
    return read_model(with(good, "core:", "validation:\n" + entries + "core:"), "m.yml", options_with_names());
  };
  const std::string entry = "  - {code: loops, rows: 400, mean_error: 4.25, within_10_percent: 86.5, source: lab}\n";
  const ModelReading reading = reading_of(entry);
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  EXPECT_THAT(reading.data->validations,
              ElementsAre(Validation{Validation::Code::loops, 400, 4.25, 86.5, {Origin::measured, "in the lab"}}));
  for (const auto &[from, to] : {std::pair("86.5", "100.5"), {"86.5", "-1"}, {"86.5", "x"}, {"400", "0"}, {"lab", "x"}})
    EXPECT_FALSE(reading_of(with(entry, from, to)).data) << to;
  EXPECT_FALSE(reading_of(entry + entry + entry).data);
}

// A model with other figures would need measurements of its own.
TEST(ModelReader, DoesNotInheritHowWellPredictionsAgreed) {
  ReadModelOptions options = options_with_names();
  options.base_model = [](const std::string &) -> Expected<MachineModel::Data> {
    MachineModel::Data base = read_model(good, "b.yml", options_with_names()).data.value();
    base.validations = {{Validation::Code::loops, 400, 4, 86, {}}};
    return base;
  };
  const ModelReading reading = read_model("schema: osaca-model-1\nname: mine\nextends: tiny\n", "m.yml", options);
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  EXPECT_TRUE(reading.data->validations.empty());
}

TEST(ModelReader, ReadsWhatCallsCost) {
  EXPECT_FALSE(read_model(good, "m.yml", options_with_names()).data->core.call_cycles);
  const ModelReading reading =
      read_model(with(good, "  fusion:",
                      "  call_cycles: {value: 2, source: lab}\n  return_cycles: {value: 3, source: lab}\n"
                      "  further_call_cycles: {value: 1.75, source: lab}\n  fusion:"),
                 "m.yml", options_with_names());
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  EXPECT_EQ(reading.data->core.call_cycles->value, Cycles(2));
  EXPECT_EQ(reading.data->core.return_cycles->value, Cycles(3));
  EXPECT_EQ(reading.data->core.further_call_cycles->value, Cycles(7, 4));
}

TEST(ModelReader, ReadsHowUopsAreDispatchedTogetherAndWhatFusedPairsOccupy) {
  EXPECT_FALSE(read_model(good, "m.yml", options_with_names()).data->core.dispatch_groups);
  const ModelReading reading =
      read_model(with(good, "  fusion:\n",
                      "  dispatch_groups: {per_scheduler: 2, compared_entries: 16, source: lab}\n"
                      "  fusion:\n    - {first: [\"ADD*\"], second: [JCC_1], ports: [\"P0|P1\"], "
                      "source: lab}\n"),
                 "m.yml", options_with_names());
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  EXPECT_EQ(reading.data->core.dispatch_groups->per_scheduler, 2);
  EXPECT_EQ(reading.data->core.dispatch_groups->compared_entries, 16);
  ASSERT_EQ(reading.data->core.fusion[0].demands.size(), 1u);
  EXPECT_EQ(reading.data->core.fusion[0].demands[0].cycles, Cycles(1));
  EXPECT_TRUE(reading.data->core.fusion[1].demands.empty());
}

TEST(ModelReader, ReadsHowCodeIsFetchedAndWhatIsTakenForSomethingElse) {
  const std::string text =
      with(good, "  fusion:", R"(  fetch: {block_bytes: 64, cache_bytes: 32768, beyond_bytes_per_cycle: 16, source: lab}
  op_cache: {entries: 768, entry_ops: 9, decoded_per_cycle: 4, source: book}
  address_aliasing: {low_bits: 12, word_bytes: 4, learned: 8, learned_on_stack: 2, cycles: 20, source: lab}
  high_bytes_apart: {value: false, source: lab}
  fusion:)");
  const ModelReading reading = read_model(text, "m.yml", options_with_names());
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  const Core &core = reading.data->core;
  EXPECT_EQ(core.fetch->block_bytes, 64);
  EXPECT_EQ(core.fetch->cache_bytes, 32768);
  EXPECT_EQ(core.fetch->beyond_bytes_per_cycle, 16);
  EXPECT_EQ(core.op_cache->entries, 768);
  EXPECT_EQ(core.op_cache->provenance.origin, Origin::vendor);
  EXPECT_EQ(core.address_aliasing->learned, 8);
  EXPECT_EQ(core.address_aliasing->cycles, Cycles(20));
  EXPECT_FALSE(core.high_bytes_apart.value);
  EXPECT_EQ(core.high_bytes_apart.provenance.origin, Origin::measured);
}

TEST(ModelReader, ReadsWhichJumpsTheOpCacheDoesNotKeepAndHowHighBytesAreJoined) {
  const std::string text = with(good, "  fusion:", R"(  fetch: {block_bytes: 64, source: lab}
  op_cache: {entries: 256, entry_ops: 6, block_entries: 3, decoded_per_cycle: 5, decoded_bytes_per_cycle: 16, block_bytes: 32,
    jumps_at_block_end: {block_bytes: 32, lost_bytes: 64, source: book}, source: lab}
  high_byte_merge: {ports: ["P0"], source: lab}
  straight_line_width: {value: 3, source: lab}
  fusion:)");
  const ModelReading reading = read_model(text, "m.yml", options_with_names());
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  const Core &core = reading.data->core;
  EXPECT_EQ(core.op_cache->block_bytes, 32);
  EXPECT_EQ(core.op_cache->unkept_jumps->block_bytes, 32);
  EXPECT_EQ(core.op_cache->unkept_jumps->lost_bytes, 64);
  EXPECT_EQ(core.op_cache->unkept_jumps->provenance.origin, Origin::vendor);
  EXPECT_EQ(core.high_byte_merge->demands.size(), 1U);
  EXPECT_EQ(core.straight_line_width->value, Cycles(3));
  EXPECT_EQ(core.high_byte_merge->latency_cycles, Cycles(1));
}

TEST(ModelReader, ReadsHowInstructionsAreIssuedInProgramOrder) {
  EXPECT_FALSE(read_model(good, "m.yml", options_with_names()).data->core.in_order.value);
  const ModelReading plain = read_model(with(good, "  fusion:", "  in_order: {value: true, source: lab}\n  fusion:"),
                                        "m.yml", options_with_names());
  ASSERT_TRUE(plain.data) << plain.problems.front().text();
  EXPECT_TRUE(plain.data->core.in_order.value);
  EXPECT_FALSE(plain.data->core.in_order.writes_in_order);
  const ModelReading reading = read_model(with(good, "  fusion:", R"(  in_order:
    value: true
    issue_width: 2
    branch_ends_group: true
    address_cycles: 1
    loaded_value_cycles: 3
    store_data_cycles: 2
    rules:
      - {kind: alone, of: {match: ["VDIV*"]}, source: lab}
      - {kind: apart, of: {access: load}, other: {access: store, least_sources: 3}, source: lab}
    source: lab
  fusion:)"),
                                          "m.yml", options_with_names());
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  const InOrder &in_order = reading.data->core.in_order;
  EXPECT_EQ(in_order.issue_width, 2);
  EXPECT_TRUE(in_order.branch_ends_group);
  EXPECT_EQ(in_order.address_cycles, 1);
  EXPECT_EQ(in_order.loaded_value_cycles, 3);
  EXPECT_EQ(in_order.store_data_cycles, 2);
  ASSERT_EQ(in_order.rules.size(), 2U);
  EXPECT_EQ(in_order.rules[0].kind, IssueRule::Kind::alone);
  EXPECT_EQ(in_order.rules[1].other.access, IssueKind::Access::store);
  EXPECT_EQ(in_order.rules[1].other.least_sources, 3);
  EXPECT_EQ(in_order.rules[1].provenance.origin, Origin::measured);
  // Bits 0 and 2: the first rule names the opcode, and the second names none. Bit 3: nor for the other instruction.
  const MachineModel model(*reading.data);
  EXPECT_EQ(model.rule_matches("VDIVPDrr").issue & 13U, 13U);
  EXPECT_EQ(model.rule_matches("ADD64rr").issue & 13U, 12U);
}

TEST(ModelReader, LoadsAreInAscendingOrderOfWidth) {
  const std::vector<MemoryAccessCost> loads = tiny_model().core().loads;
  EXPECT_TRUE(
      std::ranges::is_sorted(loads, [](const auto &a, const auto &b) { return a.max_width_bits < b.max_width_bits; }));
}

TEST(ModelReader, ExactNameWinsOverGlobAndFirstGlobOverLater) {
  const std::string text = head() + core() + R"(forms:
  - {match: ["ADD*"], ports: [P0], latency: 1, source: lab}
  - {match: ["ADD64*"], ports: [P0], latency: 2, source: lab}
  - {match: [ADD64rr], ports: [P0], latency: 3, source: lab}
)";
  const MachineModel model(read_model(text, "m.yml", options_with_names()).data.value());
  EXPECT_EQ(model.find("ADD64rr")->cost.latency_cycles, Cycles(3));
  EXPECT_EQ(model.find("ADD64rm")->cost.latency_cycles, Cycles(1));
  EXPECT_EQ(model.find("ADD64rm")->opcode, "ADD64rm");
  EXPECT_FALSE(model.find("VDIVPDrr"));
}

TEST(ModelReader, ReportsAllProblemsOfAFileWithTheirPlaces) {
  const std::string text = with(with(good, "latency: 13", "latency: fast"), "max_bits: 128", "max_bit: 128");
  const ModelReading reading = read_model(text, "m.yml", options_with_names());
  EXPECT_FALSE(reading.data);
  ASSERT_EQ(reading.problems.size(), 3u); // the misspelt key is unknown, and the right one missing
  EXPECT_THAT(reading.problems.front().text(), HasSubstr("m.yml:18:7: "));
}

struct BadModel {
  const char *what;
  std::string yaml;
  std::string message;
};

class RefusedModel : public testing::TestWithParam<BadModel> {};

TEST_P(RefusedModel, SaysWhereAndWhy) { EXPECT_THAT(first_problem(GetParam().yaml), HasSubstr(GetParam().message)); }

std::vector<BadModel> bad_models() {
  const std::string form = "forms:\n  - ";
  return {
      {"UnknownKey", with(good, "title:", "titel:"), "m.yml:1:1: a model needs the key 'title'"},
      {"UnknownCoreKey", with(good, "  fusion:", "  fusoin:"),
       "m.yml:23:3: unknown key 'fusoin' in 'core'; did you mean 'fusion'?"},
      {"WrongSchema", with(good, "osaca-model-1", "osaca-model-9"), "m.yml:1:9: 'schema' must be osaca-model-1"},
      {"UpperCaseName", with(good, "name: tiny", "name: Tiny"),
       "m.yml:2:7: 'name' must have 1 to 64 lower-case letters"},
      {"UnknownIsa", with(good, "isa: x86-64", "isa: z80"), "m.yml:4:6: 'isa' must be one of x86-64, aarch64, riscv64"},
      {"NoSource", with(good, "latency: 13, source: book", "latency: 13"), "m.yml:30:5: a form needs the key 'source'"},
      {"UnknownSource", with(good, "latency: 13, source: book", "latency: 13, source: bok"),
       "source 'bok' is not a key of 'sources'; did you mean 'book'?"},
      {"WrongSourceKind", with(good, "kind: vendor", "kind: rumour"), "m.yml:7:16: 'kind' must be one of"},
      {"UnknownPort", with(good, "\"4.5*DIV\"", "\"4.5*DIW\""), "m.yml:30:37: unknown port 'DIW'; did you mean 'DIV'?"},
      {"PortTwice", with(good, "\"P0|P1\"", "\"P0|P0\""), "port 'P0' is named twice"},
      {"EmptyPort", with(good, "\"P0|P1\"", "\"P0|\""), "unknown port ''"},
      {"ZeroOccupancy", with(good, "4.5*DIV", "0*DIV"), "'0' before '*' must be a positive number of cycles"},
      {"DivisionByZero", with(good, "4.5*DIV", "1/0*DIV"), "'1/0' before '*' must be a positive number"},
      {"NegativeLatency", with(good, "latency: 13", "latency: -1"), "'latency' must be a number from 0 to a million"},
      {"HugeLatency", with(good, "latency: 13", "latency: 99999999999999999999"), "not '99999999999999999999'"},
      {"NoWidth", with(good, "dispatch_width: {value: 4,", "dispatch_width: {value: 0,"), "must be greater than 0"},
      {"DuplicatePort", with(good, "{name: P1}", "{name: P0}"), "m.yml:12:7: port 'P0' is listed twice"},
      {"DuplicateForm", with(good, "[VDIVPDrr]", "[VADDPDrr]"),
       "opcode 'VADDPDrr' is listed twice; the first entry is in line 29"},
      {"UnknownOpcode", with(good, "[VDIVPDrr]", "[VDIVPDr]"),
       "m.yml:30:14: unknown opcode 'VDIVPDr'; did you mean 'VDIVPDrr'?"},
      {"GlobOfNothing", with(good, "[VDIVPDrr]", "[\"VDIVQ*\"]"), "m.yml:30:14: glob 'VDIVQ*' matches no opcode"},
      {"GlobOfNothingInNote", with(good, "title:", "notes: [{concerns: [\"VDIVQ*\"], text: so}]\ntitle:"),
       "glob 'VDIVQ*' matches no opcode"},
      {"NoteWithoutText", with(good, "title:", "notes: [{concerns: [VADDPDrr]}]\ntitle:"), "'text'"},
      {"GlobOfNothingInIdiom", with(good, "XOR32rr, ", "\"XOR99*\", "), "glob 'XOR99*' matches no opcode"},
      {"EmptyMatch", with(good, "[VDIVPDrr]", "[]"), "'match' must not be empty"},
      {"MapForList", with(good, "fusion:\n", "fusion: {a: b}\n  others:\n"),
       "m.yml:23:11: 'fusion' must be a list, not a map"},
      {"KeyTwice", with(good, "title: A", "name: again\ntitle: A"), "m.yml:3:1: duplicate key 'name'"},
      {"LoadLatencyOfIncompleteForm", with(good, "latency: 13,", "latency: 13, load_latency: 3,"),
       "'load_latency' requires 'complete: true'"},
      {"TruthOfNumber", with(good, "first_may_load: true", "first_may_load: 1"),
       "'first_may_load' must be true or false"},
      {"SameMemoryEntryTwice", with(good, "max_bits: 128", "max_bits: 256"), "an earlier entry has the same 'kind'"},
      {"ExtendsNowhere", with(good, "title:", "extends: zen9\ntitle:"), "m.yml:3:10: 'extends' is not supported here"},
      {"ExtendsItself", with(good, "title:", "extends: tiny\ntitle:"), "a model cannot extend itself"},
      {"StandInWithoutReason", with(good, "title:", "stands_in_for: [{cpu: other}]\ntitle:"), "'because'"},
      {"StandInThatIsNoList", with(good, "title:", "stands_in_for: other\ntitle:"), "'stands_in_for' must be a list"},
      {"StandInWithABadName", with(good, "title:", "stands_in_for: [{cpu: a b, because: so}]\ntitle:"),
       "'cpu' must have 1 to 64"},
      {"BadAlias", with(good, "title:", "aliases: [\"a b\"]\ntitle:"), "m.yml:3:11: each word of 'aliases' must have"},
      {"FormsOfText", head() + core() + "forms: many\n", "'forms' must be a list, not a single value"},
      {"FormOfText", head() + core() + form + "word\n", "a form must be a map"},
      {"OpcodeWithBlank", head() + core() + form + "{match: [\"A B\"], ports: [], latency: 0, source: lab}\n",
       "'A B' is not an opcode name"},
      {"OpCacheOfNoBlocks",
       with(good, "  fusion:", "  op_cache: {entries: 1, entry_ops: 1, decoded_per_cycle: 1, source: lab}\n  fusion:"),
       "'op_cache' requires 'fetch'"},
      {"CacheWithoutItsLimit",
       with(good, "  fusion:", "  fetch: {block_bytes: 64, cache_bytes: 1, source: lab}\n  fusion:"),
       "must be given together"},
      {"EntriesOfBlocksThatAreNotDecoded",
       with(good, "  fusion:",
            "  fetch: {block_bytes: 64, source: lab}\n"
            "  op_cache: {entries: 1, entry_ops: 1, decoded_per_cycle: 1, block_entries: 3, source: lab}\n  fusion:"),
       "must be given together"},
      {"JumpsThatAreNotDecoded",
       with(good, "  fusion:",
            "  fetch: {block_bytes: 64, source: lab}\n"
            "  op_cache: {entries: 1, entry_ops: 1, decoded_per_cycle: 1, source: lab,\n"
            "    jumps_at_block_end: {block_bytes: 32, source: lab}}\n  fusion:"),
       "'jumps_at_block_end' requires 'decoded_bytes_per_cycle'"},
      {"PiecesOfUnknownRate",
       with(good, "  fusion:",
            "  fetch: {block_bytes: 64, source: lab}\n"
            "  op_cache: {entries: 1, entry_ops: 1, decoded_per_cycle: 1, piece_tail_ops: 2, source: lab}\n  fusion:"),
       "'piece_tail_ops' requires 'ops_per_cycle'"},
      {"WideConstantsWithoutPieces",
       with(good, "  fusion:",
            "  fetch: {block_bytes: 64, source: lab}\n"
            "  op_cache: {entries: 1, entry_ops: 1, decoded_per_cycle: 1, wide_constants: true, source: lab}\n"
            "  fusion:"),
       "'wide_constants' requires 'piece_tail_ops'"},
      {"LostBlocksSmallerThanTheOthers",
       with(good, "  fusion:",
            "  fetch: {block_bytes: 64, source: lab}\n"
            "  op_cache: {entries: 1, entry_ops: 1, decoded_per_cycle: 1, block_entries: 3, decoded_bytes_per_cycle: "
            "16,\n"
            "    jumps_at_block_end: {block_bytes: 64, lost_bytes: 32, source: lab}, source: lab}\n  fusion:"),
       "'lost_bytes' must be a multiple"},
      {"EntriesAcrossBlocks",
       with(good, "  fusion:",
            "  fetch: {block_bytes: 64, source: lab}\n"
            "  op_cache: {entries: 1, entry_ops: 1, decoded_per_cycle: 1, block_bytes: 48, source: lab}\n  fusion:"),
       "must divide that of 'fetch'"},
      {"JoinedBytesThatAreNotApart",
       with(good, "  fusion:",
            "  high_bytes_apart: {value: false, source: lab}\n"
            "  high_byte_merge: {ports: [P0], source: lab}\n  fusion:"),
       "'high_byte_merge' requires that 'high_bytes_apart' is true"},
      {"BanksOnSeveralPorts",
       with(good, "  fusion:",
            "  load_banks: {bank_bytes: 4, banks: 16, per_cycle: 2, ports: \"P0|P1\", source: lab}\n  fusion:"),
       "'ports' of 'load_banks' must be one port"},
      {"UnknownAddressForm", with(good, "indexed_extra: 1", "indexed_extra: 1, indexed_extra_for: some"),
       "'indexed_extra_for' must be one of all, scaled_or_displaced"},
      {"UnknownUnitPort", with(good, "core:", "compiler_ports: {U0: P7}\ncore:"), "unknown port 'P7'"},
  };
}

INSTANTIATE_TEST_SUITE_P(Models, RefusedModel, testing::ValuesIn(bad_models()),
                         [](const auto &test) { return std::string(test.param.what); });

TEST(ModelReader, StopsAfterFiftyProblems) {
  std::string text = head() + core() + "forms:\n";
  for (int i = 0; i < 5000; ++i)
    text += "  - {match: [NOSUCH" + std::to_string(i) + "], ports: [], latency: 0, source: lab}\n";
  EXPECT_EQ(read_model(text, "m.yml", options_with_names()).problems.size(), 50u);
}

TEST(ModelReader, AcceptsSixtyFourPortsAndNoMore) {
  const auto with_ports = [](int count) {
    std::string text =
        head() + "core:\n  dispatch_width: {value: 4, source: lab}\n  loads: []\n  stores: []\n  ports:\n";
    for (int i = 0; i < count; ++i)
      text += "    - {name: P" + std::to_string(i) + "}\n";
    return read_model(text, "m.yml", {});
  };
  EXPECT_TRUE(with_ports(64).data);
  EXPECT_THAT(with_ports(65).problems.front().text(), HasSubstr("'ports' has more than 64 entries"));
}

TEST(ModelReader, TakesUnitsOfTheCompiler) {
  const std::string text = with(good, "core:", "compiler_ports: {U0: \"P0|P1\", U1: [LD], U2: []}\ncore:");
  const auto data = read_model(text, "m.yml", {}).data.value();
  EXPECT_THAT(data.compiler_ports.at("U0"), ElementsAre("P0", "P1"));
  EXPECT_THAT(data.compiler_ports.at("U1"), ElementsAre("LD"));
  EXPECT_TRUE(data.compiler_ports.at("U2").empty());
}

TEST(ModelReader, MarksAUsersFiguresAsTheirs) {
  ReadModelOptions options;
  options.users_own = true;
  const MachineModel model(read_model(good, "m.yml", options).data.value());
  EXPECT_EQ(model.find("VADDPDrr")->cost.provenance, (Provenance{Origin::user, "measured: in the lab"}));
}

} // namespace
} // namespace osaca::test

#include "sample_model.h"

#include "model/compiled/compiled_model.h"
#include "model/read/model_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::test {
namespace {

using testing::HasSubstr;

const std::string overlay_head = "schema: osaca-model-1\nname: mine\nextends: tiny\n"
                                 "sources:\n  own: {kind: measured, text: on my machine}\n";

ModelSetReading read_both(const std::string &overlay) {
  return read_model_set({{"mine.yml", overlay}, {"tiny.yml", head() + core() + forms()}}, options_with_names());
}

MachineModel overlaid(const std::string &overlay) {
  ModelSetReading reading = read_both(overlay);
  EXPECT_TRUE(reading.problems.empty()) << reading.problems.front().text();
  return MachineModel(reading.models.at(0));
}

TEST(Overlay, InheritsWhatItDoesNotSay) {
  const MachineModel model = overlaid(overlay_head);
  EXPECT_EQ(model.name(), "mine");
  EXPECT_EQ(model.data().title, "A Tiny Core (mine)");
  EXPECT_EQ(model.core().dispatch_width.value, Cycles(4));
  EXPECT_EQ(model.core().loads.size(), 3u);
  EXPECT_EQ(model.find("VDIVPDrr")->cost.latency_cycles, Cycles(13));
  EXPECT_NE(model.rule_matches("XOR32rr").idioms, 0u);
}

TEST(Overlay, ItsFormsWinEvenByGlob) {
  const MachineModel model = overlaid(overlay_head + R"(core:
  dispatch_width: {value: 5, source: own}
forms:
  - {match: ["VDIV*"], ports: [P0], latency: 9, source: own}
)");
  EXPECT_EQ(model.core().dispatch_width.value, Cycles(5));
  EXPECT_EQ(model.core().ports.size(), 5u);
  EXPECT_EQ(model.find("VDIVPDrr")->cost.latency_cycles, Cycles(9));
  EXPECT_EQ(model.find("VDIVPDrr")->cost.provenance.text, "on my machine");
  EXPECT_EQ(model.find("VADDPDrr")->cost.latency_cycles, Cycles(3));
}

TEST(Overlay, MayAddPortsButNotRenumberThem) {
  const std::string ports =
      "core:\n  ports: [{name: P0}, {name: P1}, {name: LD}, {name: ST}, {name: DIV}, {name: P9}]\n";
  EXPECT_EQ(overlaid(overlay_head + ports).core().ports.size(), 6u);
  const ModelSetReading reading = read_both(overlay_head + "core:\n  ports: [{name: P1}, {name: P0}]\n");
  ASSERT_FALSE(reading.problems.empty());
  EXPECT_THAT(
      reading.problems.front().text(),
      HasSubstr("mine.yml:7:10: 'ports' must begin with the ports of the extended model, in the same order; number 1"));
}

TEST(Overlay, WorksOverACompiledModel) {
  const std::string block = compile_model(tiny_model(), opcodes()).value();
  ReadModelOptions options = options_with_names();
  options.base_model = [&](const std::string &) { return open_compiled_model(block); };
  const std::string form = "forms:\n  - {match: [VADDPDrr], ports: [P1], latency: 2, source: own}\n";
  const MachineModel model(read_model(overlay_head + form, "mine.yml", options).data.value());
  EXPECT_EQ(model.find("VADDPDrr")->cost.latency_cycles, Cycles(2));
  EXPECT_EQ(model.find("VADDPDYrr")->cost.latency_cycles, Cycles(3));
  EXPECT_NE(model.rule_matches("XOR32rr").idioms, 0u);
  // 11 forms of the base, one of them hidden by the overlay.
  EXPECT_EQ(model.coverage().total(), 11);
}

TEST(Overlay, CompilesIntoOneTable) {
  const MachineModel model =
      overlaid(overlay_head + "forms:\n  - {match: [VADDPDrr], ports: [P1], latency: 2, source: own}\n");
  const std::string block = compile_model(model, opcodes()).value();
  const MachineModel opened(open_compiled_model(block).value());
  EXPECT_EQ(opened.find("VADDPDrr")->cost.latency_cycles, Cycles(2));
  EXPECT_EQ(opened.find("VDIVPDrr")->cost.latency_cycles, Cycles(13));
}

TEST(Overlay, OfAnotherCoreCountsWhatItInheritsAsComposed) {
  const MachineModel model =
      overlaid(overlay_head + "other_core: true\n"
                              "forms:\n  - {match: [VADDPDrr], ports: [P1], latency: 2, source: own}\n");
  EXPECT_NE(model.find("VADDPDrr")->cost.provenance.origin, Origin::composed);
  const Provenance inherited = model.find("VDIVPDrr")->cost.provenance;
  EXPECT_EQ(inherited.origin, Origin::composed);
  EXPECT_THAT(inherited.text, testing::StartsWith("of tiny: "));
}

TEST(Overlay, OfASiblingCountsOnlyWhatWasMeasuredAsComposed) {
  const MachineModel model = overlaid(overlay_head + "sibling_core: true\n");
  const auto origin = [&](const char *opcode) { return model.find(opcode)->cost.provenance.origin; };
  EXPECT_EQ(origin("ADD64rr"), Origin::composed) << "measured on tiny";
  EXPECT_EQ(origin("LEA64r"), Origin::vendor);
}

TEST(ModelSet, RefusesCircles) {
  const std::string a = "schema: osaca-model-1\nname: a\nextends: b\n",
                    b = "schema: osaca-model-1\nname: b\nextends: a\n";
  const ModelSetReading reading = read_model_set({{"a.yml", a}, {"b.yml", b}}, {});
  EXPECT_TRUE(reading.models.empty());
  ASSERT_FALSE(reading.problems.empty());
  EXPECT_THAT(reading.problems.front().text(),
              HasSubstr("b.yml:3:10: cannot extend 'a': the models extend each other in a circle"));
}

TEST(ModelSet, RefusesUnknownBasesAndNamesTakenTwice) {
  const ModelSetReading unknown = read_model_set({{"a.yml", overlay_head}, {"t.yml", head("tinny") + core()}}, {});
  ASSERT_FALSE(unknown.problems.empty());
  EXPECT_THAT(unknown.problems.front().text(),
              HasSubstr("cannot extend 'tiny': there is no such model; did you mean 'tinny'?"));
  const std::string alias = head("other") + "aliases: [TINY]\n" + core();
  const ModelSetReading twice = read_model_set({{"a.yml", head() + core()}, {"b.yml", alias}}, {});
  ASSERT_EQ(twice.problems.size(), 1u);
  EXPECT_EQ(twice.problems.front().text(), "b.yml: the name 'TINY' is already used by a.yml");
  const std::string relative = head("other") + "stands_in_for: [{cpu: tiny, because: so}]\n" + core();
  const ModelSetReading served = read_model_set({{"a.yml", head() + core()}, {"b.yml", relative}}, {});
  ASSERT_EQ(served.problems.size(), 1u) << "a core with a model needs no relative";
  EXPECT_EQ(served.problems.front().text(), "b.yml: the name 'tiny' is already used by a.yml");
}

} // namespace
} // namespace osaca::test

#include "model/vector_types.h"
#include "sample_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr PortSet first_port = 1;
constexpr std::int8_t bits8 = 3, bits16 = 4, bits32 = 5;

TEST(VectorTypes, WordsAndSetsAreTheSame) {
  for (const char *word : {"m1", "m8", "mf8", "e8m1", "e64m8", "e16mf4"}) {
    const auto types = VectorTypes::named(word);
    ASSERT_TRUE(types) << word;
    EXPECT_EQ(VectorTypes(types->bits()), *types) << word;
  }
  EXPECT_THAT(VectorTypes::named("m2")->words(), ElementsAre("m2"));
  EXPECT_THAT(VectorTypes::named("e16m2")->words(), ElementsAre("e16m2"));
  EXPECT_THAT(VectorTypes::named("e8mf8")->words(), ElementsAre("mf8")) << "no other SEW is possible";
  for (const char *word : {"", "m", "m3", "e4m1", "e32", "e32m16", "m1 ", "E32M1", "mf1"})
    EXPECT_FALSE(VectorTypes::named(word)) << word;
  EXPECT_THAT(VectorTypes().words(), IsEmpty());
}

TEST(VectorTypes, AnUnknownWidthOfElementsIsAnyOfThem) {
  VectorTypes types = *VectorTypes::named("e8m1");
  EXPECT_TRUE(types.contains(VectorType{0, bits8}));
  EXPECT_FALSE(types.contains(VectorType{0, bits16}));
  EXPECT_FALSE(types.contains(VectorType{1, bits8}));
  EXPECT_FALSE(types.contains(VectorType{0, std::nullopt}));
  EXPECT_FALSE(types.contains(VectorType{}));
  types.add(*VectorTypes::named("m1"));
  EXPECT_TRUE(types.contains(VectorType{0, std::nullopt}));
  types.add(9, 0);
  EXPECT_EQ(types, *VectorTypes::named("m1")) << "no such setting";
}

std::string with_vector_forms(const std::string &entries) {
  return head() + core() + forms() + "vector_forms:\n" + entries;
}

MachineModel model_with_vectors(const std::string &entries) {
  const ModelReading reading = read_model(with_vector_forms(entries), "m.yml", options_with_names());
  EXPECT_TRUE(reading.data) << reading.problems.front().text();
  return reading.data ? MachineModel(*reading.data) : tiny_model();
}

const std::string additions = R"(  - match: [VADDPDYrr]
    figures:
      - {types: [m2], ports: ["2*P0"], latency: 5}
      - {types: [e8m4, e16m4], ports: ["4*P0"]}
      - {types: [m4], ports: ["6*P0"]}
      - {types: [m2], masked: true, ports: ["3*P0"]}
    source: book
)";

Instruction addition(VectorType type, bool masked = false) {
  Instruction made;
  made.opcode = "VADDPDYrr";
  made.operands.push_back({RegisterOperand{Register{"v8", RegisterKind::vector, 256, {1}}}, true, true, false, false});
  made.vector_type = type;
  made.is_masked = masked;
  return made;
}

TEST(VectorForms, TheFirstFiguresForTheSettingCount) {
  const MachineModel model = model_with_vectors(additions);
  const auto cost = [&](VectorType type, bool masked = false) {
    return cost_of(model, addition(type, masked), -1).value();
  };
  EXPECT_THAT(cost({1, bits32}).demands, ElementsAre(PortDemand{first_port, 2}));
  EXPECT_EQ(cost({1, bits32}).latency_cycles, Cycles(5));
  EXPECT_EQ(cost({1, bits32}).provenance, (Provenance{Origin::vendor, "the manual"}));
  EXPECT_THAT(cost({2, bits8}).demands, ElementsAre(PortDemand{first_port, 4}));
  EXPECT_THAT(cost({2, bits32}).demands, ElementsAre(PortDemand{first_port, 6}));
  EXPECT_EQ(cost({2, bits32}).latency_cycles, Cycles(3)) << "that of the form";
  EXPECT_THAT(cost({1, bits32}, true).demands, ElementsAre(PortDemand{first_port, 3}));
  EXPECT_THAT(cost({2, bits32}, true).demands, ElementsAre(PortDemand{first_port, 6})) << "none are listed with a mask";
  EXPECT_EQ(cost({1, std::nullopt}).latency_cycles, Cycles(5)) << "any SEW";
}

TEST(VectorForms, TheFormAppliesWhereTheSettingIsUnknownOrNotListed) {
  const MachineModel model = model_with_vectors(additions);
  const Cost usual = cost_of(tiny_model(), addition({}), -1).value();
  for (const VectorType type : {VectorType{}, VectorType{0, bits32}, VectorType{3, bits32}})
    EXPECT_EQ(cost_of(model, addition(type), -1)->demands, usual.demands);
}

TEST(VectorForms, AFormThatIsNotListedOtherwiseHasTheFiguresOfOneRegister) {
  const MachineModel model = model_with_vectors("  - match: [VADDPDZ256rr]\n    figures:\n"
                                                "      - {types: [m8], ports: [\"8*P0\"], latency: 9}\n"
                                                "      - {types: [m1], ports: [P0], latency: 2}\n    source: lab\n");
  Instruction unknown = addition({});
  unknown.opcode = "VADDPDZ256rr";
  EXPECT_EQ(cost_of(model, unknown, -1)->latency_cycles, Cycles(2));
  unknown.vector_type = {3, bits32};
  EXPECT_EQ(cost_of(model, unknown, -1)->latency_cycles, Cycles(9));
}

/// With vector_length.form_group, `forms` is for groups of one size only.
TEST(VectorForms, ListedGroupsNeedNoFiguresOfTheCompiler) {
  MachineModel::Data data = model_with_vectors(additions).data();
  data.core.vector_length = VectorLength{256, 1, {}};
  const MachineModel model(data);
  const Register vtype{"vtype", RegisterKind::other, 0, {99}};
  Instruction of_two = addition({1, bits32});
  of_two.operands.push_back({RegisterOperand{vtype}, true, false, true, false});
  EXPECT_TRUE(cost_of(model, of_two, -1));
  of_two.vector_type = {3, bits32};
  EXPECT_FALSE(cost_of(model, of_two, -1));
}

TEST(VectorForms, AreOverriddenFormByFormInModelsThatExtend) {
  ReadModelOptions options = options_with_names();
  options.base_model = [](const std::string &) {
    return Expected<MachineModel::Data>(model_with_vectors(additions).data());
  };
  const ModelReading reading =
      read_model("schema: osaca-model-1\nname: mine\nextends: tiny\nsources:\n  own: {kind: measured, text: here}\n"
                 "vector_forms:\n  - {match: [VADDPDYrr], figures: [{types: [m2], ports: [P0]}], source: own}\n",
                 "mine.yml", options);
  ASSERT_TRUE(reading.data) << reading.problems.front().text();
  const Cost cost = cost_of(MachineModel(*reading.data), addition({1, bits32}), -1).value();
  EXPECT_THAT(cost.demands, ElementsAre(PortDemand{first_port, 1}));
  EXPECT_EQ(cost.latency_cycles, Cycles(3)) << "that of the extended model's form";
}

struct Refused {
  const char *entries;
  const char *message;
};

class RefusedVectorForm : public testing::TestWithParam<Refused> {};

TEST_P(RefusedVectorForm, SaysWhy) {
  const ModelReading reading = read_model(with_vector_forms(GetParam().entries), "m.yml", options_with_names());
  ASSERT_FALSE(reading.data);
  EXPECT_THAT(reading.problems.front().text(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Forms, RefusedVectorForm,
    testing::Values(
        Refused{"  - {match: [\"VADD*\"], figures: [{types: [m1], ports: [P0]}], source: lab}\n", "has no globs"},
        Refused{"  - {match: [VADDPDYrr], figures: [{types: [m3], ports: [P0]}], source: lab}\n",
                "'m3' is no setting of vtype"},
        Refused{"  - {match: [VADDPDYrr], figures: [{types: [], ports: [P0]}], source: lab}\n", "must not be empty"},
        Refused{"  - {match: [VADDPDYrr], figures: [{ports: [P0]}], source: lab}\n", "types"},
        Refused{"  - {match: [VADDPDYrr], figures: [{types: [m1], ports: [P9]}], source: lab}\n", "P9"},
        Refused{"  - {match: [VADDPDYrr], figures: [{types: [m1], ports: [P0]}]}\n", "source"},
        Refused{"  - {match: [VADDPDZ256rr], figures: [{types: [m1], ports: [P0]}], source: lab}\n",
                "'latency' is missing"},
        Refused{"  - {match: [VADDPDYrr, VADDPDYrr], figures: [{types: [m1], ports: [P0]}], source: lab}\n",
                "listed twice"},
        Refused{"  - {match: [VADDPDYrx], figures: [{types: [m1], ports: [P0]}], source: lab}\n", "unknown opcode"},
        Refused{"  - {match: [], figures: [{types: [m1], ports: [P0]}], source: lab}\n", "'match' must not be empty"},
        Refused{"  a: b\n", "'vector_forms' must be a list"}));

} // namespace
} // namespace osaca::test

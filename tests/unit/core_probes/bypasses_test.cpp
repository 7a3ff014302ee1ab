// The probe of values that are handed over late, on cores that were made up.
#include "measure/core_probes/probe.h"
#include "measure/core_probes/vector_kinds.h"
#include "vector_core.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::measure::core_probes {
namespace {

using testing::Contains;
using testing::Not;

const ProbeFinding *finding_named(const std::vector<ProbeFinding> &found, std::string_view name) {
  for (const ProbeFinding &one : found)
    if (one.name == name)
      return &one;
  return nullptr;
}

bool is_product(const std::string &mnemonic) {
  return mnemonic == "vmulps" || mnemonic == "vfmadd231ps" || mnemonic == "vcvtdq2ps";
}
bool is_integer(const std::string &mnemonic) { return mnemonic == "vpaddd" || mnemonic == "vpslld"; }

const std::map<std::string, double> latencies = {
    {"vaddps", 2}, {"vmulps", 4}, {"vfmadd231ps", 4}, {"vcvtdq2ps", 4}, {"vdivps", 11}};

TEST(Bypasses, AreFoundBetweenTheKindsThatHaveThem) {
  VectorCore core(latencies, [](const std::string &from, const std::string &to) {
    return is_integer(from) && is_product(to) ? 1.0 : is_product(from) && is_integer(to) ? 2.0 : 0.0;
  });
  const std::vector<ProbeFinding> found = probe_bypasses(core);
  const ProbeFinding *integers = finding_named(found, "bypasses.behind_integer_sums.late_by_1.0");
  ASSERT_NE(integers, nullptr);
  EXPECT_THAT(integers->holds_with, testing::UnorderedElementsAre("products", "fused", "conversions"));
  const ProbeFinding *products = finding_named(found, "bypasses.behind_products.late_by_2.0");
  ASSERT_NE(products, nullptr);
  EXPECT_THAT(products->holds_with, testing::UnorderedElementsAre("integer_sums", "shifts"));
  EXPECT_EQ(products->value, 2);
  const ProbeFinding *shuffles = finding_named(found, "bypasses.behind_shuffles.at_once");
  ASSERT_NE(shuffles, nullptr);
  EXPECT_EQ(shuffles->holds_with.size(), vector_kinds().size());
}

/// Sums that other sums get a cycle before all others do: each reader of another kind is late, and so is what comes on
/// that way.
TEST(Bypasses, TellWhatIsLateOnTheWayToo) {
  VectorCore core(latencies, [](const std::string &from, const std::string &to) {
    return from == "vaddps" && to != from ? 1.0 : 0.0;
  });
  const std::vector<ProbeFinding> found = probe_bypasses(core);
  const ProbeFinding *late = finding_named(found, "bypasses.behind_sums.late_by_1.0");
  const ProbeFinding *way = finding_named(found, "bypasses.behind_sums.late_by_1.0.on_the_way");
  ASSERT_TRUE(late != nullptr && way != nullptr && way->value);
  EXPECT_THAT(late->holds_with, Not(Contains("sums")));
  EXPECT_EQ(late->holds_with.size(), vector_kinds().size() - 1);
  EXPECT_NEAR(*way->value, 1, 0.01);
}

TEST(Bypasses, AreNoneWhereAllIsThereAtOnce) {
  VectorCore core(latencies, [](const std::string &, const std::string &) { return 0.0; });
  for (const ProbeFinding &one : probe_bypasses(core)) {
    EXPECT_TRUE(one.name.ends_with(".at_once")) << one.name;
    EXPECT_EQ(one.value, 0) << one.name;
  }
}

TEST(Bypasses, AreNotGuessedInBetween) {
  VectorCore core(latencies, [](const std::string &from, const std::string &to) {
    return from == "vmulps" && to == "vpaddd" ? 0.25 : 0.0;
  });
  const std::vector<ProbeFinding> found = probe_bypasses(core);
  const ProbeFinding *unclear = finding_named(found, "bypasses.behind_products.unclear");
  ASSERT_NE(unclear, nullptr);
  EXPECT_FALSE(unclear->value);
}

Instruction with_mnemonic(const std::string &mnemonic) {
  Instruction made;
  made.mnemonic = mnemonic;
  return made;
}

TEST(VectorKinds, AreRecognisedByMnemonics) {
  const auto kind = [](const std::string &mnemonic) -> std::string {
    const VectorKind *found = vector_kind_of(with_mnemonic(mnemonic));
    return found == nullptr ? "" : std::string(found->name);
  };
  EXPECT_EQ(kind("addps"), "sums");
  EXPECT_EQ(kind("vsubsd"), "sums");
  EXPECT_EQ(kind("vpaddd"), "integer_sums");
  EXPECT_EQ(kind("paddsw"), "saturated_sums");
  EXPECT_EQ(kind("vpmaxsd"), "integer_extremes");
  EXPECT_EQ(kind("vmaxsd"), "extremes");
  EXPECT_EQ(kind("vpmulld"), "integer_products");
  EXPECT_EQ(kind("vandnps"), "logic");
  EXPECT_EQ(kind("pandn"), "integer_logic");
  EXPECT_EQ(kind("vpslld"), "") << "shifts by registers are another matter";
  EXPECT_EQ(kind("vpsllvd"), "variable_shifts");
  EXPECT_EQ(kind("add"), "");
}

} // namespace
} // namespace osaca::measure::core_probes

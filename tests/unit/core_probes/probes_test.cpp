// Probes on benches that are not this machine: their code can be assembled, they find the sizes of a core that was made
// up, and where nothing runs they say so.
#include "made_up_core.h"
#include "measure/core_probes/probe.h"

#include <gmock/gmock.h>

#include <set>

namespace osaca::measure::core_probes {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class EveryProbe : public testing::TestWithParam<Probe> {};

TEST_P(EveryProbe, HasCodeThatCanBeAssembled) {
  AssemblingBench bench;
  const std::vector<ProbeFinding> found = GetParam().run(bench);
  EXPECT_THAT(bench.problems, IsEmpty());
  EXPECT_GT(bench.codes, 2);
  std::set<std::string> names;
  for (const ProbeFinding &finding : found) {
    EXPECT_TRUE(finding.name.starts_with(std::string(GetParam().name) + ".")) << finding.name;
    EXPECT_TRUE(names.insert(finding.name).second) << finding.name << " is there twice";
    EXPECT_FALSE(finding.concluded.empty()) << finding.name;
    EXPECT_FALSE(finding.unit.empty()) << finding.name;
  }
}

TEST_P(EveryProbe, FindsNoValueIfNoCodeRuns) {
  AssemblingBench bench(Status::illegal_instruction);
  for (const ProbeFinding &finding : GetParam().run(bench)) {
    EXPECT_FALSE(finding.value) << finding.name;
    EXPECT_FALSE(finding.concluded.empty()) << finding.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Structure, EveryProbe, testing::ValuesIn(all_probes().begin(), all_probes().end()),
                         [](const auto &one) { return std::string(one.param.name); });

const ProbeFinding *find_named(const std::vector<ProbeFinding> &found, std::string_view name) {
  for (const ProbeFinding &one : found)
    if (one.name == name)
      return &one;
  return nullptr;
}

TEST(ProbesOfASimulatedCore, FindItsWidth) {
  MadeUpCore core;
  const std::vector<ProbeFinding> found = probe_dispatch(core);
  const ProbeFinding *width = find_named(found, "dispatch.width");
  ASSERT_TRUE(width != nullptr && width->value) << (width != nullptr ? width->concluded : "");
  EXPECT_DOUBLE_EQ(*width->value, MadeUpCore::width);
  const ProbeFinding *nop = find_named(found, "dispatch.short_nop_behind_load_is_free");
  ASSERT_TRUE(nop != nullptr && nop->value);
  EXPECT_EQ(*nop->value, 0);
}

TEST(ProbesOfASimulatedCore, FindItsFusingPairs) {
  MadeUpCore core;
  const std::vector<ProbeFinding> found = probe_fusion(core);
  const ProbeFinding *compare = find_named(found, "fusion.cmp.register");
  const ProbeFinding *add = find_named(found, "fusion.add.register");
  ASSERT_TRUE(compare != nullptr && compare->value && add != nullptr && add->value);
  EXPECT_EQ(*compare->value, 16);
  EXPECT_EQ(*add->value, 0);
}

TEST(ProbesOfASimulatedCore, FindItsReorderBuffer) {
  MadeUpCore core;
  const std::vector<ProbeFinding> found = probe_window(core);
  const ProbeFinding *buffer = find_named(found, "window.reorder_buffer");
  ASSERT_TRUE(buffer != nullptr && buffer->value) << (buffer != nullptr ? buffer->concluded : "");
  EXPECT_EQ(*buffer->value, MadeUpCore::reorder_buffer);
  const ProbeFinding *registers = find_named(found, "window.registers.additions");
  ASSERT_TRUE(registers != nullptr);
  EXPECT_FALSE(registers->value);
  EXPECT_THAT(registers->concluded, HasSubstr("reorder buffer is full first"));
}

} // namespace
} // namespace osaca::measure::core_probes

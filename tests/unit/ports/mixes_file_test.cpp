// Files of mixes: what is written comes back, and nothing else is taken.
#include "measure/ports/mixes_file.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

std::vector<FormUnderTest> three_forms() {
  return {{"ADD64rr", "general"}, {"JCC_1 fused, not taken", "general"}, {"MUL64r", "general"}};
}

MixLog empty_log() {
  return MixLog([](const Mix &) { return MixFigure{}; });
}

TEST(MixesFile, WhatIsWrittenIsKnown) {
  const std::vector<FormUnderTest> forms = three_forms();
  MixLog first([](const Mix &mix) { return MixFigure{1.25 * copies_in(mix), mix.size() < 3, 0.01, 0.5}; });
  const std::vector<Mix> mixes = {{{0, 1}}, {{0, 5}, {1, 2}}, {{0, 1}, {1, 1}, {2, 1}}};
  for (const Mix &mix : mixes)
    (void)first.measured(mix);
  PortMap map;
  map.forms.resize(forms.size());
  const std::string text = mixes_text(forms, first, &map);

  MixLog second = empty_log();
  const auto taken = read_mixes(text, "mixes.csv", forms, second);
  ASSERT_TRUE(taken) << taken.error().text();
  EXPECT_EQ(*taken, 2U); // the third was not reliable
  for (const Mix &mix : mixes) {
    const MixFigure figure = second.measured(mix);
    EXPECT_EQ(figure.is_reliable, mix.size() < 3);
    if (figure.is_reliable) {
      EXPECT_DOUBLE_EQ(figure.cycles, 1.25 * copies_in(mix));
      EXPECT_DOUBLE_EQ(figure.chain_cycles, 0.5);
      EXPECT_DOUBLE_EQ(figure.spread, 0.01);
    }
  }
}

TEST(MixesFile, OtherFormsArePassedOver) {
  MixLog log = empty_log();
  const auto taken =
      read_mixes("mix,cycles,spread,predicted,waiting\n1 ADD64rr + 1 XOR64rr,1.0,0.0,,0.0\n2 MUL64r,2.0,0.0,2.0,0.0\n",
                 "mixes.csv", three_forms(), log);
  ASSERT_TRUE(taken);
  EXPECT_EQ(*taken, 1U);
}

TEST(MixesFile, WhatCannotBeIsRefusedWithItsLine) {
  const std::string head = "mix,cycles,spread,predicted,waiting\n1 ADD64rr,1.0,0.0,,0.0\n";
  for (const char *bad :
       {"ADD64rr,1.0,0.0,,0.0\n", "0 ADD64rr,1.0,0.0,,0.0\n", "1 ADD64rr,-1,0.0,,0.0\n", "1 ADD64rr,nan,0.0,,0.0\n",
        "1 ADD64rr,1.0\n", "99999999999999 ADD64rr,1.0,0.0,,0.0\n", "\n"}) {
    MixLog log = empty_log();
    const auto taken = read_mixes(head + bad, "mixes.csv", three_forms(), log);
    ASSERT_FALSE(taken) << bad;
    EXPECT_EQ(taken.error().where.line, 3) << bad;
  }
  MixLog log = empty_log();
  EXPECT_FALSE(read_mixes("mix,cycles\n", "mixes.csv", three_forms(), log));
}

// Files grow while mixes are measured: one that is measured again stands there twice.
TEST(MixesFile, TheLastLineAboutAMixCounts) {
  MixLog log = empty_log();
  const std::string line = mix_line(three_forms(), {{0, 2}}, {1.5, true, 0.01, 0});
  ASSERT_TRUE(read_mixes("mix,cycles,spread,predicted,waiting\n2 ADD64rr,3.0,0.0,,0.0\n" + line, "mixes.csv",
                         three_forms(), log));
  EXPECT_DOUBLE_EQ(log.measured({{0, 2}}).cycles, 1.5);
}

// A run that was killed while it wrote.
TEST(MixesFile, ALineThatWasCutOffIsLeftOut) {
  MixLog log = empty_log();
  const auto taken = read_mixes("mix,cycles,spread,predicted,waiting\n1 ADD64rr,1.0,0.0,,0.0\n2 MUL64r,2", "mixes.csv",
                                three_forms(), log);
  ASSERT_TRUE(taken);
  EXPECT_EQ(*taken, 1U);
}

} // namespace
} // namespace osaca::measure

// Abstract pipes get the names of a model's ports under which the two agree.
#include "measure/ports/pipe_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace osaca::measure {
namespace {

TEST(PipeNaming, UndoesARenaming) {
  std::mt19937 random(2); // NOLINT: the same every time
  const std::vector<PipeSet> sets = {0b1111, 0b0011, 0b0001, 0b1100, 0b110000, 0b100000, 0b11000000, 0b110011};
  for (int round = 0; round < 30; ++round) {
    std::vector<int> renaming = {0, 1, 2, 3, 4, 5, 6, 7};
    std::shuffle(renaming.begin(), renaming.end(), random);
    std::vector<UsagePair> forms;
    for (const PipeSet set : sets)
      forms.push_back({{{set, 1}}, renamed({{set, 1}}, renaming)});
    const std::vector<int> found = best_naming(forms, 8, 10);
    int agreeing = 0;
    for (const UsagePair &form : forms)
      agreeing += same_demands(renamed(form.measured, found), form.known);
    EXPECT_EQ(agreeing, 8);
  }
}

TEST(PipeNaming, OneFormThatDisagreesChangesNothingElse) {
  std::vector<UsagePair> forms = {{{{0b11, 1}}, {{0b11, 1}}}, {{{0b01, 1}}, {{0b10, 1}}}, {{{0b100, 1}}, {{0b100, 1}}}};
  forms.push_back({{{0b01, 1}}, {{0b10, 1}}});
  forms.push_back({{{0b01, 1}}, {{0b01, 1}}}); // against two
  const std::vector<int> found = best_naming(forms, 3, 4);
  EXPECT_EQ(found, (std::vector<int>{1, 0, 2}));
}

TEST(PipeNaming, PipesBeyondTheModelsPortsHaveNone) {
  const std::vector<int> found = best_naming({{{{0b111, 1}}, {{0b11, 1}}}}, 3, 2);
  EXPECT_EQ(std::ranges::count(found, -1), 1);
  EXPECT_TRUE(best_naming({}, 0, 0).empty());
}

} // namespace
} // namespace osaca::measure

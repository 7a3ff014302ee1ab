// Properties of the loops of the source that hold for any collection.
#include "collection/source_loops.h"
#include "collection/text_ranks.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace osaca {
namespace {

/// Loops of a few lines, functions and cores, in any order.
Collection random_collection(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&random](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
  Collection collection;
  for (int i = 0; i < 200; ++i) {
    CollectedLoop &loop = collection.loops.emplace_back();
    loop.report.source = {"a.c", below(8), 1}; // line 0: unknown
    loop.report.input = {"a.s", 100, 1};
    loop.report.function = below(2) == 0 ? "f" : "g";
    loop.report.name = ".L" + std::to_string(below(3));
    loop.report.arch = below(2) == 0 ? "one" : "two";
    loop.report.path_number = 1 + below(2);
    loop.report.cycles_per_iteration = 1 + below(9);
    if (below(2) == 0)
      loop.report.frequency = {LoopFrequency::Source::profile, 10.0 + below(1000), 1};
  }
  return collection;
}

TEST(SourceLoops, EachLoopBelongsToOneAndOneOfEachMachineLoopRepresentsIt) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Collection collection = with_source_loops(random_collection(seed));
    std::multiset<int> listed;
    int machine_loops = 0;
    double shares = 0;
    for (std::size_t i = 0; i < collection.source_loops.size(); ++i) {
      const SourceLoop &source_loop = collection.source_loops[i];
      shares += source_loop.weight.share;
      for (const LoopOnCore &core : source_loop.cores) {
        machine_loops += core.machine_loops;
        EXPECT_EQ(core.loops.front(), core.representative);
        for (const int loop : core.loops) {
          listed.insert(loop);
          const CollectedLoop &collected = collection.loops[static_cast<std::size_t>(loop)];
          EXPECT_EQ(collected.source_loop, static_cast<int>(i));
          EXPECT_EQ(collected.report.arch, core.arch);
        }
      }
    }
    EXPECT_EQ(listed.size(), collection.loops.size());
    EXPECT_EQ(std::set<int>(listed.begin(), listed.end()).size(), collection.loops.size());
    EXPECT_NEAR(shares, 1, 1e-9);
    int representatives = 0;
    for (const CollectedLoop &loop : collection.loops)
      representatives += loop.represents_machine_loop ? 1 : 0;
    EXPECT_EQ(representatives, machine_loops);
  }
}

TEST(SourceLoops, DoNotDependOnTheNumberOfThreads) {
  const Collection one = with_source_loops(random_collection(7), 1);
  const Collection four = with_source_loops(random_collection(7), 4);
  ASSERT_EQ(one.source_loops.size(), four.source_loops.size());
  for (std::size_t i = 0; i < one.source_loops.size(); ++i) {
    EXPECT_EQ(one.source_loops[i].loops(), four.source_loops[i].loops());
    EXPECT_EQ(one.source_loops[i].weight.share, four.source_loops[i].weight.share);
  }
}

TEST(TextRanks, OrderAsTheTextsDo) {
  const std::vector<std::string> texts = {"b", "", "a", "b", "ab", "", "B"};
  TextRanks ranks;
  for (const std::string &text : texts)
    ranks.add(text);
  ranks.rank();
  for (const std::string &a : texts)
    for (const std::string &b : texts)
      EXPECT_EQ(ranks.of(a) <=> ranks.of(b), a <=> b) << a << ", " << b;
}

} // namespace
} // namespace osaca

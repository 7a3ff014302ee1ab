// The search space of structures: all of them, each once.
#include "measure/ports/pipe_assignment.h"
#include "measure/ports/pipe_sets.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

namespace osaca::measure {
namespace {

/// What is the same for structures that differ in the names of pipes only: how many pipes any classes have in common.
std::vector<int> signature(const PipeAssignment &structure) {
  std::vector<int> made;
  for (std::size_t chosen = 1; chosen < (std::size_t{1} << structure.classes.size()); ++chosen) {
    PipeSet all = ~PipeSet{0};
    for (std::size_t i = 0; i < structure.classes.size(); ++i)
      if (((chosen >> i) & 1U) != 0)
        all &= structure.classes[i];
    made.push_back(std::popcount(all));
  }
  return made;
}

std::vector<PipeAssignment> all_of_sizes(const std::vector<int> &sizes) {
  std::vector<PipeAssignment> all = {PipeAssignment{}};
  for (const int size : sizes) {
    std::vector<PipeAssignment> more;
    for (const PipeAssignment &one : all)
      for (const PipeAssignment &next : extensions(one, size, {}))
        more.push_back(next);
    all = more;
  }
  return all;
}

TEST(PortStructures, AreListedOnceEach) {
  for (const std::vector<int> &sizes : {std::vector{3}, {2, 2}, {4, 2, 1}, {2, 2, 2}, {3, 2, 2}}) {
    std::set<std::vector<int>> seen;
    for (const PipeAssignment &one : all_of_sizes(sizes))
      EXPECT_TRUE(seen.insert(signature(one)).second);
    // Every choice of subsets of as many pipes as there can be is among them.
    std::mt19937 random(5); // NOLINT: the same every time
    int pipes = 0;
    for (const int size : sizes)
      pipes += size;
    for (int round = 0; round < 300; ++round) {
      PipeAssignment one;
      for (const int size : sizes) {
        PipeSet set = 0;
        while (std::popcount(set) < size)
          set |= PipeSet{1} << (random() % static_cast<unsigned>(pipes));
        one.classes.push_back(set);
      }
      EXPECT_TRUE(seen.contains(signature(one)));
    }
  }
}

TEST(PortStructures, KeepToWhatMayBeShared) {
  PipeAssignment first;
  first.classes = {0b1111, 0b110000};
  first.pipes = 6;
  for (const PipeAssignment &one : extensions(first, 3, {{1, 2}, {0, 0}})) {
    EXPECT_EQ(one.classes.back() & 0b110000, 0U);
    EXPECT_GE(std::popcount(one.classes.back() & 0b1111), 1);
    EXPECT_LE(std::popcount(one.classes.back() & 0b1111), 2);
  }
  EXPECT_EQ(extensions(first, 3, {{1, 2}, {0, 0}}).size(), 2U);
}

TEST(PortStructures, ComponentsHangTogether) {
  const std::vector<PipeSet> found = components({0b0011, 0b1000, 0b0110, 0b110000});
  EXPECT_EQ(std::set<PipeSet>(found.begin(), found.end()), (std::set<PipeSet>{0b0111, 0b1000, 0b110000}));
}

TEST(PortBound, IsTheBusiestSet) {
  EXPECT_DOUBLE_EQ(port_bound({}), 0);
  EXPECT_DOUBLE_EQ(port_bound({{0b1111, 4}}), 1);
  EXPECT_DOUBLE_EQ(port_bound({{0b1111, 4}, {0b0010, 2}}), 2);
  EXPECT_DOUBLE_EQ(port_bound({{0b0011, 2}, {0b0110, 2}, {0b0101, 2}}), 2);
  EXPECT_DOUBLE_EQ(port_bound({{0b01, 1}, {0b01, 1}, {0b10, 1.5}}), 2);
}

} // namespace
} // namespace osaca::measure

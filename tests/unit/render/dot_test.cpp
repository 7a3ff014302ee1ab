#include "render/text/report_text.h"

#include "render/json/report_json.h"
#include "sample_report.h"

#include <gmock/gmock.h>

#include <set>

namespace osaca::testing {
namespace {

using ::testing::HasSubstr;

struct DotShape {
  bool balanced = true; ///< quotes close, braces and brackets outside of strings match
  std::set<std::string> defined;
  std::set<std::string> used; ///< ends of edges
};

/// Reads DOT by its lexical rules: strings end at a quote without a backslash before it.
DotShape shape_of(const std::string &dot) {
  DotShape shape;
  std::string outside;
  std::vector<char> open;
  bool in_string = false;
  for (std::size_t i = 0; i < dot.size(); ++i) {
    const char c = dot[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
      continue;
    }
    if (c == '"')
      in_string = true;
    else if (c == '{' || c == '[')
      open.push_back(c);
    else if (c == '}' || c == ']') {
      shape.balanced = shape.balanced && !open.empty() && open.back() == (c == '}' ? '{' : '[');
      if (!open.empty())
        open.pop_back();
    }
    outside += c;
  }
  shape.balanced = shape.balanced && open.empty() && !in_string;
  for (std::size_t at = outside.find("k0i"); at != std::string::npos; at = outside.find("k0i", at + 1)) {
    const std::string name = outside.substr(at, outside.find(' ', at) - at);
    const bool edge = outside.compare(at + name.size(), 3, " ->") == 0 || outside.compare(at - 3, 3, "-> ") == 0;
    (edge ? shape.used : shape.defined).insert(name);
  }
  return shape;
}

TEST(Dot, IsWellFormedWhateverTheTextHolds) {
  const DotShape shape = shape_of(render_dot(report_of({hostile_kernel(), sample_kernel()})));
  EXPECT_TRUE(shape.balanced);
}

TEST(Dot, EdgesJoinNodesThatExist) {
  const DotShape shape = shape_of(render_dot(report_of({sample_kernel()})));
  EXPECT_EQ(shape.defined, (std::set<std::string>{"k0i0", "k0i1", "k0i2"}));
  EXPECT_TRUE(std::ranges::includes(shape.defined, shape.used));
}

TEST(Dot, LeavesOutEdgesToNowhere) {
  KernelReport kernel = sample_kernel();
  kernel.edges.push_back({0, 99, 0, 1, CarrierRegister{"xmm9"}, false});
  EXPECT_EQ(render_dot(report_of({kernel})).find("xmm9"), std::string::npos);
}

TEST(Dot, ColoursTheLoopCarriedChain) {
  EXPECT_THAT(render_dot(report_of({sample_kernel()})),
              HasSubstr("k0i1 -> k0i1 [label=\"8.0 xmm1, 2 iterations later\", color"));
}

TEST(Dot, HasEachEdgeOnceWithItsLongestLatency) {
  KernelReport kernel = sample_kernel(); // two edges
  const std::size_t edges = kernel.edges.size();
  for (int copy = 0; copy < 3; ++copy)
    kernel.edges.push_back(kernel.edges[0]);
  kernel.edges.back().cycles = 7;
  EXPECT_EQ(distinct_edges(kernel).size(), edges);
  const std::string dot = render_dot(report_of({kernel}));
  std::size_t arrows = 0;
  for (std::size_t at = dot.find("->"); at != std::string::npos; at = dot.find("->", at + 2))
    ++arrows;
  EXPECT_EQ(arrows, edges);
  EXPECT_THAT(dot, HasSubstr("7.0 xmm1"));
}

TEST(Dot, KeepsEdgesThatDifferInWhatTheyCarryOrHowFar) {
  KernelReport kernel = sample_kernel();
  kernel.edges = {{0, 1, 0, 1, CarrierRegister{"xmm1"}, false},
                  {0, 1, 1, 1, CarrierRegister{"xmm1"}, false},
                  {0, 1, 0, 1, CarrierRegister{"CF"}, false},
                  {0, 1, 0, 1, CarrierRegister{"xmm1"}, true},
                  {1, 0, 0, 1, CarrierRegister{"xmm1"}, false}};
  EXPECT_EQ(distinct_edges(kernel).size(), kernel.edges.size());
}

} // namespace
} // namespace osaca::testing

// Symbols and their meaning as in the Itanium C++ ABI, section 5.1, and as c++filt prints them.
#include "base/readable_name.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

TEST(ReadableName, IsWhatTheSourceCallsTheFunction) {
  EXPECT_EQ(readable_name("_Z3dotIdET_S0_"), "dot<double>");
  EXPECT_EQ(readable_name("_ZN3FoocvbEv"), "Foo::operator bool");
  EXPECT_EQ(readable_name("_ZN3FoonwEm"), "Foo::operator new");
  EXPECT_EQ(readable_name("_ZN12_GLOBAL__N_15solveIiEEvT_"), "(anonymous namespace)::solve<int>");
  EXPECT_EQ(readable_name("_ZN3sim5solveEPdi"), "sim::solve");
  EXPECT_EQ(readable_name("_ZNK3FooclEi"), "Foo::operator()");
  EXPECT_EQ(readable_name("_Z3runPFviE"), "run") << "a parameter with parentheses of its own";
}

TEST(ReadableName, SaysNothingOfCopiesThatCompilersMake) {
  EXPECT_EQ(readable_name("sort.constprop.0"), "sort");
  EXPECT_EQ(readable_name("sort.part.3.isra.0"), "sort");
  EXPECT_EQ(readable_name("sort.cold"), "sort");
  EXPECT_EQ(readable_name("_ZN3sim5solveEPdi.constprop.0"), "sim::solve");
  EXPECT_EQ(readable_name("sort._omp_fn.0"), "sort._omp_fn.0") << "a function of its own";
  EXPECT_EQ(readable_name(".isra.0"), ".isra.0");
  EXPECT_EQ(readable_name("sort.isra."), "sort.isra.");
}

// As names of Windows' functions are read.
TEST(ReadableName, OfASignatureIsWithoutItsParameters) {
  EXPECT_EQ(readable_name("sim::solve(double*, int)"), "sim::solve");
  EXPECT_EQ(readable_name("sim::sum<float>(float const*)"), "sim::sum<float>");
  EXPECT_EQ(readable_name("Foo::operator()(int)"), "Foo::operator()");
  EXPECT_EQ(readable_name("Foo::operator()"), "Foo::operator()");
}

TEST(ReadableName, LeavesOtherNamesAlone) {
  EXPECT_EQ(readable_name("scale"), "scale");
  EXPECT_EQ(readable_name(""), "");
  EXPECT_EQ(readable_name("_Z"), "_Z");
  EXPECT_EQ(readable_name("_Znonsense("), "_Znonsense(");
  const std::string longest = "_Z" + std::string(1'000'000, 'P');
  EXPECT_EQ(readable_name(longest), longest);
}

} // namespace
} // namespace osaca

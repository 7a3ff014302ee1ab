// Symbols and their meaning as in the Itanium C++ ABI, section 5.1, and as c++filt prints them.
#include "base/readable_name.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

TEST(ReadableName, IsWhatTheSourceCallsTheFunction) {
  EXPECT_EQ(readable_name("_Z3dotIdET_S0_"), "dot<double>");
  EXPECT_EQ(readable_name("__pdv_kernel_module_MOD_pdv_kernel"), "pdv_kernel_module::pdv_kernel");
  EXPECT_EQ(readable_name("__solver_MOD_step.constprop.0"), "solver::step");
  for (const char *other : {"__MOD_x", "_MOD_x", "__a_MOD_", "MAIN__", "a_MOD_b"})
    EXPECT_EQ(readable_name(other), other);
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

/// "_Z1fI1AE", then B<A, A>, then B of two of these, and so on: the signature doubles with each level (section 5.1.10
/// of the ABI: each template-id is a substitution).
std::string symbol_of_doubled(int levels) {
  const auto substitution = [](int number) {
    std::string digits;
    for (int n = number - 1; number > 0 && (n > 0 || digits.empty()); n /= 36)
      digits.insert(digits.begin(), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % 36]);
    return "S" + digits + "_";
  };
  std::string symbol = "_Z1f1A1BIS_S_E";
  for (int level = 2; level <= levels; ++level)
    symbol += "S0_I" + substitution(level) + substitution(level) + "E";
  return symbol;
}

TEST(ReadableName, ThatWouldFillTheMemoryStaysASymbol) {
  EXPECT_EQ(demangled(symbol_of_doubled(2)), "f(A, B<A, A>, B<B<A, A>, B<A, A> >)");
  EXPECT_EQ(readable_name(symbol_of_doubled(8)), "f");
  for (const int levels : {20, 29, 33, 200}) {
    EXPECT_FALSE(demangled(symbol_of_doubled(levels)).has_value()) << levels;
    EXPECT_EQ(readable_name(symbol_of_doubled(levels)), symbol_of_doubled(levels));
  }
}

// Packs are written out for each of their elements; what refers to an argument that comes later may go round in
// circles.
TEST(ReadableName, OfPacksAndForwardReferences) {
  EXPECT_EQ(readable_name("_Z1fIJidcEEvDpT_"), "f<int, double, char>");
  EXPECT_EQ(readable_name("_ZN1AcvT_IiEEv"), "A::operator int<int>");
  EXPECT_EQ(readable_name("_ZNSt6vectorIdSaIdEE9push_backEOd"), "std::vector<double>::push_back");
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

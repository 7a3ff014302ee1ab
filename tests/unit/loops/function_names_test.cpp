#include "loops/function_names.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca {
namespace {

/// double sum<double>(std::vector<double, std::allocator<double> > const&), as c++filt writes it.
const std::string sum_of_doubles = "_Z3sumIdET_RKSt6vectorIS0_SaIS0_EE";

bool is_meant(const std::string &pattern, const std::string &symbol) {
  return FunctionPatterns({pattern}).matches(symbol);
}

TEST(FunctionPatterns, AcceptNamesAsReportsShortenThem) {
  for (const char *pattern :
       {"sum<double>(std::vector<double> const&)", "double sum<double>(std::vector<double> const&)",
        "sum<double>(std::vector<double>const &)", "sum<double>( std::vector< double > const & )",
        "sum*(std::vector<*> const&)", "sum<double>", "sum"})
    EXPECT_TRUE(is_meant(pattern, sum_of_doubles)) << pattern;
}

TEST(FunctionPatterns, AcceptClosingBracketsWithAndWithoutABlank) {
  for (const char *pattern : {"sum<double>(std::vector<double, std::allocator<double> > const&)",
                              "sum<double>(std::vector<double, std::allocator<double>> const&)",
                              "sum<double>(std::vector<double,std::allocator<double>>const&)"})
    EXPECT_TRUE(is_meant(pattern, sum_of_doubles)) << pattern;
}

TEST(FunctionPatterns, KeepDifferentFunctionsApart) {
  for (const char *pattern : {"sum<float>(std::vector<float> const&)", "sum<double>(std::vector<double>&)",
                              "sum<double>(std::vector<float> const&)", "sum<double>(std::vector<doubleconst>&)"})
    EXPECT_FALSE(is_meant(pattern, sum_of_doubles)) << pattern;
}

TEST(FunctionPatterns, AcceptNamesOfFortranAsShown) {
  EXPECT_TRUE(is_meant("solver::step", "__solver_MOD_step"));
  EXPECT_FALSE(is_meant("solver::stop", "__solver_MOD_step"));
}

} // namespace
} // namespace osaca

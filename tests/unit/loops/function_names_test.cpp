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

TEST(FunctionPatterns, SelectWhatAFortranProcedureRunsInParallel) {
  EXPECT_TRUE(is_meant("grid::jacobi", "__grid_MOD_jacobi._omp_fn.0"));
  EXPECT_FALSE(is_meant("grid::jacob", "__grid_MOD_jacobi._omp_fn.0"));
}

TEST(FunctionPatterns, FindThePlainNameInAScope) {
  const std::vector<std::string> functions = {"__md_MOD_horner",      "__md_MOD_horner._omp_fn.0",
                                              "_ZN3sim5solveEPdi",    "_ZN3sim5solveEPfi",
                                              "_ZN1a4scanEv",         "_ZN1b4scanEv",
                                              "_ZN3sim3sumIdEET_S1_", "plain"};
  EXPECT_EQ(
      with_scopes({"horner", "solve", "scan", "sum", "plain", "lain", "*olve", "x::solve"}, functions),
      (std::vector<std::string>{"md::horner", "sim::solve", "scan", "sim::sum", "plain", "lain", "*olve", "x::solve"}));
}

TEST(FunctionPatterns, AcceptNamesOfFortranAsShown) {
  EXPECT_TRUE(is_meant("solver::step", "__solver_MOD_step"));
  EXPECT_FALSE(is_meant("solver::stop", "__solver_MOD_step"));
}

} // namespace
} // namespace osaca

#include "base/name_matching.h"

#include <gtest/gtest.h>

#include <vector>

namespace osaca {
namespace {

TEST(Suggest, CountsEditsWithoutRegardToCase) {
  EXPECT_EQ(edit_distance("ZEN4", "zen4", 3), 0);
  EXPECT_EQ(edit_distance("kitten", "sitting", 5), 3);
  EXPECT_EQ(edit_distance("zne4", "zen4", 3), 1); // neighbours swapped
  EXPECT_EQ(edit_distance("", "abc", 5), 3);
  EXPECT_EQ(edit_distance("abcdef", "uvwxyz", 2), 3); // beyond the limit
}

TEST(Suggest, FindsTheNearestNameAndNothingFarAway) {
  const std::vector<std::string> names = {"zen1", "zen4", "skylake", "neoverse-v2"};
  EXPECT_EQ(nearest_name("skylaek", names), "skylake");
  EXPECT_EQ(nearest_name("neoverse_v2", names), "neoverse-v2");
  EXPECT_EQ(nearest_name("pentium", names), "");
  EXPECT_EQ(suggestion("zen5", names), "; did you mean 'zen1'?"); // a tie goes to the first
  EXPECT_EQ(suggestion("", names), "");
  EXPECT_EQ(nearest_name(std::string(100000, 'z'), names), "");
}

TEST(Suggest, TakesANameThatWasLeftUnfinished) {
  const std::vector<std::string> names = {"icelake-server", "icelake-client", "measure", "model", "models"};
  EXPECT_EQ(nearest_name("Meas", names), "measure");
  EXPECT_EQ(nearest_name("icelake", names), "icelake-server"); // equally long: the first
  EXPECT_EQ(nearest_name("mod", names), "model");
  EXPECT_EQ(nearest_name("mo", names), "");
  EXPECT_EQ(nearest_name("modle", names), "model"); // edits first
}

} // namespace
} // namespace osaca

#include "base/loop_role.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using Kind = LoopRole::Kind;
using Reading = LoopRole::Reading;

TEST(LoopRole, IsNamedByKindCopyAndReading) {
  EXPECT_EQ(name_of(LoopRole{}), "");
  EXPECT_EQ(name_of(LoopRole{.kind = Kind::remainder}), "remainder");
  EXPECT_EQ(name_of(LoopRole{.kind = Kind::vector_body, .copy = 2, .copies = 3}), "vector body, copy 2 of 3");
  EXPECT_EQ(name_of(LoopRole{.copy = 1, .copies = 2, .reading = Reading::inner_loops_once}),
            "copy 1 of 2 (outer loop; inner loops counted once)");
  EXPECT_EQ(name_of(LoopRole{.reading = Reading::in_a_row}),
            "its branch back was not found; all its instructions are analysed as one sequence");
}

TEST(LoopRole, ComesBackFromItsName) {
  for (const Kind kind : {Kind::plain, Kind::vector_body, Kind::remainder, Kind::scalar_version})
    for (const int copies : {0, 1, 12})
      for (const Reading reading :
           {Reading::whole, Reading::inner_loops_once, Reading::inner_loops_repeated, Reading::in_a_row}) {
        const LoopRole role{.kind = kind, .copy = copies, .copies = copies, .reading = reading};
        EXPECT_EQ(loop_role_named(name_of(role)), role) << name_of(role);
      }
}

TEST(LoopRole, OfAForeignNameKeepsItLetterForLetter) {
  for (const std::string_view name :
       {"epilogue", "copy", "copy 01 of 2", "vector body, copy 0 of 2", "vector body,copy 1 of 2", "copy 1 of", " of ",
        "a, copy 99999999999 of 2", "vector body (outer loop)", " (outer loop; inner loops counted once)",
        ", copy 1 of 2", "xcopy 1 of 2", "copy 1 of 2, copy 1 of 2"}) {
    EXPECT_EQ(loop_role_named(name).kind, Kind::foreign) << name;
    EXPECT_EQ(name_of(loop_role_named(name)), name);
  }
  EXPECT_EQ(loop_role_named("epilogue, copy 3 of 4").copy, 3);
}

TEST(LoopRole, WithoutCopiesIsWhatTheyHaveInCommon) {
  EXPECT_EQ(name_of(without_copies(loop_role_named("vector body, copy 2 of 3"))), "vector body");
  EXPECT_EQ(name_of(without_copies(loop_role_named("copy 2 of 3 (outer loop; inner loops counted once)"))), "");
  EXPECT_EQ(name_of(without_copies(loop_role_named("remainder (outer loop; inner loops counted once)"))),
            "remainder (outer loop; inner loops counted once)");
}

} // namespace
} // namespace osaca

// Fingerprints, compared with the test vectors of the algorithm (draft-eastlake-fnv, FNV-1a with 64 bits).
#include "base/fingerprint.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

TEST(Fingerprint, IsTheOneOfTheAlgorithm) {
  EXPECT_EQ(fingerprint_of("").text(), "cbf29ce484222325");
  EXPECT_EQ(fingerprint_of("a").text(), "af63dc4c8601ec8c");
  EXPECT_EQ(fingerprint_of("foobar").text(), "85944171f73967e8");
}

TEST(Fingerprint, OfPartsIsThatOfTheWhole) {
  EXPECT_EQ(fingerprint_of("foo").followed_by("bar"), fingerprint_of("foobar"));
  EXPECT_EQ(fingerprint_of("").followed_by("foo").followed_by("").followed_by("bar"), fingerprint_of("foobar"));
}

} // namespace
} // namespace osaca

// Bytes that stencils move, against what INSPECT and two papers predicted and what INSPECT measured.
#include "published_rows.h"
#include "stencils.h"

#include <gtest/gtest.h>

#include <cmath>

namespace osaca {
namespace {

using namespace sample;

/// The cache in front of a boundary ("L2L3": the second one). INSPECT's sizes; those of Hammer's machines.
std::int64_t cache_before(const std::string &machine, const std::string &boundary) {
  if (boundary == "L1L2")
    return 32 << 10;
  if (boundary == "L2L3")
    return machine.starts_with("SKX") ? 1 << 20 : 256 << 10;
  return machine.starts_with("SKX")   ? 28 << 20
         : machine.starts_with("BDW") ? 22 << 20
         : machine.starts_with("HSW") ? 18 << 20
         : machine.starts_with("SNB") ? 20 << 20
                                      : 25 << 20;
}

double bytes_per_update(const Stencil &stencil, std::int64_t n, std::int64_t cache_bytes) {
  const ArrayReuse reuse = reuse_of(stencil(n), cache_bytes);
  return double_bytes * (reuse.misses + reuse.evicts);
}

TEST(PublishedTraffic, IsAsNearToWhatWasMeasured) {
  const std::optional<std::vector<PublishedRow>> rows = published_rows("traffic.csv");
  if (!rows)
    GTEST_SKIP() << "no traffic.csv; set OSACA_SHARED_DIR";
  int compared = 0;
  for (const PublishedRow &row : *rows) {
    if (row.at("measured_bytes_per_update").empty() || row.at("predicted_bytes_per_update").empty())
      continue;
    const double measured = std::stod(row.at("measured_bytes_per_update"));
    const double predicted = std::stod(row.at("predicted_bytes_per_update"));
    if (measured <= 0 || std::abs(predicted - measured) > 0.05 * measured)
      continue;
    const std::optional<Stencil> stencil = stencil_named(row.at("stencil"));
    ASSERT_TRUE(stencil) << row.at("stencil");
    const double ours =
        bytes_per_update(*stencil, std::stoll(row.at("N")), cache_before(row.at("machine"), row.at("level")));
    EXPECT_LE(std::abs(ours - measured), 0.05 * measured)
        << row.at("stencil") << ' ' << row.at("machine") << ' ' << row.at("config") << " N " << row.at("N") << ' '
        << row.at("level") << ": " << ours << ", measured " << measured << ", INSPECT " << predicted;
    ++compared;
  }
  EXPECT_GT(compared, 4000);
}

// What two papers predicted and nobody measured: Hammer et al. 2015 and 2017.
TEST(PublishedTraffic, IsThatOfThePapers) {
  const std::optional<std::vector<PublishedRow>> rows = published_rows("traffic.csv");
  if (!rows)
    GTEST_SKIP() << "no traffic.csv; set OSACA_SHARED_DIR";
  int compared = 0;
  for (const PublishedRow &row : *rows) {
    if (!row.at("measured_bytes_per_update").empty())
      continue;
    const std::optional<Stencil> stencil = stencil_named(row.at("stencil"));
    ASSERT_TRUE(stencil) << row.at("stencil");
    // Without a size: rows fit in no first level, planes in no second one.
    const std::int64_t n = row.at("N").empty() ? 900 : std::stoll(row.at("N"));
    EXPECT_EQ(bytes_per_update(*stencil, n, cache_before(row.at("machine"), row.at("level"))),
              std::stod(row.at("predicted_bytes_per_update")))
        << row.at("stencil") << ' ' << row.at("machine") << ' ' << row.at("level");
    ++compared;
  }
  EXPECT_GE(compared, 17);
}

} // namespace
} // namespace osaca

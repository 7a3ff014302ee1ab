// Layer conditions against a simulated cache and against published ones.
#include "published_rows.h"
#include "stencils.h"

#include <gtest/gtest.h>

#include <cmath>
#include <list>
#include <map>
#include <unordered_map>

namespace osaca {
namespace {

using namespace sample;

// Hammer et al., 2017, Listing 5: the long-range stencil in 32 KiB, 256 KiB and 25 MiB, rounded to whole numbers there.
TEST(LayerConditions, AreHammersOfTheLongRangeStencil) {
  const std::int64_t caches[] = {32 << 10, 256 << 10, 25 << 20};
  const std::int64_t rows[] = {216, 1725, 172463};
  const std::int64_t planes[] = {19, 55, 546};
  for (int level = 0; level < 3; ++level) {
    const auto is_between = [&](std::int64_t n, int dimension) {
      const std::int64_t largest = largest_n(long_range, dimension, caches[level]);
      return n == largest || n == largest + 1;
    };
    EXPECT_TRUE(is_between(rows[level], 2)) << level;
    EXPECT_TRUE(is_between(planes[level], 3)) << level;
  }
}

// The same paper, section 2.4.2: 32 N - 16 bytes, three hits and two misses.
TEST(LayerConditions, AreHammersOfAFivePointStencil) {
  const Stencil stencil = *stencil_named("2d-5pt");
  for (const std::int64_t n : {100, 1000, 6000}) {
    EXPECT_EQ(bytes_needed(stencil(n), Cycles(0), reuse_within(stencil(n), n, 2)), Cycles(32 * n - 16));
    const ArrayReuse fits = reuse_of(stencil(n), 32 * n - 16);
    EXPECT_EQ(fits.hits, 3);
    EXPECT_EQ(fits.misses, 2);
    EXPECT_EQ(fits.evicts, 1);
    EXPECT_EQ(reuse_of(stencil(n), 32 * n - 17).misses, 4);
  }
}

/// A fully associative cache that forgets what was used longest ago.
class SimulatedCache {
public:
  explicit SimulatedCache(std::size_t lines) : lines_(lines) {}

  bool hits(std::int64_t line) {
    const auto known = place_.find(line);
    const bool is_there = known != place_.end();
    if (is_there)
      used_.erase(known->second);
    used_.push_front(line);
    place_[line] = used_.begin();
    if (used_.size() > lines_) {
      place_.erase(used_.back());
      used_.pop_back();
    }
    return is_there;
  }

private:
  std::size_t lines_;
  std::list<std::int64_t> used_;
  std::unordered_map<std::int64_t, std::list<std::int64_t>::iterator> place_;
};

/// Lines that miss in an iteration, far from the beginning, with an element to a line.
double simulated_misses(const std::vector<ArrayPositions> &arrays, std::int64_t n, std::int64_t cache_bytes) {
  SimulatedCache cache(static_cast<std::size_t>(cache_bytes / double_bytes));
  std::int64_t misses = 0;
  const std::int64_t warm = 12 * n * n; // more than any array's places are apart
  constexpr std::int64_t counted = 500;
  for (std::int64_t i = 0; i < warm + counted; ++i)
    for (std::size_t a = 0; a < arrays.size(); ++a)
      for (const ArrayPosition &place : arrays[a].places) {
        const std::int64_t line = (static_cast<std::int64_t>(a) << 40) + i * arrays[a].step_bytes / double_bytes +
                                  place.offset_bytes / double_bytes;
        const bool hit = cache.hits(line);
        misses += i >= warm && !hit ? 1 : 0;
      }
  return static_cast<double>(misses) / counted;
}

// Away from the thresholds by more than what one iteration brings.
TEST(LayerConditions, AgreeWithASimulatedCache) {
  for (const char *name : {"2d-5pt", "3d-7pt", "3d-13pt-star-variable", "3d-27pt-box", "long-range", "uxx"}) {
    const Stencil stencil = *stencil_named(name);
    for (const std::int64_t n : {11, 20}) {
      const std::vector<ArrayPositions> arrays = stencil(n);
      for (const int dimension : {2, 3})
        for (const double share : {0.85, 1.15}) {
          const Cycles needed = bytes_needed(arrays, Cycles(0), reuse_within(arrays, n, dimension));
          const auto bytes = static_cast<std::int64_t>(share * needed.to_double()) + (share > 1 ? 400 : -400);
          if (bytes > 1000) {
            EXPECT_NEAR(reuse_of(arrays, bytes).misses, simulated_misses(arrays, n, bytes), 0.01)
                << name << ' ' << n << ' ' << bytes;
          }
        }
    }
  }
}

TEST(LayerConditions, DirectionAndSpeedDoNotMatter) {
  ArrayPositions rows = array_of({-1000, 0, 1000}, true);
  const std::int64_t fits = 2 * 8000 + 8000;
  EXPECT_EQ(reuse_of({rows}, fits).misses, 1);
  EXPECT_EQ(reuse_of({rows}, fits).evicts, 1);
  EXPECT_EQ(reuse_of({rows}, fits - 1).misses, 3);
  EXPECT_EQ(reuse_of({rows}, fits - 1).evicts, 3);
  rows.step_bytes = -64;
  rows.bytes_per_iteration = Cycles(64);
  EXPECT_EQ(reuse_of({rows}, fits).misses, 1);
  EXPECT_EQ(reuse_of({rows}, fits - 1).misses, 3);
  // What else an iteration brings takes its place: another line of 64 bytes, 125 times.
  EXPECT_EQ(reuse_in_cache(std::vector{rows}, Cycles(64), fits + 7999).front().misses, 3);
  EXPECT_EQ(reuse_in_cache(std::vector{rows}, Cycles(64), fits + 8000).front().misses, 1);
}

/// "L1" of SKX: from the rows whose cache is printed.
std::map<std::string, std::int64_t> printed_caches(const std::vector<PublishedRow> &rows) {
  std::map<std::string, std::int64_t> caches;
  for (const PublishedRow &row : rows)
    if (!row.at("cache_bytes").empty())
      caches[row.at("machine") + ' ' + row.at("level")] = std::stoll(row.at("cache_bytes"));
  return caches;
}

TEST(PublishedConditions, AreAllReproduced) {
  const std::optional<std::vector<PublishedRow>> rows = published_rows("layer-conditions.csv");
  if (!rows)
    GTEST_SKIP() << "no layer-conditions.csv; set OSACA_SHARED_DIR";
  const std::map<std::string, std::int64_t> caches = printed_caches(*rows);
  int compared = 0;
  for (const PublishedRow &row : *rows) {
    const std::string what =
        row.at("stencil") + ' ' + row.at("machine") + ' ' + row.at("level") + ' ' + row.at("dimension");
    const std::optional<Stencil> stencil = stencil_named(row.at("stencil"));
    ASSERT_TRUE(stencil) << what;
    const auto cache = caches.find(row.at("machine") + ' ' + row.at("level"));
    if (row.at("N_max").empty() && row.at("hits").empty())
      ADD_FAILURE() << what << ": nothing to compare with";
    if (!row.at("N_max").empty()) {
      ASSERT_NE(cache, caches.end()) << what;
      const std::int64_t published = std::stoll(row.at("N_max"));
      const std::int64_t largest = largest_n(*stencil, row.at("dimension") == "3D" ? 3 : 2, cache->second);
      const bool is_rounded = row.at("stencil") == "long-range"; // to the nearest
      EXPECT_TRUE(largest == published || (is_rounded && largest + 1 == published))
          << what << ": " << largest << ", not " << published;
    }
    if (!row.at("hits").empty()) {
      // Each where it holds and the one before does not: in whole arrays, in planes, in rows, in none.
      const std::int64_t bytes = cache == caches.end() ? 1 << 20 : cache->second;
      const std::int64_t n = row.at("dimension") == "all" ? 12
                             : row.at("dimension") == "1D"
                                 ? 600'000
                                 : largest_n(*stencil, row.at("dimension") == "3D" ? 3 : 2, bytes);
      std::vector<ArrayPositions> arrays = (*stencil)(n);
      if (row.at("dimension") == "all")
        for (ArrayPositions &array : arrays)
          array.bytes = n * n * n * double_bytes;
      const ArrayReuse reuse = reuse_of(arrays, bytes);
      EXPECT_EQ(reuse.hits, std::stoi(row.at("hits"))) << what;
      EXPECT_EQ(reuse.misses, std::stoi(row.at("misses"))) << what;
      if (!row.at("evicts").empty()) {
        EXPECT_EQ(reuse.evicts, std::stoi(row.at("evicts"))) << what;
      }
    }
    ++compared;
  }
  EXPECT_GT(compared, 180);
}

} // namespace
} // namespace osaca

// What trip counts tell of where data are.
#include "loop_in_memory.h"

#include <list>
#include <map>
#include <random>
#include <set>

namespace osaca::sample {
namespace {

struct Nest {
  std::int64_t trip_count = 0;
  std::int64_t row_bytes = 0; ///< 0: no loop around that moves anything
  std::int64_t rows = 0;
  std::int64_t sweeps = 0;
};

std::optional<std::int64_t> unless_zero(std::int64_t value) { return value == 0 ? std::nullopt : std::optional(value); }

/// So small that caches can be played through.
MemoryHierarchy small_memory() {
  MemoryHierarchy memory = plain_memory();
  memory.l1_bytes = 4 << 10;
  memory.levels[0].bytes = 32 << 10;
  memory.levels[1].bytes = 512 << 10;
  return memory;
}

/// a[i] = b[i] * s, or one array updated; `step` bytes an iteration, one of the source each.
KernelReport scaled(const Nest &nest, int step, const std::string &from = "b", const std::string &to = "a",
                    const std::function<void(Kernel &)> &change = {}) {
  const std::string body = "vmovsd (%rsi,%rax), %xmm0\nvmulsd %xmm1, %xmm0, %xmm0\nvmovsd %xmm0, (%rdx,%rax)";
  return loop_in_memory(x86_loop(body, step), "emeraldrapids", small_memory(), {}, [&](Kernel &kernel) {
    kernel.instructions.at(0).array = from;
    kernel.instructions.at(2).array = to;
    kernel.source_iterations = 1;
    kernel.nest = {unless_zero(nest.trip_count), unless_zero(nest.row_bytes), unless_zero(nest.rows),
                   unless_zero(nest.sweeps)};
    if (change)
      change(kernel);
  });
}

/// Lines in the order in which one sweep comes to them, of an array that begins at a border of a line.
std::vector<std::int64_t> lines_of_sweep(const Nest &nest, int step) {
  std::vector<std::int64_t> lines;
  for (std::int64_t row = 0; row < std::max<std::int64_t>(nest.rows, 1); ++row)
    for (std::int64_t i = 0; i < nest.trip_count; ++i)
      if (const std::int64_t line = (row * nest.row_bytes + i * step) / 64; lines.empty() || lines.back() != line)
        lines.push_back(line);
  return lines;
}

/// A cache that forgets what was used longest ago.
class Cache {
public:
  explicit Cache(std::int64_t bytes) : most_(static_cast<std::size_t>(bytes / 64)) {}
  bool holds_or_loads(std::int64_t line) {
    const auto known = places_.find(line);
    if (known != places_.end())
      order_.erase(known->second);
    order_.push_front(line);
    places_[line] = order_.begin();
    if (order_.size() > most_) {
      places_.erase(order_.back());
      order_.pop_back();
    }
    return known != places_.end();
  }

private:
  std::size_t most_;
  std::list<std::int64_t> order_;
  std::map<std::int64_t, std::list<std::int64_t>::iterator> places_;
};

TEST(Footprint, IsNoMoreThanWhatANestComesTo) {
  std::mt19937 random(7);
  const auto between = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  for (int turn = 0; turn < 100; ++turn) {
    const int step = 8 * between(1, turn % 2 == 0 ? 4 : 40);
    Nest nest = {between(1, 3000), 0, 0, 0};
    if (turn % 3 != 0) {
      nest.row_bytes = 8 * between(1, 6000);
      nest.rows = between(1, 60);
    }
    const KernelReport report = scaled(nest, step, "a", "a");
    ASSERT_TRUE(report.memory && report.memory->footprint) << turn;
    const std::vector<std::int64_t> sweep = lines_of_sweep(nest, step);
    const std::set<std::int64_t> lines(sweep.begin(), sweep.end());
    // Each row may begin in the middle of a line.
    EXPECT_LE(report.memory->footprint->bytes,
              64 * static_cast<std::int64_t>(lines.size() + 1 + static_cast<std::size_t>(nest.rows)))
        << turn;
    if (nest.rows == 0 || nest.row_bytes >= step * nest.trip_count) { // rows that overlap are not looked at together
      EXPECT_GE(report.memory->footprint->bytes, 64 * static_cast<std::int64_t>(lines.size()) - 128 * (1 + nest.rows))
          << turn;
    }
  }
}

/// Of one sweep over so many lines, how many a cache must ask for that held as many of them as it can.
double share_of_misses(const std::vector<std::int64_t> &sweep, std::int64_t cache_bytes, std::int64_t sweeps) {
  Cache cache(cache_bytes);
  for (std::int64_t i = std::min<std::int64_t>(cache_bytes / 64, static_cast<std::int64_t>(sweep.size())) - 1; i >= 0;
       --i)
    cache.holds_or_loads(sweep.at(static_cast<std::size_t>(i)));
  std::int64_t misses = 0;
  for (std::int64_t turn = 0; turn < sweeps; ++turn)
    for (const std::int64_t line : sweep)
      misses += cache.holds_or_loads(line) ? 0 : 1;
  return static_cast<double>(misses) / static_cast<double>(sweeps) / static_cast<double>(sweep.size());
}

// The caches are as full of the loop's data as they can be when it begins.
TEST(Footprint, HasALevelOnlyIfMostDataComeFromItOrBeyond) {
  const MemoryHierarchy memory = small_memory();
  const std::vector<std::int64_t> caches = {memory.l1_bytes, memory.levels[0].bytes, memory.levels[1].bytes};
  int told = 0;
  for (std::int64_t bytes = 2 << 10; bytes < (4 << 20); bytes += bytes / 2 + 64)
    for (const std::int64_t sweeps : {0, 3}) {
      const Nest nest = {bytes / 8, 0, 0, sweeps};
      const KernelReport report = scaled(nest, 8, "a", "a");
      ASSERT_TRUE(report.memory && report.memory->footprint);
      const int nearest = report.memory->footprint->nearest_level;
      EXPECT_EQ(report.memory->data_in.value_or(0), nearest);
      EXPECT_EQ(report.memory->data_in_source == DataLevelSource::trip_counts, nearest > 0);
      const std::vector<std::int64_t> sweep = lines_of_sweep(nest, 8);
      for (int nearer = 0; nearer < nearest; ++nearer) {
        ++told;
        EXPECT_GE(
            share_of_misses(sweep, caches.at(static_cast<std::size_t>(nearer)), std::max<std::int64_t>(sweeps, 1)),
            0.74)
            << bytes;
      }
    }
  EXPECT_GT(told, 20);
}

TEST(Footprint, OfOneArrayUnderTwoAddressesCountsOnce) {
  const Nest nest = {100'000, 0, 0, 0};
  const auto bytes = [&](const char *from, const char *to) {
    return scaled(nest, 8, from, to).memory->footprint->bytes;
  };
  EXPECT_EQ(bytes("b", "a"), 1'600'000);
  EXPECT_EQ(bytes("a", "a"), 800'000);
  EXPECT_EQ(bytes("", ""), 800'000) << "they may be the same";
}

TEST(Footprint, OfAnUnrolledLoopIsThatOfTheSource) {
  const KernelReport report =
      scaled({100'000, 0, 0, 0}, 32, "a", "a", [](Kernel &kernel) { kernel.source_iterations = 4; });
  EXPECT_EQ(report.memory->footprint->bytes, 800'000);
}

TEST(Footprint, IsNotKnownOfPartsOfALoop) {
  const auto of = [](const std::function<void(Kernel &)> &change) {
    return scaled({6'000'000, 0, 0, 0}, 8, "b", "a", change).memory->footprint;
  };
  EXPECT_TRUE(of([](Kernel &) {}));
  EXPECT_TRUE(of([](Kernel &kernel) { kernel.role.kind = LoopRole::Kind::vector_body; }));
  EXPECT_FALSE(of([](Kernel &kernel) { kernel.role.kind = LoopRole::Kind::remainder; }));
  EXPECT_FALSE(of([](Kernel &kernel) { kernel.role.kind = LoopRole::Kind::scalar_version; }));
  EXPECT_FALSE(of([](Kernel &kernel) { kernel.role.copy = 1, kernel.role.copies = 2; }));
  EXPECT_FALSE(of([](Kernel &kernel) { kernel.path.count = 2; }));
  EXPECT_FALSE(of([](Kernel &kernel) { kernel.nest.trip_count.reset(); }));
  EXPECT_FALSE(of([](Kernel &kernel) { kernel.source_iterations = 0; }));
  EXPECT_FALSE(of([](Kernel &kernel) { kernel.source_iterations.reset(); }));
}

// A table may be small, whatever the indices are.
TEST(Footprint, HasNoLevelForUnorderedAccesses) {
  const std::string body = "movslq (%rsi,%rax), %rbx\nvaddsd (%rdx,%rbx,8), %xmm0, %xmm0";
  const KernelReport report =
      loop_in_memory(x86_loop(body, 4), "emeraldrapids", plain_memory(), {}, [](Kernel &kernel) {
        kernel.source_iterations = 1;
        kernel.nest.trip_count = 100'000'000;
      });
  ASSERT_TRUE(report.memory && report.memory->footprint);
  EXPECT_EQ(report.memory->footprint->bytes, 400'000'000);
  EXPECT_EQ(report.memory->footprint->nearest_level, 0);
  EXPECT_FALSE(report.memory->data_in);
}

TEST(Footprint, OfAbsurdTripCountsIsBounded) {
  const KernelReport report = scaled({std::int64_t{1} << 50, std::int64_t{1} << 50, std::int64_t{1} << 50, 2}, 8);
  ASSERT_TRUE(report.memory && report.memory->footprint);
  EXPECT_GT(report.memory->footprint->bytes, 0);
  EXPECT_LE(report.memory->footprint->bytes, std::int64_t{1} << 53);
  EXPECT_EQ(report.memory->footprint->nearest_level, 3);
}

} // namespace
} // namespace osaca::sample

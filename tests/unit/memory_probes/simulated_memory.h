// A machine whose memory is known: caches in which any line is replaced, and transfers that add up or run side by side.
#pragma once

#include "measure/memory/probe.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace osaca::measure::memory::test {

struct SimulatedLevel {
  std::int64_t bytes = 0; ///< 0: memory
  double latency = 0;
  double read = 0; ///< a line
  double write = 0;
  bool is_serial = false;
  int banks = 1; ///< of its lines
};

class SimulatedMemory : public MemoryBench {
public:
  std::vector<SimulatedLevel> levels = {{48 << 10, 5, 0, 0, false},
                                        {2 << 20, 15, 0.8, 1.4, true},
                                        {32 << 20, 100, 6.6, 0.5, false},
                                        {0, 400, 14, 1.0, false}};
  std::int64_t spare_bytes = std::int64_t{4} << 30;
  int misses = 12;           ///< at the same time
  bool is_disturbed = false; ///< somebody else is there
  double spread = 0.3;       ///< then
  double return_cycles = 0;  ///< of stores that come back to a line, with data behind the first level
  double turn_cycles = 0;    ///< of stores to another line than the one before, anywhere
  std::vector<Walk> asked;

  WalkFigure time(const Walk &walk) override {
    asked.push_back(walk);
    WalkFigure figure;
    if (span_bytes(walk) > spare_bytes) {
      figure.cycles = {Status::too_many_pages, 0, 0, "too much"};
      return figure;
    }
    figure.cycles = {is_disturbed ? Status::unstable : Status::ok,
                     walk.kind == WalkKind::chase ? chase(walk) : sweep(walk), is_disturbed ? spread : 0.001, ""};
    figure.ns_per_cycle = 0.5;
    figure.huge_share = 1;
    return figure;
  }
  [[nodiscard]] std::int64_t most_bytes() const override { return spare_bytes; }
  [[nodiscard]] bool has_time() const override { return true; }

  /// Cycles per line of one array with its data in that level.
  [[nodiscard]] double sweep_from(WalkKind kind, std::size_t level, int step_lines = 1) const {
    const WalkTraffic traffic = traffic_of(kind);
    double in_first = 0.5 * (traffic.read + traffic.written);
    if (kind == WalkKind::write_by_turns)
      in_first += 2 * turn_cycles + (level > 0 ? 2 * return_cycles : 0);
    double in_turn = in_first;
    double longest = in_first;
    for (std::size_t i = 1; i <= level; ++i) {
      const double leg = (traffic.read + traffic.allocated) * levels[i].read * std::gcd(step_lines, levels[i].banks) +
                         traffic.written * levels[i].write;
      if (levels[i].is_serial)
        in_turn += leg;
      else
        longest = std::max(longest, leg);
    }
    return std::max(in_turn, longest) + (traffic.streamed > 0 ? 9 : 0);
  }

private:
  /// The part of the places that are not in a cache of so many lines, in a circle that begins again and again.
  static double missed(double lines, double cache_lines) {
    double part = 1;
    for (int i = 0; i < 200; ++i)
      part = 1 - std::exp(-lines * part / cache_lines);
    return lines <= cache_lines ? 0 : part;
  }

  [[nodiscard]] double chase(const Walk &walk) const {
    // Of places that are apart by several lines, only some sets are used.
    const double bytes = static_cast<double>(walk.bytes);
    if (walk.order != Walk::Order::random)
      return 8;
    if (walk.keeps_to_one_set)
      return walk.bytes / walk.step_bytes <= 12 ? 5 : 15;
    if (walk.step_bytes == 4096)
      return walk.bytes / 4096 <= 96 ? 5 : walk.bytes / 4096 <= 2048 ? 12 : 40;
    double cycles = levels.front().latency;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
      cycles += missed(bytes, static_cast<double>(levels[i].bytes)) * (levels[i + 1].latency - levels[i].latency);
    if (walk.multiplications > 0) // one begins each cycle, and takes three
      return walk.is_waiting_for_them ? cycles + 3 * walk.multiplications
                                      : std::max<double>(cycles, walk.multiplications);
    return cycles / std::min(walk.chains, misses);
  }

  [[nodiscard]] double sweep(const Walk &walk) const {
    // Steps of 2^k lines use one in 2^k of the sets.
    const auto step = static_cast<int>(walk.kind == WalkKind::strided_read ? walk.step_bytes / line_bytes : 1);
    std::size_t level = 0;
    while (level + 1 < levels.size() && walk.bytes * (step & -step) > levels[level].bytes)
      ++level;
    return sweep_from(walk.kind, level, step);
  }
};

} // namespace osaca::measure::memory::test

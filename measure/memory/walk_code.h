// A walk as executable code: timed by the harness, in this process, or in several processes at the same time.
#pragma once

#include "base/expected.h"
#include "measure/harness/timed_process.h"
#include "measure/memory/walk.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::memory {

// A walk as a task of the harness: code, registers, memory.

struct CodedWalk {
  TimedTask task;
  double shorter_steps = 0; ///< loads of a chase; else lines of one array
  double longer_steps = 0;
};

/// Memory for the walk's own data, outside of its arrays.
constexpr std::uint64_t huge_page_bytes_of_cells = 2U << 20U;

/// Two lengths of the walk. Each run begins where the previous one ended, so that a place is reached again only after
/// all others. `has_avx`: vectors of 32 bytes instead of 16.
[[nodiscard]] Expected<CodedWalk> coded(const Walk &walk, bool has_avx, std::uint64_t seed);

/// The assembly text of the walk; it counts in r15.
[[nodiscard]] std::string walk_text(const Walk &walk, bool has_avx);

/// The bytes of an array that one iteration of the outer loop covers.
[[nodiscard]] std::int64_t portion_bytes(std::int64_t array_bytes);

// A walk that is ready to run in this process: its memory is filled and its code is loaded.

/// Only one per process, since a walk's memory is at fixed addresses.
class ReadyWalk {
public:
  /// False: the system did not provide the memory, or walks cannot run on this machine.
  [[nodiscard]] bool prepare(const Walk &walk);
  /// The steps per call: loads of a chase, or lines of one array.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Continues where the last call ended.
  void go() const { function_(registers_.data()); }
  /// The current position: the address of the next place of a chase, or the bytes from the beginning of the arrays.
  [[nodiscard]] std::uint64_t position() const;
  /// The address of its first array.
  [[nodiscard]] std::uint64_t first_array() const { return registers_[register_of_first_array]; }

private:
  static constexpr std::size_t registers_of_walk = 16;
  static constexpr std::size_t register_of_first_array = 6; // rsi
  static constexpr std::size_t register_of_cells = 7;       // rdi
  std::array<std::uint64_t, registers_of_walk> registers_{};
  std::uint64_t steps_ = 0;
  void (*function_)(const std::uint64_t *) = nullptr;
};

// Several processes that walk at the same time, each on a CPU of its own.

struct TeamFigure {
  double gb_per_s = 0; ///< of all together: lines of arrays that were covered while all members were running
  double stolen_share = 0;
  std::string problem; ///< empty: the rate was measured
};

/// Each member walks over its own memory, first untimed. All begin at the same moment and continue until the time is
/// over.
[[nodiscard]] TeamFigure team_rate(const Walk &walk, const std::vector<int> &cpus, double seconds);

/// Nanoseconds per load of a chase on the first CPU while the other CPUs walk.
struct LoadedLatency {
  double ns = 0;
  double gb_per_s = 0; ///< of the other CPUs, counted in lines of an array
  std::string problem;
};
[[nodiscard]] LoadedLatency loaded_latency(const Walk &chase, const Walk &load, const std::vector<int> &cpus,
                                           double seconds);

/// The time in nanoseconds for handing over a line that two CPUs write in turns. Empty: it was not measured.
[[nodiscard]] std::optional<double> hand_over_ns(int one, int other);

} // namespace osaca::measure::memory

// How many cycles one execution of a basic block takes, or one iteration of a loop.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/loop_data.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/repeated_measurement.h"
#include "measure/harness/timed_code.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure {

// How many cycles one execution of a basic block takes when it is executed repeatedly.

struct BlockSettings {
  bool distinct_registers = false; ///< all registers begin with different values
  RepetitionPolicy repetition;
};

class BlockTimer {
public:
  [[nodiscard]] static Expected<BlockTimer> create();
  [[nodiscard]] Measurement measure(const std::vector<std::uint8_t> &block, const BlockSettings &settings);

private:
  explicit BlockTimer(TimedFrames frames) : frames_(std::move(frames)) {}
  TimedFrames frames_;
  CalmCore core_;
};

// How many cycles one iteration of a loop takes when all its data are in the L1 cache.

class LoopTimer {
public:
  /// `additions_per_cycle`: see CalmCore::expect_additions.
  [[nodiscard]] static Expected<LoopTimer> create(double additions_per_cycle = 0);
  [[nodiscard]] Measurement measure(const Kernel &written, const RepetitionPolicy &repetition);
  /// Times the loop with data of the size given by `wanted`, in huge pages as far as the system provides them.
  [[nodiscard]] Measurement measure_over(const Kernel &written, const WantedData &wanted,
                                         const RepetitionPolicy &repetition);

private:
  LoopTimer(TimedFrames plain, TimedFrames avx512) : plain_(std::move(plain)), avx512_(std::move(avx512)) {}
  [[nodiscard]] const TimedFrame &frame_of(const Kernel &loop) const;
  [[nodiscard]] Measurement timed(const TimedFrame &frame, const Kernel &loop, const LoopCode &code,
                                  const std::vector<LoopSetup> &setups, const RepetitionPolicy &repetition);
  [[nodiscard]] Measurement after_search(const TimedFrame &frame, const Kernel &loop, const LoopCode &code,
                                         std::int64_t most_iterations, const RepetitionPolicy &repetition);
  TimedFrames plain_;
  TimedFrames avx512_; ///< for loops that use AVX-512 registers. These frames set and save the registers,
                       ///< which would slow down other loops
  CalmCore core_;
};

// How a loop with data of a chosen size is timed.

constexpr std::int64_t very_slow_bytes = 128 << 20; ///< memory of this size takes long to prepare and to walk through

struct DataRun {
  TimedTask task;
  Executions executions;
};

/// `least_cycles`: a lower bound for one iteration.
[[nodiscard]] Expected<DataRun> data_run(const LoopCode &code, const LoopData &data, double least_cycles);

} // namespace osaca::measure

// The memory system as probes see it: a walk in, cycles per step out. The real one runs it on this machine; tests have
// simulated machines.
#pragma once

#include "base/expected.h"
#include "measure/harness/repeated.h"
#include "measure/memory/walk.h"

#include <memory>

namespace osaca::measure::memory {

struct WalkFigure {
  Measurement cycles; ///< per load of a chase; else per line of one array
  double ns_per_cycle = 0;
  double huge_share = 0; ///< of the bytes, in huge pages
  [[nodiscard]] bool is_there() const { return cycles.status == Status::ok || cycles.status == Status::unstable; }
  [[nodiscard]] bool is_disturbed() const { return cycles.status == Status::unstable; }
  [[nodiscard]] double ns() const { return cycles.cycles * ns_per_cycle; }
};

class MemoryBench {
public:
  MemoryBench() = default;
  MemoryBench(const MemoryBench &) = delete;
  MemoryBench &operator=(const MemoryBench &) = delete;
  virtual ~MemoryBench() = default;

  [[nodiscard]] virtual WalkFigure time(const Walk &walk) = 0;
  /// What may be taken of this machine's memory.
  [[nodiscard]] virtual std::int64_t most_bytes() const = 0;
  /// Whether there is time for more than what is needed most.
  [[nodiscard]] virtual bool has_time() const = 0;
};

struct BenchSettings {
  std::int64_t most_bytes = 0;
  double seconds = 180; ///< for all walks
  bool is_quick = false;
};

/// This machine.
[[nodiscard]] Expected<std::unique_ptr<MemoryBench>> make_memory_bench(const BenchSettings &settings);

} // namespace osaca::measure::memory

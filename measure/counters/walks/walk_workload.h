// A walk through memory as a workload: so many lines of 64 bytes, in a process of its own.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"
#include "measure/memory/walk.h"

#include <cstdint>
#include <memory>

namespace osaca::measure {

class WalkWorkload : public Workload {
public:
  /// As often as it takes to move `least_lines`; `bytes_before`: so much is gone through before it counts.
  [[nodiscard]] static Expected<std::unique_ptr<WalkWorkload>> of(std::string name, const memory::Walk &walk,
                                                                  std::uint64_t least_lines, std::int64_t bytes_before);

  [[nodiscard]] std::string name() const override { return name_; }
  /// False also if the process moved another number of lines.
  [[nodiscard]] bool run(ProcessObserver &observer) override;

  /// Exactly so many move: loads of a chase; else lines of one array.
  [[nodiscard]] std::uint64_t lines() const { return calls_ * steps_; }
  /// What the process of the last run says that it moved.
  [[nodiscard]] std::uint64_t lines_moved() const { return moved_; }

private:
  WalkWorkload(std::string name, memory::Walk walk, std::uint64_t steps, std::uint64_t calls,
               std::uint64_t calls_before)
      : name_(std::move(name)), walk_(walk), steps_(steps), calls_(calls), calls_before_(calls_before) {}

  std::string name_;
  memory::Walk walk_;
  std::uint64_t steps_ = 0; ///< of a call
  std::uint64_t calls_ = 0;
  std::uint64_t calls_before_ = 0;
  std::uint64_t moved_ = 0;
};

} // namespace osaca::measure

// A counter of perf_event_open: its attributes, and the file descriptor through which it is read.
#pragma once

#include "measure/counters/counter_source.h"

#include <linux/perf_event.h>
#include <unistd.h>
#include <utility>

namespace osaca::measure {

// The attributes for perf_event_open.

/// Counts in user space, and reports the times that show whether a count is exact.
[[nodiscard]] inline perf_event_attr attributes_of(const CounterEvent &event) {
  perf_event_attr wanted = {};
  wanted.size = sizeof wanted;
  wanted.type = event.type;
  wanted.config = event.config;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  wanted.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return wanted;
}

// A file descriptor that is closed when it is no longer needed.

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

private:
  int number_;
};

} // namespace osaca::measure

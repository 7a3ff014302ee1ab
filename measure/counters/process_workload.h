// A function that is counted while it runs in a process of its own.
#pragma once

#include "measure/counters/counter_source.h"

#include <functional>

namespace osaca::measure {

class ProcessWorkload : public Workload {
public:
  /// `prepare`: what is done before it counts. Neither may count on anything that other threads of this process do.
  ProcessWorkload(std::string name, std::function<void()> prepare, std::function<void()> work)
      : name_(std::move(name)), prepare_(std::move(prepare)), work_(std::move(work)) {}

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] bool run(ProcessObserver &observer) override;

private:
  std::string name_;
  std::function<void()> prepare_;
  std::function<void()> work_;
};

} // namespace osaca::measure

// A function that is counted while it runs in a process of its own, and workloads of this kind that need no counters of
// the processor.
#pragma once

#include "measure/counters/counted_machine.h"
#include "measure/counters/counter_source.h"

#include <functional>

namespace osaca::measure {

// A function that is counted while it runs in a process of its own.

class ProcessWorkload : public Workload {
public:
  /// `prepare` runs before counting begins. Neither function may rely on other threads of this process.
  ProcessWorkload(std::string name, std::function<void()> prepare, std::function<void()> work)
      : name_(std::move(name)), prepare_(std::move(prepare)), work_(std::move(work)) {}

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] bool run(ProcessObserver &observer) override;

private:
  std::string name_;
  std::function<void()> prepare_;
  std::function<void()> work_;
};

// Workloads that need no counters of the processor: each access to a fresh page is one page fault, and computing causes
// none.

/// 100, 1,000 and 4,000 pages, and a workload that only computes.
[[nodiscard]] std::vector<StressRun> page_stress();
[[nodiscard]] std::unique_ptr<Workload> idle_workload();

} // namespace osaca::measure

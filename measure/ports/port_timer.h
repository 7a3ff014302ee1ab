// What mixes take on this machine.
#pragma once

#include "measure/harness/benchmark_timer.h"
#include "measure/ports/form_runner.h"
#include "measure/ports/mix_code.h"

namespace osaca::measure {

class PortTimer : public FormRunner {
public:
  [[nodiscard]] static Expected<PortTimer> create(FormPreparer &preparer, std::vector<PreparedForm> &forms,
                                                  const Repetition &repetition);

  /// Until it is known how calm the core can be: what runs before is not told from what another thread disturbs.
  /// `dispatch_width`: of a model of this core, for what is impossible; 0: there is none.
  void settle(double dispatch_width);
  /// Whether other threads disturb all figures; empty: none was noticed. `known_no_ops_per_cycle`: of the free core; 0:
  /// not known.
  [[nodiscard]] std::string sharing_warning(double known_no_ops_per_cycle);
  /// Runs each form once; those that this processor does not have get a `reason`. What has one must then leave the
  /// list.
  void probe();
  /// How long copies of each form wait for each other, if they update the same register.
  void measure_updates();

  /// In two orders of the copies; what is faster counts if they differ.
  [[nodiscard]] MixFigure measure(const Mix &mix);
  [[nodiscard]] std::optional<double> extra_executions(int form) override;
  [[nodiscard]] bool run(int form, bool is_long, ProcessObserver &observer) override;
  [[nodiscard]] int calm_epoch() const { return timer_.calm_epoch(); }
  [[nodiscard]] double waited_seconds() const { return timer_.waited_seconds(); }
  [[nodiscard]] int unreliable_count() const { return unreliable_; }

private:
  PortTimer(FormPreparer &preparer, std::vector<PreparedForm> &forms, BenchmarkTimer timer,
            const Repetition &repetition)
      : preparer_(preparer), forms_(forms), timer_(std::move(timer)), repetition_(repetition) {}

  [[nodiscard]] double rough_cycles(const Mix &mix);
  [[nodiscard]] MixFigure timed(const MixCode &code, double rough_cycles, int runs);
  [[nodiscard]] MixFigure timed_patiently(const MixCode &code, double rough_cycles);

  FormPreparer &preparer_;
  std::vector<PreparedForm> &forms_;
  BenchmarkTimer timer_;
  Repetition repetition_;
  std::map<std::string, double> rough_cycles_; ///< by the form's name
  int unreliable_ = 0;
};

} // namespace osaca::measure

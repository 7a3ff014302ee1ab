#include "measure/ports/port_timer.h"

#include "measure/harness/benchmark_timer.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double most_per_slot = 2.1; // instructions: nops, and fused pairs
constexpr double good_spread = 0.01;  // small differences distinguish uops
constexpr int most_attempts = 3;

} // namespace

Expected<PortTimer> PortTimer::create(FormPreparer &preparer, std::vector<PreparedForm> &forms,
                                      const RepetitionPolicy &repetition) {
  OSACA_TRY(auto timer, BenchmarkTimer::create());
  return PortTimer(preparer, forms, std::move(timer), repetition);
}

void PortTimer::settle(double dispatch_width) {
  if (dispatch_width > 0)
    timer_.expect_at_most(most_per_slot * dispatch_width);
  (void)timer_.settle();
}

std::string PortTimer::sharing_warning(double known_no_ops_per_cycle) {
  const auto found = test_core_sharing(timer_);
  return found ? osaca::measure::sharing_warning(*found, known_no_ops_per_cycle) : "";
}

void PortTimer::probe() {
  rough_cycles_.clear();
  for (std::size_t i = 0; i < forms_.size(); ++i) {
    PreparedForm &form = forms_[i];
    if (!form.reason.empty())
      continue;
    const auto code = mix_code(preparer_, forms_, {{static_cast<int>(i), 1}});
    if (!code) {
      form.reason = code.error().message;
      continue;
    }
    const Measurement tried = timer_.probe(code->benchmark);
    if (tried.status != Status::ok)
      form.reason = std::string(name_of(tried.status)) + (tried.detail.empty() ? "" : ", " + tried.detail);
    else
      rough_cycles_[form.facts.name] = std::max(tried.cycles / code->rounds, 0.05);
  }
}

void PortTimer::measure_updates() {
  constexpr RepetitionPolicy brief = {1, 0.05};
  for (std::size_t i = 0; i < forms_.size(); ++i) {
    PreparedForm &form = forms_[i];
    const auto code = mix_code(preparer_, forms_, {{static_cast<int>(i), 1}}, {RegisterSupply::one_each});
    if (!code || code->chain_cycles <= 0)
      continue;
    const Measurement found = timer_.measure(code->benchmark, rough_cycles_[form.facts.name] * code->rounds, brief);
    if (found.status == Status::ok && std::isfinite(found.cycles))
      form.update_cycles = found.cycles / code->rounds;
  }
}

MixFigure PortTimer::timed(const MixCode &code, double rough_cycles, int runs) {
  const Measurement figure =
      timer_.measure(code.benchmark, rough_cycles * code.rounds, {runs, repetition_.patience_seconds});
  if (figure.status != Status::ok || !std::isfinite(figure.cycles))
    return {};
  return {figure.cycles / code.rounds, true, figure.spread, code.chain_cycles};
}

/// The best of a few attempts, because disturbances increase the spread.
MixFigure PortTimer::timed_patiently(const MixCode &code, double rough_cycles) {
  MixFigure best;
  for (int attempt = 0; attempt < most_attempts && (!best.is_reliable || best.spread > good_spread); ++attempt)
    if (const MixFigure figure = timed(code, rough_cycles, repetition_.runs);
        figure.is_reliable && (!best.is_reliable || figure.spread < best.spread))
      best = figure;
  return best;
}

double PortTimer::rough_cycles(const Mix &mix) {
  double sum = 0;
  for (const MixItem &item : mix)
    sum += rough_cycles_[forms_.at(static_cast<std::size_t>(item.form)).facts.name] * item.copies;
  return sum;
}

std::optional<double> PortTimer::extra_executions(int form) {
  const auto code = mix_code(preparer_, forms_, {{form, 1}});
  if (!code)
    return std::nullopt;
  const WatchPlan plan = watch_plan(code->benchmark, rough_cycles({{form, 1}}) * code->rounds);
  return static_cast<double>(plan.passes) * plan.rounds * code->rounds;
}

bool PortTimer::run(int form, bool is_long, ProcessObserver &observer) {
  const auto code = mix_code(preparer_, forms_, {{form, 1}});
  if (!code)
    return false;
  const WatchPlan plan = watch_plan(code->benchmark, rough_cycles({{form, 1}}) * code->rounds);
  return timer_.watch(code->benchmark, plan, is_long, observer) == Status::ok;
}

MixFigure PortTimer::measure(const Mix &mix) {
  const double rough = rough_cycles(mix);
  MixCodeOptions options;
  const auto even = mix_code(preparer_, forms_, mix, options);
  options.order = CopyOrder::shuffled;
  const auto shuffled = mix_code(preparer_, forms_, mix, options);
  if (!even || !shuffled)
    return {};
  const MixFigure first = timed(*even, rough, 1);
  const MixFigure second = timed(*shuffled, rough, 1);
  const auto &[least, most] = std::minmax(first.cycles, second.cycles);
  if (first.is_reliable && second.is_reliable && most - least <= good_spread * most)
    return {(least + most) / 2, true, (most - least) / most, even->chain_cycles};
  const MixFigure one = timed_patiently(*even, rough);
  const MixFigure other = mix.size() > 1 ? timed_patiently(*shuffled, rough) : one;
  const MixFigure &best = other.is_reliable && (!one.is_reliable || other.cycles < one.cycles) ? other : one;
  unreliable_ += best.is_reliable ? 0 : 1;
  return best;
}

} // namespace osaca::measure

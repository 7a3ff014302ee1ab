#include "measure/ports/port_timer.h"

#include "measure/harness/core_sharing.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double most_per_slot = 2.1; // instructions: nops, and what is fused
constexpr double good_spread = 0.01; // uops are told by small differences
constexpr int most_attempts = 3;
constexpr double more_patience = 12; // times, for the last attempt

} // namespace

Expected<PortTimer> PortTimer::create(FormPreparer &preparer, std::vector<PreparedForm> &forms,
                                      const Repetition &repetition) {
  auto timer = BenchmarkTimer::create();
  if (!timer)
    return timer.error();
  return PortTimer(preparer, forms, *std::move(timer), repetition);
}

void PortTimer::settle(double dispatch_width) {
  if (dispatch_width > 0)
    timer_.expect_at_most(most_per_slot * dispatch_width);
  (void)timer_.settle();
}

std::string PortTimer::sharing_warning() {
  constexpr double not_known = 0;
  const auto found = test_core_sharing(timer_);
  return found ? osaca::measure::sharing_warning(*found, not_known) : "";
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
  constexpr Repetition brief = {1, 0.05};
  for (std::size_t i = 0; i < forms_.size(); ++i) {
    PreparedForm &form = forms_[i];
    const auto code = mix_code(preparer_, forms_, {{static_cast<int>(i), 1}}, RegisterSupply::one_each);
    if (!code || code->chain_cycles <= 0)
      continue;
    const Measurement found = timer_.measure(code->benchmark, rough_cycles_[form.facts.name] * code->rounds, brief);
    if (found.status == Status::ok && std::isfinite(found.cycles))
      form.update_cycles = found.cycles / code->rounds;
  }
}

/// The best of a few attempts: disturbances show in the spread.
MixFigure PortTimer::measure(const Mix &mix) {
  const auto code = mix_code(preparer_, forms_, mix);
  if (!code)
    return {};
  double rough = 0;
  for (const MixItem &item : mix)
    rough += rough_cycles_[forms_.at(static_cast<std::size_t>(item.form)).facts.name] * item.copies;
  MixFigure best;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Repetition repetition = repetition_;
    if (attempt + 1 == most_attempts)
      repetition.patience_seconds *= more_patience;
    const Measurement figure = timer_.measure(code->benchmark, rough * code->rounds, repetition);
    if (figure.status != Status::ok || !std::isfinite(figure.cycles))
      continue;
    if (!best.is_reliable || figure.spread < best.spread)
      best = {figure.cycles / code->rounds, true, figure.spread, code->chain_cycles};
    if (best.spread <= good_spread)
      break;
  }
  unreliable_ += best.is_reliable ? 0 : 1;
  return best;
}

} // namespace osaca::measure

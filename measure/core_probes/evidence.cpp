#include "measure/core_probes/evidence.h"
#include "measure/core_probes/calm_timing.h"

#include "base/format.h"
#include "measure/file/number_text.h"

#include <algorithm>

namespace osaca::measure::core_probes {

namespace {

std::string problem_of(const Measurement &figure) {
  if (figure.status == Status::illegal_instruction)
    return "this processor does not support the instruction";
  return format_text("the code did not run: {}{}", name_of(figure.status),
                     figure.detail.empty() ? "" : format_text(" ({})", figure.detail));
}

} // namespace

std::optional<double> Evidence::time(const ProbeCode &code) {
  const int attempts = code.misses_caches ? 1 : 3;
  Measurement figure = bench_.time(code);
  for (int i = 1; i < attempts && figure.status == Status::unstable; ++i) {
    const Measurement next = bench_.time(code);
    if (next.status == Status::ok || (next.status == Status::unstable && next.cycles < figure.cycles))
      figure = next;
  }
  if (figure.status != Status::ok && figure.status != Status::unstable) {
    if (problem_.empty())
      problem_ = problem_of(figure);
    return std::nullopt;
  }
  spread_ = std::max(spread_, figure.spread);
  is_unstable_ = is_unstable_ || figure.status == Status::unstable;
  return figure.cycles;
}

ProbeFinding Evidence::frame(std::string name, std::string unit, std::string concluded) const {
  ProbeFinding made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.concluded = std::move(concluded);
  made.spread = spread_;
  made.is_unstable = is_unstable_;
  return made;
}

std::optional<double> Evidence::fastest(const ProbeCode &code) {
  constexpr int attempts = 3;
  std::optional<double> least;
  for (int i = 0; i < attempts; ++i)
    if (const auto cycles = time(code))
      least = least ? std::min(*least, *cycles) : cycles;
  return least;
}

ProbeFinding Evidence::make_finding(std::string name, std::string unit, double value, std::string concluded) const {
  ProbeFinding made = frame(std::move(name), std::move(unit), std::move(concluded));
  made.value = value;
  return made;
}

ProbeFinding Evidence::make_finding(std::string name, bool yes, std::string concluded) const {
  return make_finding(std::move(name), yes_or_no, yes ? 1 : 0, std::move(concluded));
}

ProbeFinding Evidence::make_undetermined(std::string name, std::string unit, std::string why) const {
  return frame(std::move(name), std::move(unit), problem_.empty() ? std::move(why) : problem_);
}

ProbeFinding about(ProbeFinding finding, Aspect aspect, std::string subject) {
  finding.aspect = aspect;
  finding.subject = std::move(subject);
  return finding;
}

std::string cycles_text(double cycles) { return decimal(cycles, 2); }

CalmTiming::CalmTiming(Evidence &evidence) : evidence_(evidence), slot_cycles_(core_probes::slot_cycles(evidence)) {}

bool CalmTiming::is_calm() {
  constexpr double surely_calm = 1.06;
  const auto slot = evidence_.time(straight("nopl 512(%rax,%rax)"));
  if (!slot)
    return false;
  const bool calm = *slot <= surely_calm * slot_cycles_;
  slot_cycles_ = std::min(slot_cycles_, *slot);
  return calm;
}

std::optional<double> CalmTiming::time(const ProbeCode &code) {
  constexpr int wanted = 2;
  constexpr int attempts = 40;
  std::optional<double> least;
  int calm = 0;
  for (int i = 0; i < attempts && calm < wanted; ++i) {
    const bool before = was_calm_ || is_calm();
    const auto cycles = evidence_.time(code);
    if (!cycles)
      return std::nullopt;
    was_calm_ = is_calm();
    if (!before || !was_calm_)
      continue;
    ++calm;
    least = least ? std::min(*least, *cycles) : cycles;
  }
  was_crowded_ = was_crowded_ || !least;
  return least;
}

} // namespace osaca::measure::core_probes

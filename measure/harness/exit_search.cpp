// Greedy: where the loop leaves too early by some jump, what that jump depends on is changed; where it does not leave,
// what any of them depends on. The values that matter come from a rehearsal in which no jump may leave.
#include "measure/harness/exit_search.h"

#include "measure/harness/exit_candidates.h"
#include "measure/harness/loop_exit.h"
#include "measure/harness/loop_memory.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr int most_rehearsals = 240;
constexpr int most_rounds = 4; // as many exits can stand in each other's way
constexpr std::uint64_t passes = 2;
constexpr std::size_t rehearsal_pages = 64;
constexpr std::uint64_t other_values[] = {3, 0, 1, ~std::uint64_t{0}};
constexpr std::uint64_t longer_window_bytes = 0x80000 + 32 * 64; // its memory is another: what is planted ends only one

/// What a rehearsal showed.
struct Outcome {
  Status status = Status::crashed;
  std::string detail;
  std::uint64_t iterations = 0;      ///< of each pass
  bool is_same = false;              ///< in all passes
  std::optional<std::size_t> exit;   ///< the instruction by which it left first
};

Outcome outcome_of(const Rehearsal &seen, const LoopCode &code) {
  Outcome outcome{seen.status, seen.detail, 0, false, {}};
  std::vector<std::uint64_t> counts{0};
  std::uint64_t before = 0;
  for (const Step &step : seen.steps) {
    if (step.offset == end_of_pass) {
      counts.push_back(0);
      continue;
    }
    counts.back() += step.offset == 0 ? 1 : 0;
    const bool is_in_loop = step.offset < code.end;
    if (!is_in_loop && !outcome.exit) {
      const auto last = std::find(code.offsets.begin(), code.offsets.end(), before);
      if (last != code.offsets.end())
        outcome.exit = static_cast<std::size_t>(last - code.offsets.begin());
    }
    before = step.offset;
  }
  if (counts.size() > 1 && counts.back() == 0)
    counts.pop_back();
  outcome.iterations = counts.front();
  outcome.is_same = !seen.is_full && counts.size() == passes &&
                    std::all_of(counts.begin(), counts.end(), [&counts](std::uint64_t count) { return count == counts.front(); });
  return outcome;
}

class ExitSearch {
public:
  ExitSearch(const Kernel &loop, const LoopCode &code, const Rehearser &rehearser)
      : loop_(loop), code_(code), rehearser_(rehearser), uses_(register_uses(loop)) {}

  Expected<LoopSetup> setup() {
    const std::size_t size = loop_.instructions.size();
    const int fitting = static_cast<int>(max_steps / (2 * passes * (size + 2)));
    const int shorter = std::min(shorter_iterations(uses_), fitting);
    if (shorter < 4)
      return Error{"when the loop ends is not known: it is too long to be tried"};
    std::vector<std::uint64_t> fills = {fill_word_of(loop_, uses_)};
    for (const std::uint64_t word : {float_word, std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{0x0101010101010101}})
      if (word != fills.front())
        fills.push_back(word);
    for (const std::uint64_t fill : fills)
      for (const std::uint64_t other : other_values) {
        fill_ = fill;
        other_ = other;
        const std::optional<Beginning> first = solved(shorter, 0);
        const std::optional<Beginning> second =
            first ? solved(2 * shorter, longer_window_bytes) : std::optional<Beginning>();
        if (second)
          if (std::optional<LoopSetup> together = joined(*first, *second, shorter))
            return *std::move(together);
      }
    return Error{"when the loop ends is not known: " + why_};
  }

private:
  TimedTask task_of(const Beginning &begin) const {
    TimedTask task;
    task.short_window = {code_.bytes, begin.general};
    task.long_window = task.short_window;
    task.vectors = vector_values(loop_);
    task.fill_word = fill_;
    task.planted = begin.planted;
    task.changes_memory = false;
    task.max_pages = rehearsal_pages;
    return task;
  }

  Rehearsal rehearsed(const Beginning &begin, const RehearsalOrder &order) {
    ++rehearsals_;
    return rehearser_(task_of(begin), order);
  }

  Outcome outcome(const Beginning &begin, int iterations) {
    const std::size_t per_pass = static_cast<std::size_t>(iterations + 2) * loop_.instructions.size() + 4;
    return outcome_of(rehearsed(begin, {passes, passes * per_pass, {}}), code_);
  }

  /// What the registers would hold in the last iteration that is wanted, if no jump left before.
  IterationSteps last_iteration(const Beginning &begin, int iterations) {
    RehearsalOrder order{1, static_cast<std::size_t>(iterations) * loop_.instructions.size(), {}};
    for (const std::size_t jump : inner_exits(loop_))
      order.detours.push_back({code_.offsets[jump], code_.offsets[jump + 1]});
    order.detours.push_back({code_.offsets.back(), 0});
    const Rehearsal seen = rehearsed(begin, order);
    IterationSteps last;
    if (seen.status != Status::ok || seen.steps.size() != order.most_steps)
      return last;
    for (std::size_t i = seen.steps.size() - loop_.instructions.size(); i < seen.steps.size(); ++i)
      last.push_back(seen.steps[i].general);
    return last;
  }

  std::vector<std::size_t> exits_to_change(const Outcome &now, int iterations) const {
    if (now.exit && now.iterations < static_cast<std::uint64_t>(iterations))
      return {*now.exit};
    std::vector<std::size_t> exits;
    if (loop_.instructions.back().is_conditional)
      exits.push_back(loop_.instructions.size() - 1);
    const std::vector<std::size_t> inner = inner_exits(loop_);
    exits.insert(exits.end(), inner.rbegin(), inner.rend());
    return exits;
  }

  Beginning beginning(int iterations, std::uint64_t shift) const {
    Beginning begin;
    begin.general = start_values(uses_, other_);
    for (std::size_t i = 0; i < begin.general.size(); ++i)
      if (uses_[i].is_base)
        begin.general[i] += shift;
    begin.planted = spilled_words(loop_, uses_, begin.general);
    // As far as the loop's last jump is arithmetic, that is a good beginning; if not, it stays as it is.
    if (const Expected<LoopExit> exit = find_exit(loop_, uses_)) {
      GeneralRegisters arithmetic = begin.general;
      if (solve(*exit, iterations, arithmetic))
        begin.general = arithmetic;
    }
    return begin;
  }

  /// A beginning with so many iterations.
  std::optional<Beginning> solved(int iterations, std::uint64_t shift) {
    const auto wanted = static_cast<std::uint64_t>(iterations);
    Beginning begin = beginning(iterations, shift);
    for (int round = 0; round < most_rounds && rehearsals_ < most_rehearsals; ++round) {
      const Outcome now = outcome(begin, iterations);
      if (now.status != Status::ok) {
        why_ = "tried, it ended with " + std::string(name_of(now.status));
        return std::nullopt;
      }
      if (now.is_same && now.iterations == wanted)
        return begin;
      why_ = "it does not depend on what can be set beforehand";
      const IterationSteps last = last_iteration(begin, iterations);
      if (last.size() != loop_.instructions.size())
        return std::nullopt;
      std::optional<Beginning> better = improved(begin, now, last, iterations);
      if (!better)
        return std::nullopt;
      begin = *std::move(better);
    }
    return std::nullopt;
  }

  /// The first change that leads to what is wanted, else the one that leads farthest.
  std::optional<Beginning> improved(const Beginning &begin, const Outcome &now, const IterationSteps &last, int iterations) {
    const auto wanted = static_cast<std::uint64_t>(iterations);
    std::optional<Beginning> farthest;
    std::uint64_t reached = now.iterations;
    for (const std::size_t exit : exits_to_change(now, iterations)) {
      const std::optional<ExitCauses> causes = causes_of(loop_, exit, uses_);
      if (!causes)
        continue;
      for (Beginning &next : candidates_of(begin, *causes, last, uses_, static_cast<std::size_t>(iterations))) {
        if (rehearsals_ >= most_rehearsals)
          return farthest;
        const Outcome then = outcome(next, iterations);
        if (then.status != Status::ok)
          continue;
        if (then.is_same && then.iterations == wanted)
          return std::move(next);
        if (now.iterations < wanted && then.iterations > reached) {
          reached = then.iterations;
          farthest = std::move(next);
        }
      }
    }
    return farthest;
  }

  /// Both in one memory, seen to hold there too.
  std::optional<LoopSetup> joined(const Beginning &shorter, const Beginning &longer, int iterations) {
    Beginning both = shorter;
    both.planted.insert(both.planted.end(), longer.planted.begin(), longer.planted.end());
    const Outcome first = outcome(both, iterations);
    both.general = longer.general;
    const Outcome second = outcome(both, 2 * iterations);
    const auto wanted = static_cast<std::uint64_t>(iterations);
    if (!first.is_same || first.iterations != wanted || !second.is_same || second.iterations != 2 * wanted)
      return std::nullopt;
    LoopSetup setup;
    setup.shorter_start = shorter.general;
    setup.longer_start = longer.general;
    setup.shorter_iterations = iterations;
    setup.longer_iterations = 2 * iterations;
    setup.fill_word = fill_;
    setup.planted = both.planted;
    setup.vectors = vector_values(loop_);
    return setup;
  }

  const Kernel &loop_;
  const LoopCode &code_;
  const Rehearser &rehearser_;
  RegisterUses uses_;
  std::uint64_t fill_ = 0;
  std::uint64_t other_ = 0;
  int rehearsals_ = 0;
  std::string why_ = "nothing was tried";
};

} // namespace

Expected<LoopSetup> search_setup(const Kernel &loop, const LoopCode &code, const Rehearser &rehearser) {
  return ExitSearch(loop, code, rehearser).setup();
}

} // namespace osaca::measure

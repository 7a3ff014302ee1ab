// A greedy search. If the loop leaves too early by some jump, the causes of this jump are changed; if it does not
// leave, the causes of any jump. The values come from a rehearsal in which no jump may leave. If that finds no end,
// jumps that do not follow the path get a condition with which they do.
#include "measure/harness/exit_search.h"

#include "measure/harness/loop_code.h"
#include "measure/harness/loop_setup.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr int most_rehearsals = 200;        // with the same memory
constexpr int most_undirected = 500;        // before other conditions are tried
constexpr std::uint64_t list_distance = 64; // from a word to the element that it points to
constexpr int list_elements = 64;
constexpr int rehearsals_per_steps = 20; // this many count as much as one that records its steps
constexpr int most_rounds = 4;           // the number of exits that may conflict with each other
constexpr std::size_t most_directed = 3; // how many choices of conditions are tried
constexpr std::uint64_t tried_passes = 3;
constexpr std::uint64_t many_passes = 3000;      // about as many as are timed; the state must be the same after them
constexpr std::size_t most_forced_steps = 24000; // bounds the length of the runs
constexpr std::size_t rehearsal_pages = 64;
constexpr std::uint64_t larger_float_word = 0x4000000040000000;
constexpr std::uint64_t fill_words[] = {float_word, larger_float_word, 0, ~std::uint64_t{0}, 0x0101010101010101};
constexpr std::uint64_t other_values[] = {3, 0, 1, ~std::uint64_t{0}};
constexpr std::uint64_t longer_window_bytes = 0x80000 + 32 * 64; // separate memory: planted words end only one run

class ExitSearch {
public:
  ExitSearch(const Kernel &loop, const LoopCode &code, const Rehearser &rehearser, std::int64_t most_iterations)
      : loop_(loop), code_(code), rehearser_(rehearser), uses_(register_uses(loop)), most_iterations_(most_iterations) {
  }

  Expected<LoopSetup> setup() {
    const auto in_steps = static_cast<std::int64_t>(most_forced_steps / loop_.instructions.size());
    const std::int64_t in_a_list = follows_list(loop_, uses_) ? list_elements : in_steps;
    counts_ = iteration_counts(std::min({fitting_iterations(uses_), in_steps, in_a_list, most_iterations_}));
    if (counts_.shorter < 4)
      return Error{"cannot determine when the loop ends: it is too long to record its steps"};
    int rehearsals = 0;
    for (const Contents &contents : promising_contents()) {
      if (std::optional<LoopSetup> found = setup_with(contents))
        return *std::move(found);
      if ((rehearsals += rehearsals_) > most_undirected)
        break;
    }
    const std::string why = why_;
    for (const DirectedContents &choice : promising_directions())
      if (std::optional<LoopSetup> found = setup_with(choice))
        return *std::move(found);
    return Error{"cannot determine when the loop ends: " + why};
  }

private:
  /// The contents of memory, and of registers that hold neither addresses nor counters.
  struct Contents {
    std::uint64_t fill = 0;
    std::uint64_t other = 0;
    bool is_list = false;   ///< fill is a distance between elements
    std::uint64_t laps = 0; ///< that the loop runs with them, up to one more than wanted
  };

  struct DirectedContents {
    Contents contents;
    JumpDirections directions;
  };

  std::optional<LoopSetup> setup_with(const Contents &contents) {
    contents_ = contents;
    rehearsals_ = 0;
    const std::optional<Beginning> first = solved(counts_.shorter, 0);
    const std::optional<Beginning> second =
        first ? solved(counts_.longer, longer_window_bytes) : std::optional<Beginning>();
    return second ? joined(*first, *second) : std::nullopt;
  }

  std::optional<LoopSetup> setup_with(const DirectedContents &choice) {
    Expected<LoopCode> code = assemble_loop(loop_, choice.directions.directed);
    if (!code)
      return std::nullopt;
    code_ = *std::move(code);
    directed_ = choice.directions.directed;
    return setup_with(choice.contents);
  }

  [[nodiscard]] std::vector<Contents> fills() const {
    std::vector<Contents> fills = {{fill_word_of(loop_, uses_), 0, false, 0}};
    if (follows_list(loop_, uses_))
      fills.insert(fills.begin(), {list_distance, 0, true, 0});
    const std::uint64_t usual = fills.back().fill;
    for (const std::uint64_t word : fill_words)
      if (word != usual)
        fills.push_back({word, 0, false, 0});
    return fills;
  }

  /// Contents with which few jumps need another condition, and these conditions.
  std::vector<DirectedContents> promising_directions() {
    std::vector<DirectedContents> choices;
    for (Contents contents : fills())
      for (const std::uint64_t other : other_values) {
        contents_ = {contents.fill, other, contents.is_list, 0};
        const std::vector<CodeStep> steps = steps_of_path(beginning(counts_.longer, 0), counts_.longer);
        JumpDirections directions = jump_directions(loop_, steps);
        if (steps.empty() || directions.directed.empty())
          continue;
        choices.push_back({contents_, std::move(directions)});
        if (choices.size() >= most_directed && choices.back().directions.undirected == 0)
          return best_of(std::move(choices)); // each attempt takes long
      }
    return best_of(std::move(choices));
  }

  static std::vector<DirectedContents> best_of(std::vector<DirectedContents> choices) {
    std::ranges::stable_sort(choices, [](const DirectedContents &a, const DirectedContents &b) {
      return std::pair(a.directions.undirected, a.directions.directed.size()) <
             std::pair(b.directions.undirected, b.directions.directed.size());
    });
    choices.resize(std::min(choices.size(), most_directed));
    return choices;
  }

  /// Contents with which the loop runs longest, since the cause of its end can then be chosen.
  std::vector<Contents> promising_contents() {
    std::vector<Contents> best; // the best for each fill
    for (const Contents &fill : fills()) {
      Contents best_of_fill;
      for (const std::uint64_t other : other_values) {
        contents_ = {fill.fill, other, fill.is_list, 0};
        const Rehearsal seen = outcome(beginning(counts_.shorter, 0), counts_.shorter);
        if (is_as_wanted(seen, counts_.shorter))
          return {contents_};
        contents_.laps = seen.laps.laps;
        if (seen.status != Status::ok)
          why_ = "a trial run ended with " + std::string(name_of(seen.status));
        else if (seen.laps.laps > best_of_fill.laps)
          best_of_fill = contents_;
      }
      if (best_of_fill.laps > 0)
        best.push_back(best_of_fill);
    }
    std::ranges::stable_sort(best, [](const Contents &a, const Contents &b) { return a.laps > b.laps; });
    return best;
  }

  TimedTask task_of(const Beginning &begin) const {
    TimedTask task;
    task.short_window = {code_.bytes, begin.general};
    task.long_window = task.short_window;
    task.vectors = begin.vectors;
    task.fill_word = contents_.fill;
    task.fill_is_relative = contents_.is_list;
    task.planted = begin.planted;
    task.changes_memory = false;
    task.max_pages = rehearsal_pages;
    return task;
  }

  Rehearsal outcome(const Beginning &begin, int iterations, std::uint64_t passes = tried_passes) {
    ++rehearsals_;
    TimedTask task = task_of(begin);
    task.short_window.code = code_.counting;
    task.counting = {passes, static_cast<std::uint64_t>(iterations) + 1};
    return rehearser_(task);
  }

  static bool is_as_wanted(const Rehearsal &seen, int iterations) {
    return seen.status == Status::ok && seen.laps.is_same && seen.laps.exit_number != 0 &&
           seen.laps.laps == static_cast<std::uint64_t>(iterations);
  }

  /// The steps of `iterations` laps, as if no jump left the path; empty: it cannot run so long.
  std::vector<CodeStep> steps_of_path(const Beginning &begin, int iterations) {
    rehearsals_ += rehearsals_per_steps;
    if (!recording_)
      recording_ = recording_code(loop_);
    if (!*recording_)
      return {};
    TimedTask task = task_of(begin);
    task.short_window.code = **recording_;
    const std::size_t steps = static_cast<std::size_t>(iterations) * loop_.instructions.size();
    task.recording = Recording{nullptr, static_cast<std::uint64_t>(iterations), steps};
    Rehearsal seen = rehearser_(task);
    if (seen.status != Status::ok || seen.steps.size() != steps)
      return {};
    return std::move(seen.steps);
  }

  /// The register values in the last wanted iteration.
  IterationSteps last_iteration(const Beginning &begin, int iterations) {
    const std::vector<CodeStep> steps = steps_of_path(begin, iterations);
    IterationSteps last;
    for (std::size_t i = steps.size() - std::min(steps.size(), loop_.instructions.size()); i < steps.size(); ++i)
      last.push_back(steps[i].general);
    return last;
  }

  /// The exit by which the loop left. If it did not leave: all exits, the last one first, and those with another
  /// condition at the end.
  std::vector<std::size_t> exits_to_change(const Rehearsal &now) const {
    std::vector<std::size_t> exits = inner_exits(loop_);
    std::ranges::reverse(exits);
    if (loop_.instructions.back().is_conditional)
      exits.insert(exits.begin(), loop_.instructions.size() - 1);
    if (const std::uint64_t number = now.laps.exit_number; number != 0)
      return {static_cast<std::size_t>(number - 1)};
    std::stable_partition(exits.begin(), exits.end(), [&](std::size_t exit) { return !directed_.contains(exit); });
    return exits;
  }

  Beginning beginning(int iterations, std::uint64_t shift) const {
    Beginning begin;
    begin.general = start_values(uses_, contents_.other);
    for (std::size_t i = 0; i < begin.general.size(); ++i)
      if (uses_[i].is_base)
        begin.general[i] += shift;
    begin.vectors = vector_values(loop_);
    begin.planted = spilled_words(loop_, uses_, begin.general, shift);
    // If the loop's last jump tests arithmetic on a counter, its solution is a good beginning; otherwise nothing is
    // changed.
    if (const Expected<LoopExit> exit = find_exit(loop_, uses_)) {
      GeneralRegisters arithmetic = begin.general;
      if (solve(*exit, iterations, arithmetic))
        begin.general = arithmetic;
    }
    return begin;
  }

  /// Finds a beginning with which the loop runs `iterations` iterations.
  std::optional<Beginning> solved(int iterations, std::uint64_t shift) {
    Beginning begin = beginning(iterations, shift);
    for (int round = 0; round < most_rounds && rehearsals_ < most_rehearsals; ++round) {
      const Rehearsal now = outcome(begin, iterations);
      if (now.status != Status::ok) {
        why_ = "a trial run ended with " + std::string(name_of(now.status));
        return std::nullopt;
      }
      if (is_as_wanted(now, iterations))
        return begin;
      why_ = "no start value ends it in the desired iteration";
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

  /// The first change that leads to the wanted end, or else the one with which the loop runs longest.
  std::optional<Beginning> improved(const Beginning &begin, const Rehearsal &now, const IterationSteps &last,
                                    int iterations) {
    const auto wanted = static_cast<std::uint64_t>(iterations);
    std::optional<Beginning> farthest;
    std::uint64_t reached = now.laps.laps;
    for (const std::size_t exit : exits_to_change(now)) {
      const std::optional<ExitCauses> causes = causes_of(loop_, exit, uses_);
      if (!causes)
        continue;
      for (Beginning &next : candidates_of(begin, *causes, last, uses_, static_cast<std::size_t>(iterations))) {
        if (rehearsals_ >= most_rehearsals)
          return farthest;
        const Rehearsal then = outcome(next, iterations);
        if (then.status != Status::ok)
          continue;
        if (is_as_wanted(then, iterations))
          return std::move(next);
        if (now.laps.laps < wanted && then.laps.laps > reached) {
          reached = then.laps.laps;
          farthest = std::move(next);
        }
      }
    }
    return farthest;
  }

  /// Combines both beginnings in one memory, and checks that they still work there.
  std::optional<LoopSetup> joined(const Beginning &shorter, const Beginning &longer) {
    Beginning both = shorter;
    both.planted.insert(both.planted.end(), longer.planted.begin(), longer.planted.end());
    const bool first_holds = is_as_wanted(outcome(both, counts_.shorter, many_passes), counts_.shorter);
    both.general = longer.general; // with the vectors of the shorter one, since there is only one set of them
    if (!first_holds || !is_as_wanted(outcome(both, counts_.longer, many_passes), counts_.longer)) {
      why_ = "each pass changes the data that decides when it ends";
      return std::nullopt;
    }
    LoopSetup setup;
    setup.shorter_start = shorter.general;
    setup.longer_start = longer.general;
    setup.iterations = counts_;
    setup.fill_word = contents_.fill;
    setup.fill_is_relative = contents_.is_list;
    setup.planted = both.planted;
    setup.vectors = both.vectors;
    setup.directed = directed_;
    return setup;
  }

  const Kernel &loop_;
  LoopCode code_;
  DirectedJumps directed_;
  std::optional<Expected<std::vector<std::uint8_t>>> recording_; ///< assembled when it is needed
  const Rehearser &rehearser_;
  RegisterUses uses_;
  std::int64_t most_iterations_;
  IterationCounts counts_;
  Contents contents_;
  int rehearsals_ = 0;
  std::string why_ = "no start values were tried";
};

} // namespace

Expected<LoopSetup> search_setup(const Kernel &loop, const LoopCode &code, const Rehearser &rehearser,
                                 std::int64_t most_iterations) {
  return ExitSearch(loop, code, rehearser, most_iterations).setup();
}

} // namespace osaca::measure

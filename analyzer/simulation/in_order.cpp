#include "simulation/in_order.h"

#include "base/index.h"
#include "simulation/issue_ports.h"
#include "simulation/repetition.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace osaca {

namespace {

constexpr int simulated_instructions = 20'000; ///< if the loop does not repeat itself
constexpr int fewest_simulated = 12;           ///< iterations
constexpr int most_simulated = 1'000;
constexpr int longest_distance = 128; ///< of an input, in iterations; values from before are available

/// What delayed an instruction, and for how many cycles.
struct Delays {
  struct Entry {
    IssueDelay cause = IssueDelay::value;
    int of = -1;
    std::int64_t cycles = 0;
  };
  std::vector<std::vector<Entry>> by_instruction;

  explicit Delays(std::size_t instructions) : by_instruction(instructions) {}

  void add(int instruction, IssueDelay cause, int of, std::int64_t cycles) {
    for (Entry &entry : by_instruction[at(instruction)])
      if (entry.cause == cause && entry.of == of) {
        entry.cycles += cycles;
        return;
      }
    by_instruction[at(instruction)].push_back({cause, of, cycles});
  }

  void clear() {
    for (std::vector<Entry> &entries : by_instruction)
      entries.clear();
  }

  [[nodiscard]] std::vector<InOrderStall> per_iteration(int iterations) const {
    std::vector<InOrderStall> stalls;
    for (std::size_t i = 0; i < by_instruction.size(); ++i)
      for (const Entry &entry : by_instruction[i])
        stalls.push_back({static_cast<int>(i), entry.cause, entry.of, Cycles(entry.cycles, iterations)});
    return stalls;
  }
};

class InOrderMachine {
public:
  InOrderMachine(const InOrderProgram &program, const Core &core, const SimulationOptions &options)
      : program_(program), count_(static_cast<int>(program.instructions.size())), width_ticks_(width_of(core)),
        writes_in_order_(core.in_order.writes_in_order), options_(options), most_(most_iterations()),
        since_note_(program.instructions.size()), since_half_(program.instructions.size()),
        reach_(program.instructions.size()), longest_offset_ticks_(program.instructions.size()) {
    for (const InOrderInstruction &instruction : program.instructions)
      for (const InOrderInput &input : instruction.inputs) {
        reach_[at(input.instruction)] = std::max(reach_[at(input.instruction)], input.distance);
        int &longest = longest_offset_ticks_[at(input.instruction)];
        longest = std::max(longest, input.offset_ticks);
      }
    kept_ = 2 + std::min(longest_distance, *std::ranges::max_element(reach_));
    issued_at_.resize(at(kept_) * program.instructions.size());
  }

  InOrderResult run() {
    InOrderResult result;
    std::optional<Repetition::Period> period;
    while (!period && iteration_ < most_) {
      run_iteration();
      if (iteration_ == most_ / 2) {
        since_half_.clear();
        half_at_ = now_;
      }
      if (options_.measured_iterations == 0)
        period = repetition_.look(iteration_, static_cast<int>(now_), *this);
    }
    if (period) {
      result.cycles = Cycles(period->cycles, period->iterations);
      result.period_iterations = period->iterations;
      result.stalls = since_note_.per_iteration(period->iterations);
    } else {
      result.cycles = Cycles(now_ - half_at_, most_ - most_ / 2);
      result.stalls = since_half_.per_iteration(most_ - most_ / 2);
    }
    is_recorded_ = true;
    first_recorded_ = iteration_;
    while (iteration_ < first_recorded_ + options_.timeline_iterations)
      run_iteration();
    result.timeline = std::move(timeline_);
    return result;
  }

  // ---- for Repetition: the state that later cycles depend on, at the end of an iteration, relative to this cycle

  template <class Each> bool describe_outline(Each each) const {
    return each(used_ticks_) && std::ranges::all_of(group_, each) && each(-1) && ports_.describe(each) &&
           each(std::max<std::int64_t>(last_write_at_ - start(), 0));
  }

  template <class Each> bool describe_details(Each each) const {
    for (int i = 0; i < count_; ++i)
      for (int back = 1; back <= std::min(reach_[at(i)], kept_ - 2); ++back)
        if (!each(std::max<std::int64_t>(issued_ticks(i, iteration_ - back) - start(), -longest_offset_ticks_[at(i)])))
          return false;
    return true;
  }

  void begin_period() { since_note_.clear(); }

private:
  static int width_of(const Core &core) {
    const Cycles width = core.in_order.issue_width > 0 ? Cycles(core.in_order.issue_width) : core.dispatch_width.value;
    return std::max(1, static_cast<int>(std::lround(width.to_double() * ticks_per_cycle)));
  }

  [[nodiscard]] int most_iterations() const {
    if (options_.measured_iterations > 0)
      return 2 * options_.measured_iterations;
    return std::clamp(simulated_instructions / count_, fewest_simulated, most_simulated);
  }

  [[nodiscard]] std::int64_t start() const { return now_ * ticks_per_cycle; }

  [[nodiscard]] std::size_t place_of(int instruction, int iteration) const {
    return at((iteration % kept_) * count_ + instruction);
  }
  /// Long ago for iterations before the first.
  [[nodiscard]] std::int64_t issued_ticks(int instruction, int iteration) const {
    constexpr std::int64_t long_ago = -(std::int64_t{1} << 40);
    return iteration < 0 ? long_ago : issued_at_[place_of(instruction, iteration)];
  }

  void run_iteration() {
    for (int i = 0; i < count_; ++i)
      issue(i);
    ++iteration_;
  }

  void issue(int i) {
    const InOrderInstruction &next = program_.instructions[at(i)];
    const std::int64_t next_at = now_;
    const auto [ready_ticks, input] = ready(next);
    const std::int64_t ready_at = std::max(now_, ready_ticks / ticks_per_cycle);
    wait(i, ready_at, IssueDelay::value, input);
    for (;;) {
      if (!has_slot(next))
        wait(i, now_ + 1, IssueDelay::width, -1);
      else if (!joins_group(next))
        wait(i, now_ + 1, IssueDelay::pairing, -1);
      else if (const std::int64_t cycle = may_write_at(next); cycle > now_)
        wait(i, cycle, IssueDelay::write_order, -1);
      else if (!ports_.place(next.uses))
        wait(i, ports_.blocked().cycle, IssueDelay::port, ports_.blocked().port);
      else
        break;
    }
    if (is_recorded_)
      timeline_.push_back({iteration_ - first_recorded_, i, static_cast<int>(next_at), static_cast<int>(ready_at),
                           static_cast<int>(now_), ports_.last_ports(next.uses.size())});
    used_ticks_ += next.slot_ticks;
    group_.push_back(i);
    // So fractions of cycles add up along a chain.
    issued_at_[place_of(i, iteration_)] = std::max(start(), ready_ticks);
    if (!next.writes_in_any_order && next.last_write_ticks > 0)
      last_write_at_ = start() + next.last_write_ticks;
  }

  /// When the last source is available, and which input that is.
  [[nodiscard]] std::pair<std::int64_t, int> ready(const InOrderInstruction &next) const {
    std::pair<std::int64_t, int> latest = {0, -1};
    for (int k = 0; k < static_cast<int>(next.inputs.size()); ++k) {
      const InOrderInput &input = next.inputs[at(k)];
      if (input.distance > kept_ - 2)
        continue;
      const std::int64_t ticks = issued_ticks(input.instruction, iteration_ - input.distance) + input.offset_ticks;
      if (ticks > latest.first)
        latest = {ticks, k};
    }
    return latest;
  }

  /// The instruction i waits until this cycle, in which nothing has been issued yet.
  void wait(int i, std::int64_t cycle, IssueDelay cause, int of) {
    if (cycle <= now_)
      return;
    since_note_.add(i, cause, of, cycle - now_);
    since_half_.add(i, cause, of, cycle - now_);
    used_ticks_ = std::max<std::int64_t>(0, used_ticks_ - (cycle - now_) * width_ticks_);
    now_ = cycle;
    group_.clear();
    ports_.begin_cycle(now_);
  }

  /// An instruction that needs more than the width of a cycle continues in the next one.
  [[nodiscard]] bool has_slot(const InOrderInstruction &next) const {
    return next.slot_ticks == 0 || used_ticks_ + next.slot_ticks <= width_ticks_ ||
           (next.slot_ticks > width_ticks_ && used_ticks_ < width_ticks_);
  }

  [[nodiscard]] bool joins_group(const InOrderInstruction &next) const {
    if (next.slot_ticks == 0 || group_.empty())
      return true;
    return !next.begins_group && std::ranges::none_of(group_, [&](int i) {
      const InOrderInstruction &earlier = program_.instructions[at(i)];
      return earlier.ends_group || (earlier.apart & next.apart_from) != 0 || (next.apart & earlier.apart_from) != 0;
    });
  }

  [[nodiscard]] std::int64_t may_write_at(const InOrderInstruction &next) const {
    if (!writes_in_order_ || next.writes_in_any_order)
      return 0;
    return (last_write_at_ - next.first_write_ticks + ticks_per_cycle - 1) / ticks_per_cycle;
  }

  const InOrderProgram &program_;
  int count_;
  std::int64_t width_ticks_;
  bool writes_in_order_;
  SimulationOptions options_;
  int most_; ///< iterations

  std::int64_t now_ = 0; ///< cycle
  int iteration_ = 0;
  std::int64_t used_ticks_ = 0; ///< of the width of this cycle
  std::vector<int> group_;      ///< instructions issued in this cycle
  IssuePorts ports_;
  std::int64_t last_write_at_ = 0;      ///< ticks: the last result of the previous instruction
  std::vector<std::int64_t> issued_at_; ///< ticks, of the last iterations, as a ring
  int kept_ = 0;                        ///< iterations in it

  Repetition repetition_;
  Delays since_note_; ///< since the last state that repetition_ noted
  Delays since_half_; ///< since the middle of the simulation
  std::int64_t half_at_ = 0;
  std::vector<int> reach_; ///< by instruction: after how many iterations its result is still read
  std::vector<int> longest_offset_ticks_;
  bool is_recorded_ = false;
  int first_recorded_ = 0;
  std::vector<IssueTimes> timeline_;
};

} // namespace

std::optional<InOrderResult> simulate_in_order(const InOrderProgram &program, const Core &core,
                                               const SimulationOptions &options) {
  if (program.instructions.empty() || program.instructions.size() > most_in_order_instructions)
    return std::nullopt;
  return InOrderMachine(program, core, options).run();
}

} // namespace osaca

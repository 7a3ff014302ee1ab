#include "measure/core_probes/probe.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "measure/harness/benchmark.h"
#include "measure/harness/stopwatch.h"
#include "measure/isa/instruction_screen.h"

#include <algorithm>
#include <array>

namespace osaca::measure::core_probes {

namespace {

constexpr std::size_t counter = 15; // r15
constexpr std::size_t stack_pointer = 4;
constexpr std::uint64_t stack_offset = 0x800;
constexpr std::uint64_t float_word = 0x3ff000003ff00000; // slightly more than 1.0 as a double, 1.875 as a float
constexpr std::size_t samples = 30;
constexpr std::size_t most_pages = 64;
constexpr int fewest_runs = 3;

std::string copies_text(const std::string &body, int copies) {
  std::string out;
  const bool numbered = body.find('@') != std::string::npos;
  for (int i = 0; i < copies; ++i)
    out += (numbered ? replaced(body, "@", std::to_string(i)) : body) + "\n";
  return out;
}

std::string program(const ProbeCode &code, int copies) {
  std::string out = code.before + "\n";
  if (code.iterations > 0)
    out += format_text(".p2align 6\nround_again:\n{}dec %r15\njne round_again\n", copies_text(code.body, copies));
  else
    out += copies_text(code.body, copies);
  if (!code.constants.empty())
    out += format_text("jmp behind_constants\n.p2align 6\n{}\nbehind_constants:\n", code.constants);
  return out;
}

GeneralRegisters registers(int iterations) {
  GeneralRegisters general{};
  general.fill(memory_address);
  general[stack_pointer] = memory_address + stack_offset;
  if (iterations > 0)
    general[counter] = static_cast<std::uint64_t>(iterations);
  return general;
}

/// Times code on this machine.
class TimingBench : public Bench {
public:
  TimingBench(TimedFrame frame, const RepetitionPolicy &repetition)
      : frame_(std::move(frame)), repetition_(repetition) {}

  Measurement time(const ProbeCode &code) override {
    const Expected<AssembledProbe> ready = assembled(code);
    if (!ready)
      return {Status::unreadable_assembly, 0, 0, ready.error().message};
    TimedTask task;
    task.short_window = ready->short_window;
    task.long_window = ready->long_window;
    task.vectors.fill({{float_word, float_word}});
    task.fill_word = memory_address;
    task.changes_memory = false; // probes store the value that was there, or do not depend on memory
    task.max_pages = most_pages;
    task.wanted_samples = samples;
    return code.misses_caches ? time_misses(task, ready->executions)
                              : repeated_measurement(frame_, task, ready->executions, repetition_, core_);
  }

  [[nodiscard]] double least_crowding() const override { return core_.least_crowding(); }

private:
  /// Runs need not agree here; it is only required that no other thread was on the core.
  Measurement time_misses(const TimedTask &task, const Executions &executions) {
    const Stopwatch watch;
    while (true) {
      Measurement figure =
          repeated_measurement(frame_, task, executions, {fewest_runs, 0, repetition_.wait_seconds}, core_);
      const bool is_calm = figure.detail.empty();
      if (is_calm && figure.status == Status::unstable)
        figure.status = Status::ok;
      if (is_calm || (figure.status != Status::ok && figure.status != Status::unstable) ||
          watch.seconds() > repetition_.patience_seconds)
        return figure;
    }
  }

  TimedFrame frame_;
  RepetitionPolicy repetition_;
  CalmCore core_;
};

} // namespace

Expected<AssembledProbe> assembled(const ProbeCode &code) {
  const bool is_loop = code.iterations > 0;
  const int long_copies = is_loop ? code.copies : 2 * code.copies;
  const Expected<AssembledCode> shorter = assemble(program(code, code.copies), Isa::x86_64, {"", false, "probe"});
  if (!shorter)
    return shorter.error();
  const Expected<AssembledCode> longer =
      is_loop ? shorter : assemble(program(code, long_copies), Isa::x86_64, {"", false, "probe"});
  if (!longer)
    return longer.error();
  const double rounds = is_loop ? code.iterations : 1;
  return AssembledProbe{{shorter->bytes, registers(code.iterations)},
                        {longer->bytes, registers(2 * code.iterations)},
                        {rounds * code.copies, (is_loop ? 2 * rounds : 1) * long_copies}};
}

Expected<std::unique_ptr<Bench>> make_bench(const RepetitionPolicy &repetition) {
  OSACA_TRY(TimedFrame frame, make_frame({this_processor_has_avx(), false}));
  return std::unique_ptr<Bench>(std::make_unique<TimingBench>(std::move(frame), repetition));
}

int usual_copies(const std::string &body) {
  constexpr int instructions = 400;
  return std::max(1, instructions / std::max(1, line_count(body)));
}

ProbeCode straight(std::string body, std::string before) {
  ProbeCode code;
  code.copies = usual_copies(body);
  code.body = std::move(body);
  code.before = std::move(before);
  return code;
}

std::span<const Probe> all_probes() {
  static constexpr std::array<Probe, 27> probes = {{
      {"dispatch", "operations dispatched per cycle", probe_dispatch},
      {"window", "reorder buffer and register files", probe_window},
      {"schedulers", "schedulers, load queue and store queue", probe_schedulers},
      {"loads", "latency of loads by addressing mode and kind of register", probe_loads},
      {"accesses", "loads and stores per cycle, in neighbouring places and across lines", probe_accesses},
      {"banks", "bank conflicts of loads, and the cost of an index", probe_banks},
      {"splits", "rules for dispatching operations that an index splits", probe_splits},
      {"unfused", "operations whose load is a separate macro-op", probe_unfused},
      {"additions", "additions of constants and lea, done at rename or executed", probe_additions},
      {"forwarding", "store-to-load forwarding by widths, offset and line crossing", probe_forwarding},
      {"renaming", "memory renaming: loads that get the stored register", probe_renaming},
      {"moves", "moves between registers that need no execution", probe_moves},
      {"idioms", "instructions whose result does not depend on their sources", probe_idioms},
      {"fusion", "pairs of an operation and a jump that are fused", probe_fusion},
      {"branches", "jumps that are taken, not taken or mispredicted", probe_branches},
      {"op_cache", "capacity of the op cache", probe_op_cache},
      {"code_lines", "lines of code read per cycle", probe_code_lines},
      {"code_size", "throughput by length of instruction", probe_code_size},
      {"dense_code", "code of many short instructions", probe_dense_code},
      {"wide_vectors", "pipes that operations on wide vectors close to others", probe_wide_vectors},
      {"conditions", "cost of setCC and cmovCC by condition", probe_conditions},
      {"high_bytes", "reads of ah, bh, ch and dh", probe_high_bytes},
      {"binding", "whether operations are assigned to a pipe before one is free", probe_binding},
      {"loads_that_extend", "whether loads that extend or broadcast need an execution unit", probe_loads_that_extend},
      {"access_groups", "whether address units are assigned by position", probe_access_groups},
      {"vector_results", "whether results of vector operations delay integer operations", probe_vector_results},
      {"bypasses", "vector operations whose results reach other operations later", probe_bypasses},
  }};
  return probes;
}

} // namespace osaca::measure::core_probes

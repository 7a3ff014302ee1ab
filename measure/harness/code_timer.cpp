#include "measure/harness/code_timer.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "decode/decoder.h"
#include "measure/harness/exit_search.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/repeated_measurement.h"
#include "measure/harness/trial_process.h"
#include "measure/isa/instruction_screen.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

namespace osaca::measure {

// The block is unrolled to about 500 instructions and to about 1,000. The difference is the time of half of the copies,
// without the fixed cost of a pass.

namespace {

constexpr std::size_t short_window_instructions = 500;
constexpr std::size_t max_block_instructions = 4000;
constexpr std::uint64_t base_value = 0x2324000;
constexpr std::uint64_t stack_offset = 0x800;
constexpr std::uint64_t frame_offset = 0x7f0;
constexpr std::uint64_t distinct_step = 0x40;

GeneralRegisters initial_registers(bool distinct) {
  GeneralRegisters made{};
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = base_value + (distinct ? i * distinct_step : 0);
  made[stack_pointer] = base_value + stack_offset;
  made[frame_pointer] = base_value + frame_offset;
  return made;
}

struct Copies {
  std::size_t shorter = 1;
  std::size_t longer = 2;
};

Copies copies_of(std::size_t instructions) {
  const std::size_t shorter = std::max<std::size_t>(1, (short_window_instructions + instructions / 2) / instructions);
  return {shorter, 2 * shorter};
}

std::vector<std::uint8_t> repeated(const std::vector<std::uint8_t> &block, std::size_t copies) {
  std::vector<std::uint8_t> code;
  for (std::size_t i = 0; i < copies; ++i)
    code.insert(code.end(), block.begin(), block.end());
  return code;
}

TimedTask block_task(const std::vector<std::uint8_t> &block, const Kernel &kernel, const Copies &copies,
                     bool distinct) {
  TimedTask task;
  const GeneralRegisters general = initial_registers(distinct);
  task.short_window = {repeated(block, copies.shorter), general};
  task.long_window = {repeated(block, copies.longer), general};
  task.vectors.fill({{float_word, float_word}});
  task.fill_word = base_value;
  task.changes_memory =
      std::ranges::any_of(kernel.instructions, [](const Instruction &instruction) { return instruction.stores; });
  return task;
}

Measurement failure(Status status, std::string detail = "") { return {status, 0, 0, std::move(detail)}; }

} // namespace

Expected<BlockTimer> BlockTimer::create() {
  OSACA_TRY(TimedFrames frames, make_frames(this_processor_has_avx()));
  return BlockTimer(std::move(frames));
}

Measurement BlockTimer::measure(const std::vector<std::uint8_t> &block, const BlockSettings &settings) {
  if (block.empty())
    return failure(Status::empty);
  const Expected<Kernel> kernel = decode_block(block, Isa::x86_64, {});
  if (!kernel)
    return failure(Status::undecodable, kernel.error().message);
  if (kernel->instructions.size() > max_block_instructions)
    return failure(Status::too_long);
  if (accesses_system(*kernel))
    return failure(Status::privileged);

  const Copies copies = copies_of(kernel->instructions.size());
  TimedTask task = block_task(block, *kernel, copies, settings.distinct_registers);
  if (uses_x87(*kernel))
    task.x87_values = values_on_register_stack(*kernel);
  const TimedFrame &frame = frames_.around(uses_x87(*kernel));
  return repeated_measurement(
      frame, task,
      {static_cast<double>(copies.shorter), static_cast<double>(copies.longer), least_cycles_of(kernel->instructions)},
      settings.repetition, core_);
}

// The loop begins at a multiple of 64 bytes, as compilers align important loops. Two windows run it for different
// numbers of iterations. The fixed cost of a pass, including the misprediction at the loop's end, cancels out in the
// difference.

namespace {

constexpr std::size_t loop_pages = 64;

Expected<TimedFrames> frames_with(FrameOptions options) {
  OSACA_TRY(TimedFrame plain, make_frame(options));
  options.uses_x87 = true;
  OSACA_TRY(TimedFrame x87, make_frame(options));
  return TimedFrames{std::move(plain), std::move(x87)};
}

/// "jne for je": lists the jumps that got another condition.
std::string described(const DirectedJumps &directed, const Kernel &loop) {
  std::string text;
  for (const auto &[jump, mnemonic] : directed)
    text += format_text("{}{} for {}", text.empty() ? "" : ", ", mnemonic, loop.instructions[jump].mnemonic);
  return text;
}

/// The setup, and those with slightly other iteration counts.
std::vector<LoopSetup> with_other_counts(const Kernel &loop, const LoopSetup &setup) {
  std::vector<LoopSetup> setups = {setup};
  for (int variant = 1; variant < count_variants; ++variant)
    if (Expected<LoopSetup> next = set_up_loop(loop, variant))
      setups.push_back(*std::move(next));
  return setups;
}

TimedTask loop_task(const Kernel &loop, const LoopCode &code, const LoopSetup &setup) {
  TimedTask task;
  task.short_window = {code.bytes, setup.shorter_start};
  task.long_window = {code.bytes, setup.longer_start};
  task.vectors = setup.vectors;
  task.fill_word = setup.fill_word;
  task.fill_is_relative = setup.fill_is_relative;
  task.planted = setup.planted;
  if (uses_x87(loop))
    task.x87_values = values_on_register_stack(loop);
  task.changes_memory = false;
  task.max_pages = loop_pages;
  return task;
}

/// Any other status means that memory or registers were not what the loop needs.
bool is_final(Status status) {
  return status != Status::fault && status != Status::too_many_pages && status != Status::timeout &&
         status != Status::arithmetic;
}

struct RunnableLoop {
  Kernel loop; ///< rotated to end with its jump
  LoopCode code;
};

/// The loop prepared for running, or the reason why it cannot run.
std::variant<RunnableLoop, Measurement> made_runnable(const Kernel &written) {
  if (written.instructions.empty())
    return Measurement{Status::empty, 0, 0, ""};
  Kernel loop = ending_with_its_jump(written);
  if (accesses_system(loop))
    return Measurement{Status::privileged, 0, 0, ""};
  if (std::string why = obstacle(loop); !why.empty())
    return Measurement{Status::exit_unknown, 0, 0, std::move(why)};
  Expected<LoopCode> code = assemble_loop(loop);
  if (!code)
    return Measurement{Status::unreadable_assembly, 0, 0, code.error().message};
  return RunnableLoop{std::move(loop), *std::move(code)};
}

} // namespace

Expected<LoopTimer> LoopTimer::create(double additions_per_cycle) {
  OSACA_TRY(TimedFrames plain, frames_with({this_processor_has_avx(), false, false}));
  OSACA_TRY(TimedFrames avx512, frames_with({this_processor_has_avx(), false, this_processor_has_avx512()}));
  LoopTimer timer(std::move(plain), std::move(avx512));
  timer.core_.expect_additions(additions_per_cycle);
  return timer;
}

const TimedFrame &LoopTimer::frame_of(const Kernel &loop) const {
  return (uses_avx512_registers(loop) ? avx512_ : plain_).around(uses_x87(loop));
}

Measurement LoopTimer::measure(const Kernel &written, const RepetitionPolicy &repetition) {
  const std::variant<RunnableLoop, Measurement> runnable = made_runnable(written);
  if (const Measurement *obstructed = std::get_if<Measurement>(&runnable))
    return *obstructed;
  const auto &[loop, code] = std::get<RunnableLoop>(runnable);
  const TimedFrame &frame = frame_of(loop);
  const Expected<LoopSetup> setup = set_up_loop(loop);
  Measurement figure;
  if (setup && inner_exits(loop).empty())
    figure = timed(frame, loop, code, with_other_counts(loop, *setup), repetition);
  if (setup && inner_exits(loop).empty() && is_final(figure.status))
    return figure;
  // If the setup cannot be derived from the code, it is searched for by trial; with fewer iterations if the loop
  // touches too many pages.
  Measurement searched{Status::exit_unknown, 0, 0, ""};
  for (const std::int64_t most_iterations : {4096, 64, 16}) {
    searched = after_search(frame, loop, code, most_iterations, repetition);
    if (searched.status != Status::too_many_pages)
      break;
  }
  return searched.status == Status::exit_unknown && figure.status != Status::ok ? figure : searched;
}

Measurement LoopTimer::measure_over(const Kernel &written, const WantedData &wanted,
                                    const RepetitionPolicy &repetition) {
  constexpr double agreeing_far_away =
      0.1; // each process has other physical pages: shared caches and memory differ more between runs than a core
  const std::variant<RunnableLoop, Measurement> runnable = made_runnable(written);
  if (const Measurement *obstructed = std::get_if<Measurement>(&runnable))
    return *obstructed;
  const auto &[loop, code] = std::get<RunnableLoop>(runnable);
  const Expected<LoopData> data = data_for(loop, wanted);
  if (!data)
    return {Status::unsupported, 0, 0, data.error().message};
  const Expected<DataRun> run = data_run(code, *data, least_cycles_of(loop.instructions));
  if (!run)
    return {Status::unreadable_assembly, 0, 0, run.error().message};
  TimedTask task = run->task;
  if (uses_x87(loop))
    task.x87_values = values_on_register_stack(loop);
  RepetitionPolicy usual = repetition;
  if (data->bytes >= very_slow_bytes)
    usual = {std::min(repetition.runs, 2), 0, 0};
  Measurement figure = repeated_measurement(frame_of(loop), task, run->executions, usual, core_);
  if (figure.status == Status::unstable && figure.detail.empty() && !wanted.is_first_level &&
      figure.spread <= agreeing_far_away)
    figure.status = Status::ok;
  return figure;
}

Measurement LoopTimer::after_search(const TimedFrame &frame, const Kernel &loop, const LoopCode &code,
                                    std::int64_t most_iterations, const RepetitionPolicy &repetition) {
  TrialProcess trials(frame);
  const Expected<LoopSetup> setup =
      search_setup(loop, code, [&trials](const TimedTask &task) { return trials.run(task); }, most_iterations);
  if (!setup)
    return {Status::exit_unknown, 0, 0, setup.error().message};
  const Expected<LoopCode> directed = assemble_loop(loop, setup->directed);
  if (!directed)
    return {Status::unreadable_assembly, 0, 0, directed.error().message};
  Measurement figure = timed(frame, loop, *directed, {*setup}, repetition);
  figure.directed = described(setup->directed, loop);
  return figure;
}

Measurement LoopTimer::timed(const TimedFrame &frame, const Kernel &loop, const LoopCode &code,
                             const std::vector<LoopSetup> &setups, const RepetitionPolicy &repetition) {
  const double least_cycles = least_cycles_of(loop.instructions);
  const auto run = [&](std::size_t number) {
    const LoopSetup &setup = setups[number % setups.size()];
    TimedTask task = loop_task(loop, code, setup);
    task.calm_crowding = core_.least_crowding();
    return CountedRun{
        run_timed(frame, task),
        {static_cast<double>(setup.iterations.shorter), static_cast<double>(setup.iterations.longer), least_cycles}};
  };
  return repeated_measurement(run, repetition, core_);
}

namespace {

constexpr std::size_t most_other_pages = 64;      // that may be mapped when the loop first touches them
constexpr std::int64_t slow_to_prepare = 1 << 20; // above this, a few samples are long enough
constexpr int least_iterations = 20'000;          // of the shorter run
constexpr unsigned longest_seconds = 30;
constexpr std::array<const char *, general_registers> names_of_registers = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};

/// Code after the loop that writes back its position.
std::string write_back(const std::vector<std::size_t> &registers) {
  std::string text;
  for (const std::size_t reg : registers)
    text += format_text("mov %{}, {}\n", names_of_registers[reg],
                        state_address + offsetof(HarnessState, general) + 8 * reg);
  return text;
}

} // namespace

Expected<DataRun> data_run(const LoopCode &code, const LoopData &data, double least_cycles) {
  DataRun run;
  TimedTask &task = run.task;
  task.short_window = {code.bytes, data.setup.shorter_start};
  task.long_window = {code.bytes, data.setup.longer_start};
  if (!data.carried.empty()) {
    OSACA_TRY(const AssembledCode back, assemble(write_back(data.carried), Isa::x86_64));
    for (Window *window : {&task.short_window, &task.long_window})
      window->code.insert(window->code.end(), back.bytes.begin(), back.bytes.end());
    task.carried = data.carried;
  }
  task.vectors = data.setup.vectors;
  task.fill_word = data.setup.fill_word;
  task.changes_memory = false;
  task.max_pages = most_other_pages;
  task.regions = data.regions;
  task.time_limit_seconds = longest_seconds;
  run.executions = {static_cast<double>(data.setup.iterations.shorter),
                    static_cast<double>(data.setup.iterations.longer), least_cycles};
  if (data.lengths == RunLengths::sweeps) {
    task.passes =
        static_cast<std::uint64_t>(std::max(1, least_iterations / std::max(data.setup.iterations.shorter, 1)));
    task.long_passes_per_short = 2;
    run.executions.longer *= 2;
  } else if (data.bytes >= slow_to_prepare) {
    task.passes = 1;
  }
  if (data.bytes >= very_slow_bytes) {
    task.untimed_windows = 0;
    task.wanted_samples = task.enough_samples = data.lengths == RunLengths::going_on ? 10 : data.is_list ? 1 : 2;
  }
  return run;
}

} // namespace osaca::measure

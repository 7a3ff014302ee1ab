// The loop begins at a multiple of 64 bytes, as compilers align loops that matter. Two windows run it for N and for 2N
// iterations; what a pass costs besides, the misprediction at the loop's end among it, goes away in the difference.
#include "measure/harness/loop_timer.h"

#include "measure/harness/data_run.h"
#include "measure/harness/exit_search.h"
#include "measure/harness/loop_setup.h"
#include "measure/isa/instruction_screen.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace osaca::measure {
namespace {

constexpr std::size_t loop_pages = 64;

Expected<TimedFrames> frames_with(FrameOptions options) {
  Expected<TimedFrame> plain = make_frame(options);
  if (!plain)
    return plain.error();
  options.uses_x87 = true;
  Expected<TimedFrame> x87 = make_frame(options);
  if (!x87)
    return x87.error();
  return TimedFrames{*std::move(plain), *std::move(x87)};
}

/// "jne for je": each jump of another condition.
std::string described(const DirectedJumps &directed, const Kernel &loop) {
  std::string text;
  for (const auto &[jump, mnemonic] : directed)
    text += (text.empty() ? "" : ", ") + mnemonic + " for " + loop.instructions[jump].mnemonic;
  return text;
}

/// Otherwise memory or registers were not what the loop needs.
bool is_final(Status status) {
  return status != Status::fault && status != Status::too_many_pages && status != Status::timeout &&
         status != Status::arithmetic;
}

struct RunnableLoop {
  Kernel loop; ///< ends with its jump
  LoopCode code;
};

/// Or why it cannot run.
std::variant<RunnableLoop, Measurement> made_runnable(const Kernel &written) {
  if (written.instructions.empty())
    return Measurement{Status::empty, 0, 0, ""};
  Kernel loop = ending_with_its_jump(written);
  if (talks_to_the_system(loop))
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
  Expected<TimedFrames> plain = frames_with({this_processor_has_avx(), false, false});
  if (!plain)
    return plain.error();
  Expected<TimedFrames> avx512 = frames_with({this_processor_has_avx(), false, this_processor_has_avx512()});
  if (!avx512)
    return avx512.error();
  LoopTimer timer(*std::move(plain), *std::move(avx512));
  timer.core_.expect_additions(additions_per_cycle);
  return timer;
}

const TimedFrame &LoopTimer::frame_of(const Kernel &loop) const {
  return (uses_avx512_registers(loop) ? avx512_ : plain_).around(uses_x87(loop));
}

Measurement LoopTimer::measure(const Kernel &written, const Repetition &repetition) {
  const std::variant<RunnableLoop, Measurement> runnable = made_runnable(written);
  if (const Measurement *obstructed = std::get_if<Measurement>(&runnable))
    return *obstructed;
  const auto &[loop, code] = std::get<RunnableLoop>(runnable);
  const TimedFrame &frame = frame_of(loop);
  const Expected<LoopSetup> setup = set_up_loop(loop);
  Measurement figure;
  if (setup && inner_exits(loop).empty())
    figure = timed(frame, loop, code, *setup, repetition);
  if (setup && inner_exits(loop).empty() && is_final(figure.status))
    return figure;
  // What the text does not tell may be found by trying; with fewer iterations, where it goes over too many pages.
  Measurement searched{Status::exit_unknown, 0, 0, ""};
  for (const int most_iterations : {256, 32, 8}) {
    searched = after_search(frame, loop, code, most_iterations, repetition);
    if (searched.status != Status::too_many_pages)
      break;
  }
  return searched.status == Status::exit_unknown && figure.status != Status::ok ? figure : searched;
}

Measurement LoopTimer::measure_over(const Kernel &written, const WantedData &wanted, const Repetition &repetition) {
  constexpr double agreeing_far_away =
      0.1; // each process has other pages: of what is shared, runs differ more than of a core
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
  Repetition usual = repetition;
  if (data->bytes >= very_slow_bytes)
    usual = {std::min(repetition.runs, 2), 0, 0};
  Measurement figure = repeated_measurement(frame_of(loop), task, run->executions, usual, core_);
  if (figure.status == Status::unstable && figure.detail.empty() && !wanted.is_first_level &&
      figure.spread <= agreeing_far_away)
    figure.status = Status::ok;
  return figure;
}

Measurement LoopTimer::after_search(const TimedFrame &frame, const Kernel &loop, const LoopCode &code,
                                    int most_iterations, const Repetition &repetition) {
  const Expected<LoopSetup> setup = search_setup(
      loop, code, [&frame](const TimedTask &task, const RehearsalOrder &order) { return rehearse(frame, task, order); },
      most_iterations);
  if (!setup)
    return {Status::exit_unknown, 0, 0, setup.error().message};
  const Expected<LoopCode> directed = assemble_loop(loop, setup->directed);
  if (!directed)
    return {Status::unreadable_assembly, 0, 0, directed.error().message};
  Measurement figure = timed(frame, loop, *directed, *setup, repetition);
  figure.directed = described(setup->directed, loop);
  return figure;
}

Measurement LoopTimer::timed(const TimedFrame &frame, const Kernel &loop, const LoopCode &code, const LoopSetup &setup,
                             const Repetition &repetition) {
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
  const Measurement figure =
      repeated_measurement(frame, task,
                           {static_cast<double>(setup.shorter_iterations), static_cast<double>(setup.longer_iterations),
                            least_cycles_of(loop.instructions)},
                           repetition, core_);
  return figure;
}

} // namespace osaca::measure

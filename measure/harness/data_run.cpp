#include "measure/harness/data_run.h"

#include "decode/code/assemble.h"

#include <algorithm>
#include <array>
#include <string>

namespace osaca::measure {
namespace {

constexpr std::size_t pages_beside = 64;          // that may come when the loop first touches them
constexpr std::int64_t slow_to_prepare = 1 << 20; // then few samples are long enough
constexpr int least_iterations = 20'000;          // of the shorter run
constexpr unsigned longest_seconds = 30;
constexpr std::array<const char *, general_registers> names_of_registers = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};

/// Behind the loop: writes back where it is.
std::string write_back(const std::vector<std::size_t> &registers) {
  std::string text;
  for (const std::size_t reg : registers)
    text += std::string("mov %") + names_of_registers[reg] + ", " +
            std::to_string(state_address + offsetof(HarnessState, general) + 8 * reg) + "\n";
  return text;
}

} // namespace

Expected<DataRun> data_run(const LoopCode &code, const LoopData &data, double least_cycles) {
  DataRun run;
  TimedTask &task = run.task;
  task.short_window = {code.bytes, data.setup.shorter_start};
  task.long_window = {code.bytes, data.setup.longer_start};
  if (!data.carried.empty()) {
    const Expected<AssembledCode> back = assemble(write_back(data.carried), Isa::x86_64);
    if (!back)
      return back.error();
    for (Window *window : {&task.short_window, &task.long_window})
      window->code.insert(window->code.end(), back->bytes.begin(), back->bytes.end());
    task.carried = data.carried;
  }
  task.vectors = data.setup.vectors;
  task.fill_word = data.setup.fill_word;
  task.changes_memory = false;
  task.max_pages = pages_beside;
  task.regions = data.regions;
  task.time_limit_seconds = longest_seconds;
  run.executions = {static_cast<double>(data.setup.shorter_iterations),
                    static_cast<double>(data.setup.longer_iterations), least_cycles};
  if (data.lengths == RunLengths::sweeps) {
    task.passes =
        static_cast<std::uint64_t>(std::max(1, least_iterations / std::max(data.setup.shorter_iterations, 1)));
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

// Every stream gets a buffer of its own, small enough that all of them stay in the first-level cache; the pages come
// when the loop first touches them. Registers that count, point or hold data are told apart by how the loop uses them.
#include "measure/harness/loop_setup.h"

#include "measure/harness/loop_exit.h"
#include "measure/harness/loop_memory.h"
#include "measure/harness/loop_steps.h"
#include "measure/harness/row_alignment.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::uint64_t first_buffer = 0x10000000;
constexpr std::uint64_t buffer_distance = 0x100000 + 15 * 64; // apart in the page too: no false conflicts of addresses
constexpr std::uint64_t row_elements = 136; // what an index that stays the same adds: the next row of a grid
constexpr std::uint64_t index_distance_bytes = 2048 + 64; // between indices that change: each has elements of its own
constexpr std::uint64_t other_value = 3;                  // of registers that hold data
constexpr std::int64_t working_set_bytes = 16384;
constexpr std::int64_t fewest_iterations = 8;
constexpr std::int64_t most_iterations = 256;

std::int64_t stride_bytes(const RegisterUse &use) {
  if (!use.is_changed)
    return 0;
  const std::int64_t step = std::abs(use.step) + use.added_per_iteration;
  if (use.is_index)
    return step * use.largest_scale;
  return use.is_base ? step : 0;
}

} // namespace

int shorter_iterations(const RegisterUses &uses) {
  std::int64_t stride = 0;
  for (const RegisterUse &use : uses)
    stride = std::max(stride, stride_bytes(use));
  std::int64_t streams = 0;
  for (const RegisterUse &use : uses)
    streams += use.is_base ? 1 : 0;
  if (stride == 0)
    return static_cast<int>(most_iterations);
  return static_cast<int>(std::clamp(working_set_bytes / (2 * stride * std::max<std::int64_t>(streams, 1)),
                                     fewest_iterations, most_iterations));
}

GeneralRegisters start_values(const RegisterUses &uses, std::uint64_t other) {
  GeneralRegisters start{};
  std::uint64_t buffers = 0;
  std::uint64_t rows = 0;
  std::uint64_t streams = 0; // of changing indices
  for (std::size_t i = 0; i < start.size(); ++i) {
    const RegisterUse &use = uses[i];
    if (use.is_base)
      start[i] = first_buffer + buffers++ * buffer_distance;
    else if (use.is_index)
      start[i] = use.is_changed ? streams++ * index_distance_bytes / static_cast<std::uint64_t>(use.largest_scale)
                                : ++rows * row_elements;
    else if (use.natural_value != 0)
      start[i] = static_cast<std::uint64_t>(use.natural_value);
    else
      start[i] = use.is_changed && use.is_stepped ? 0 : other;
  }
  return start;
}

Expected<LoopSetup> set_up_loop(const Kernel &kernel) {
  const RegisterUses uses = register_uses(kernel);
  const Expected<LoopExit> exit = find_exit(kernel, uses);
  if (!exit)
    return exit.error();
  LoopSetup setup;
  setup.shorter_iterations = shorter_iterations(uses);
  setup.longer_iterations = 2 * setup.shorter_iterations;
  setup.shorter_start = setup.longer_start = start_values(uses, other_value);
  lay_out_rows(kernel, uses, setup.shorter_start);
  setup.longer_start = setup.shorter_start;
  setup.fill_word = fill_word_of(kernel, uses);
  setup.planted = spilled_words(kernel, uses, setup.shorter_start, 0);
  setup.vectors = vector_values(kernel);
  if (!solve(*exit, setup.shorter_iterations, setup.shorter_start) ||
      !solve(*exit, setup.longer_iterations, setup.longer_start))
    return Error{"when the loop ends is not known: its counter cannot reach its limit"};
  return setup;
}

} // namespace osaca::measure

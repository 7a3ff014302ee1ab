// Every stream gets a buffer of its own, small enough that all of them stay in the first-level cache; the pages come
// when the loop first touches them. Registers that count, point or hold data are told apart by how the loop uses them.
#include "measure/harness/loop_setup.h"

#include "measure/harness/loop_exit.h"
#include "measure/harness/loop_steps.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::uint64_t first_buffer = 0x10000000;
constexpr std::uint64_t buffer_distance = 0x100000 + 15 * 64; // apart in the page too: no false conflicts of addresses
constexpr std::uint64_t row_elements = 136; // what an index that stays the same adds: the next row of a grid
constexpr std::uint64_t other_value = 3;    // of registers that hold data
constexpr std::uint64_t pointer_word = 0x2324000;
constexpr std::int64_t working_set_bytes = 16384;
constexpr std::int64_t fewest_iterations = 8;
constexpr std::int64_t most_iterations = 256;

std::int64_t stride_bytes(const RegisterUse &use) {
  if (!use.is_changed || !use.is_stepped)
    return 0;
  if (use.is_index)
    return std::abs(use.step) * use.largest_scale;
  return use.is_base ? std::abs(use.step) : 0;
}

int shorter_iterations(const Kernel &kernel, const RegisterUses &uses) {
  std::int64_t stride = 0;
  for (const RegisterUse &use : uses)
    stride = std::max(stride, stride_bytes(use));
  std::int64_t streams = 0;
  for (const RegisterUse &use : uses)
    streams += use.is_base ? 1 : 0;
  (void)kernel;
  if (stride == 0)
    return static_cast<int>(most_iterations);
  return static_cast<int>(std::clamp(working_set_bytes / (2 * stride * std::max<std::int64_t>(streams, 1)),
                                     fewest_iterations, most_iterations));
}

GeneralRegisters start_values(const RegisterUses &uses) {
  GeneralRegisters start{};
  std::uint64_t buffers = 0;
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const RegisterUse &use = uses[i];
    if (use.is_base)
      start[i] = first_buffer + buffers++ * buffer_distance;
    else if (use.is_index)
      start[i] = use.is_changed ? 0 : ++rows * row_elements;
    else
      start[i] = use.is_changed && use.is_stepped ? 0 : other_value;
  }
  return start;
}

bool follows_pointers(const RegisterUses &uses) {
  return std::any_of(uses.begin(), uses.end(),
                     [](const RegisterUse &use) { return use.is_loaded && (use.is_base || use.is_index); });
}

} // namespace

Expected<LoopSetup> set_up_loop(const Kernel &kernel) {
  const RegisterUses uses = register_uses(kernel);
  const Expected<LoopExit> exit = find_exit(kernel, uses);
  if (!exit)
    return exit.error();
  LoopSetup setup;
  setup.shorter_iterations = shorter_iterations(kernel, uses);
  setup.longer_iterations = 2 * setup.shorter_iterations;
  setup.shorter_start = setup.longer_start = start_values(uses);
  setup.fill_word = follows_pointers(uses) ? pointer_word : float_word;
  if (!solve(*exit, setup.shorter_iterations, setup.shorter_start) ||
      !solve(*exit, setup.longer_iterations, setup.longer_start))
    return Error{"when the loop ends is not known: its counter cannot reach its limit"};
  return setup;
}

} // namespace osaca::measure

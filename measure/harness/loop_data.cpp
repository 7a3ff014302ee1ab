#include "measure/harness/loop_data.h"

#include "measure/harness/loop_code.h"
#include "measure/harness/loop_exit.h"
#include "measure/harness/loop_memory.h"
#include "measure/harness/memory_regions.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace osaca::measure {
namespace {

constexpr std::uint64_t base_distance = std::uint64_t{1} << 36U;
constexpr std::uint64_t base_shift = 15 * 64; // apart in the page too: no false conflicts of addresses
constexpr std::uint64_t first_base = first_region_address + base_distance / 2;
constexpr std::uint64_t other_register_value = 3; // of registers that hold data
constexpr std::int64_t slack = 64 << 10;   // what is accessed around the beginning and the end, and rows beside
constexpr std::int64_t most_span = std::int64_t{1} << 34U;

struct Span {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

std::int64_t step_of_base(const RegisterUse &use) { return use.is_changed ? std::abs(use.step) + use.added_per_iteration : 0; }

std::int64_t largest_index_step(const RegisterUses &uses) {
  std::int64_t largest = 0;
  for (const RegisterUse &use : uses)
    if (use.is_index && use.is_changed)
      largest = std::max(largest, (std::abs(use.step) + use.added_per_iteration) * use.largest_scale);
  return largest;
}

/// What an iteration moves on over all arrays.
std::int64_t bytes_per_iteration(const RegisterUses &uses) {
  const std::int64_t by_index = largest_index_step(uses);
  std::int64_t bytes = 0;
  for (const RegisterUse &use : uses)
    if (use.is_base)
      bytes += use.is_changed ? step_of_base(use) : by_index;
  return bytes;
}

/// What indices add to a base, from the first iteration to the last.
Span span_of_indices(const RegisterUses &uses, const GeneralRegisters &start, int iterations) {
  Span span;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (!uses[i].is_index)
      continue;
    const auto begin = static_cast<std::int64_t>(start[i]);
    const std::int64_t end = begin + (uses[i].is_changed ? uses[i].step * iterations : 0);
    if (std::abs(begin) > most_span || std::abs(end) > most_span)
      return {-most_span, most_span};
    span.low = std::min({span.low, begin * uses[i].largest_scale, end * uses[i].largest_scale});
    span.high = std::max({span.high, begin * uses[i].largest_scale, end * uses[i].largest_scale});
  }
  return span;
}

void take_in(Span &span, const RegisterUse &base, const Span &indices, int iterations) {
  const std::int64_t moved = base.is_changed ? (base.step >= 0 ? 1 : -1) * step_of_base(base) * iterations : 0;
  span.low = std::min(span.low, std::min<std::int64_t>(moved, 0) + indices.low);
  span.high = std::max(span.high, std::max<std::int64_t>(moved, 0) + indices.high);
}

MemoryRegion region_around(std::uint64_t base, const Span &span) {
  const std::uint64_t begin = (base + static_cast<std::uint64_t>(span.low - slack)) / huge_page_bytes * huge_page_bytes;
  const std::uint64_t end = base + static_cast<std::uint64_t>(span.high + slack);
  return {begin, (end - begin + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes, MemoryRegion::Pages::huge, {}};
}

Error not_over_arrays(const std::string &why) { return Error{"it does not simply go over arrays: " + why}; }

bool uses_gathers(const Kernel &loop) {
  return std::any_of(loop.instructions.begin(), loop.instructions.end(), [](const Instruction &instruction) {
    return std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const Operand &operand) {
      const MemoryOperand *memory = as_memory(operand);
      return memory != nullptr && memory->is_gather_scatter;
    });
  });
}

/// Each base has a region of its own, so large as this loop needs it.
Expected<std::vector<MemoryRegion>> regions_of(const RegisterUses &uses, const LoopSetup &setup) {
  const Span shorter = span_of_indices(uses, setup.shorter_start, setup.shorter_iterations);
  const Span longer = span_of_indices(uses, setup.longer_start, setup.longer_iterations);
  std::vector<MemoryRegion> regions;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (!uses[i].is_base)
      continue;
    Span span;
    take_in(span, uses[i], shorter, setup.shorter_iterations);
    take_in(span, uses[i], longer, setup.longer_iterations);
    if (span.low < -most_span || span.high > most_span || setup.shorter_start[i] != setup.longer_start[i])
      return not_over_arrays("where it begins could not be set");
    regions.push_back(region_around(setup.longer_start[i], span));
  }
  return regions;
}

} // namespace

Expected<LoopData> data_for(const Kernel &loop, std::int64_t bytes) {
  const RegisterUses uses = register_uses(loop);
  if (!inner_exits(loop).empty())
    return not_over_arrays("it has jumps inside");
  if (follows_list(loop, uses))
    return not_over_arrays("it follows a list");
  if (uses_gathers(loop) || fill_word_of(loop, uses) != float_word)
    return not_over_arrays("it loads indices, or numbers of 80 bits");
  const std::int64_t per_iteration = bytes_per_iteration(uses);
  const std::int64_t iterations = per_iteration == 0 ? 0 : bytes / (2 * per_iteration);
  if (iterations < 4 || iterations > std::numeric_limits<int>::max() / 4)
    return not_over_arrays(per_iteration == 0 ? "its addresses stay the same" : "it goes on by too much, or by too little");
  const Expected<LoopExit> exit = find_exit(loop, uses);
  if (!exit)
    return exit.error();
  LoopData data;
  LoopSetup &setup = data.setup;
  setup.shorter_iterations = static_cast<int>(iterations);
  setup.longer_iterations = 2 * setup.shorter_iterations;
  GeneralRegisters start = start_values(uses, other_register_value);
  std::uint64_t bases = 0;
  for (std::size_t i = 0; i < uses.size(); ++i)
    if (uses[i].is_base) {
      start[i] = first_base + bases * (base_distance + base_shift);
      ++bases;
    } else if (uses[i].is_index && uses[i].is_changed) {
      start[i] = 0;
    }
  setup.shorter_start = setup.longer_start = start;
  setup.fill_word = float_word;
  setup.vectors = vector_values(loop);
  if (!spilled_words(loop, uses, start, 0).empty())
    return not_over_arrays("it loads addresses or indices");
  if (!solve(*exit, setup.shorter_iterations, setup.shorter_start) || !solve(*exit, setup.longer_iterations, setup.longer_start))
    return Error{"when the loop ends is not known: its counter cannot reach its limit"};
  Expected<std::vector<MemoryRegion>> regions = regions_of(uses, setup);
  if (!regions)
    return regions.error();
  data.regions = *std::move(regions);
  data.bytes = 2 * iterations * per_iteration;
  return data;
}

} // namespace osaca::measure

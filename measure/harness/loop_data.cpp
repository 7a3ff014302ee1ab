#include "measure/harness/loop_data.h"

#include "measure/harness/loop_code.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/loop_walks.h"
#include "measure/harness/measuring_child.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace osaca::measure {

RegionFill filled_with_nodes(const NodeCircle &circle, std::uint64_t fill_word) {
  return [circle, fill_word](std::uint64_t *words, std::uint64_t count) {
    std::fill_n(words, count, fill_word);
    std::vector<std::uint32_t> order(std::max<std::uint64_t>(circle.nodes, 1));
    std::iota(order.begin(), order.end(), 0U);
    std::mt19937_64 random(std::random_device{}());
    std::shuffle(order.begin() + 1, order.end(), random);
    const auto place_of = [&circle](std::uint32_t node) { return circle.begin + node * circle.node_bytes; };
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool is_last = i + 1 == order.size();
      auto *next = reinterpret_cast<std::uint64_t *>(place_of(order[i]) + circle.next_offset);
      *next = is_last ? (circle.ends_with_zero ? 0 : place_of(order.front())) : place_of(order[i + 1]);
    }
  };
}

RegionFill filled_with_indices(int index_bytes, std::uint64_t unit, std::uint64_t count) {
  return [index_bytes, unit, count](std::uint64_t *words, std::uint64_t word_count) {
    std::mt19937_64 random(std::random_device{}());
    const std::uint64_t representable =
        index_bytes >= 8 ? ~std::uint64_t{0} : std::uint64_t{1} << (8 * index_bytes - 1U);
    const std::uint64_t values = std::max<std::uint64_t>(std::min(count, representable / unit), 1);
    const int bits = 8 * index_bytes;
    for (std::uint64_t i = 0; i < word_count; ++i) {
      std::uint64_t word = 0;
      for (int at = 0; at < 64; at += bits)
        word |= random() % values * unit << static_cast<unsigned>(at);
      words[i] = word;
    }
  };
}

namespace {

constexpr std::uint64_t base_distance = std::uint64_t{1} << 36U;
/// The distance from array to array within their pages. Written arrays come first. The page offset of a load is then
/// that of a store that is still to come, so the load does not wait for an earlier store because of 4K aliasing.
constexpr std::uint64_t base_shift = 2 * 64;
constexpr std::uint64_t base_shift_in_first_level =
    15 * 64; // in L1 stores commit soon, and accesses to nearby places conflict
constexpr std::uint64_t first_base = first_region_address + base_distance / 2;
constexpr std::uint64_t other_register_value = 3; // of registers that hold data
constexpr std::int64_t bytes_of_a_line = 64;
constexpr std::int64_t slack = 64 << 10; // for accesses before the beginning, after the end, and to neighbouring rows
constexpr std::int64_t enough_of_a_list = 256 << 20; // each sweep goes to the end of the list, one load after the other
constexpr std::int64_t most_span = std::int64_t{1} << 34U;

struct Span {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

std::int64_t step_of_base(const RegisterUse &use) {
  return use.is_changed ? std::abs(use.step) + use.added_per_iteration : 0;
}

std::int64_t largest_index_step(const RegisterUses &uses) {
  std::int64_t largest = 0;
  for (const RegisterUse &use : uses)
    if (use.is_index && use.is_changed)
      largest = std::max(largest, (std::abs(use.step) + use.added_per_iteration) * use.largest_scale);
  return largest;
}

/// Whether a register holds the address of an array that the loop steps through, and not of a node or of a looked-up
/// array.
bool is_stepped_array(const RegisterUses &uses, const LoopWalks &walks, std::size_t reg) {
  return uses[reg].is_base && !walks.has_list_of(reg) && !walks.has_indexed(reg) && !walks.is_later_row(reg) &&
         !(uses[reg].is_loaded && uses[reg].is_index);
}

/// The memory accesses of an iteration.
struct BytesPerIteration {
  std::int64_t touched = 0; ///< in whole lines if it steps over lines
  std::int64_t spanned = 0;
};

BytesPerIteration bytes_per_iteration(const RegisterUses &uses, const LoopWalks &walks) {
  const std::int64_t by_index = largest_index_step(uses);
  BytesPerIteration bytes;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (!is_stepped_array(uses, walks, i))
      continue;
    const std::int64_t step = uses[i].is_changed ? step_of_base(uses[i]) : by_index;
    const std::int64_t lines =
        (std::max<std::int64_t>(uses[i].accessed_bytes(), 1) + bytes_of_a_line - 1) / bytes_of_a_line;
    bytes.spanned += step;
    bytes.touched += step <= bytes_of_a_line ? step : std::min(step, lines * bytes_of_a_line);
  }
  for (const ListWalk &list : walks.lists) {
    bytes.spanned += list.nodes_per_iteration * list.node_bytes;
    bytes.touched += list.nodes_per_iteration * list.node_bytes;
  }
  for (const IndexedArray &array : walks.indexed) {
    bytes.spanned += array.elements_per_iteration * array.element_bytes;
    bytes.touched += array.elements_per_iteration * array.element_bytes;
  }
  return bytes;
}

/// What indices add to a base between the first iteration and the last.
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
  span.low = std::min(span.low,
                      std::min<std::int64_t>(moved, 0) + indices.low + std::min<std::int64_t>(base.lowest_offset, 0));
  span.high = std::max(span.high, std::max<std::int64_t>(moved, 0) + indices.high +
                                      std::max<std::int64_t>(base.highest_offset, 0));
}

MemoryRegion region_around(std::uint64_t base, const Span &span) {
  const std::uint64_t begin = (base + static_cast<std::uint64_t>(span.low - slack)) / huge_page_bytes * huge_page_bytes;
  const std::uint64_t end = base + static_cast<std::uint64_t>(span.high + slack);
  return {
      begin, (end - begin + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes, MemoryRegion::Pages::huge, {}};
}

Error not_over_arrays(const std::string &why) {
  return Error{"cannot determine the memory accesses of the loop: " + why};
}

/// The array accessed by indices from the array of this register; null: it holds no indices.
const IndexedArray *looked_up_by(const LoopWalks &walks, std::size_t reg) {
  for (const IndexedArray &array : walks.indexed)
    if (array.indices == reg)
      return &array;
  return nullptr;
}

std::int64_t elements_of(const LoopWalks &walks, std::size_t array, std::int64_t iterations) {
  std::int64_t elements = 0;
  for (const IndexedArray &one : walks.indexed)
    if (one.array == array)
      elements += one.elements_per_iteration * iterations;
  return elements;
}

MemoryRegion region_of_list(const ListWalk &list, std::uint64_t begin, std::int64_t iterations,
                            std::uint64_t fill_word) {
  NodeCircle circle;
  circle.begin = begin;
  circle.nodes = static_cast<std::uint64_t>(iterations * list.nodes_per_iteration + (list.ends_with_zero ? 1 : 0));
  circle.node_bytes = static_cast<std::uint64_t>(list.node_bytes);
  circle.next_offset = static_cast<std::uint64_t>(list.next_offset);
  circle.ends_with_zero = list.ends_with_zero;
  MemoryRegion region = region_around(begin, {0, static_cast<std::int64_t>(circle.nodes * circle.node_bytes)});
  region.fill = filled_with_nodes(circle, fill_word);
  return region;
}

/// Each base has a region of its own, of the size that this loop needs.
Expected<std::vector<MemoryRegion>> regions_of(const RegisterUses &uses, const LoopWalks &walks, const LoopSetup &setup,
                                               std::int64_t iterations) {
  const Span shorter = span_of_indices(uses, setup.shorter_start, setup.iterations.shorter);
  const Span longer = span_of_indices(uses, setup.longer_start, setup.iterations.longer);
  std::vector<MemoryRegion> regions;
  for (const ListWalk &list : walks.lists)
    regions.push_back(region_of_list(list, setup.longer_start[list.starts.front()], iterations, setup.fill_word));
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (walks.has_indexed(i)) {
      const IndexedArray &array =
          *std::ranges::find_if(walks.indexed, [i](const IndexedArray &one) { return one.array == i; });
      regions.push_back(
          region_around(setup.longer_start[i],
                        {0, elements_of(walks, i, iterations) * array.element_bytes + uses[i].highest_offset}));
      continue;
    }
    if (!is_stepped_array(uses, walks, i))
      continue;
    Span span;
    take_in(span, uses[i], shorter, setup.iterations.shorter);
    take_in(span, uses[i], longer, setup.iterations.longer);
    if (!walks.rows.empty() && walks.rows.front() == i)
      span.high += static_cast<std::int64_t>(walks.rows.size()) * walks.row_bytes;
    if (span.low < -most_span || span.high > most_span || setup.shorter_start[i] != setup.longer_start[i])
      return not_over_arrays("the start addresses cannot be set");
    regions.push_back(region_around(setup.longer_start[i], span));
    if (const IndexedArray *array = looked_up_by(walks, i); array != nullptr)
      regions.back().fill =
          filled_with_indices(array->index_bytes, static_cast<std::uint64_t>(array->index_unit),
                              static_cast<std::uint64_t>(elements_of(walks, array->array, iterations)));
  }
  return regions;
}

/// The initial registers: addresses of arrays and lists; counters of elements begin at zero.
GeneralRegisters beginnings(const Kernel &loop, const RegisterUses &uses, const LoopWalks &walks, bool is_first_level) {
  GeneralRegisters start = start_values(uses, other_register_value);
  std::uint64_t bases = 0;
  const std::uint64_t distance = base_distance + (is_first_level ? base_shift_in_first_level : base_shift);
  const auto next_base = [&bases, distance] { return first_base + bases++ * distance; };
  for (const ListWalk &list : walks.lists) {
    const std::uint64_t begin = next_base();
    for (const std::size_t reg : list.registers)
      start[reg] = begin;
  }
  for (const bool takes_written : {true, false})
    for (std::size_t i = 0; i < uses.size(); ++i)
      if (const bool is_array = walks.has_indexed(i) || is_stepped_array(uses, walks, i);
          is_array && writes_through(loop, i) == takes_written)
        start[i] = next_base();
      else if (!is_array && uses[i].is_index && uses[i].is_changed && !walks.is_later_row(i))
        start[i] = 0;
  for (std::size_t row = 1; row < walks.rows.size(); ++row)
    start[walks.rows[row]] = start[walks.rows.front()] + row * static_cast<std::uint64_t>(walks.row_bytes);
  lay_out_rows(loop, uses, start);
  return start;
}

/// Error: memory contents for the loop's accesses are not known.
Expected<LoopWalks> known_walks(const Kernel &loop, const RegisterUses &uses, const WantedData &wanted) {
  constexpr std::int64_t usual_row = 8 << 10; // a few of them fit into L1
  constexpr std::int64_t short_row = 136 * 8; // leaves room for other arrays
  if (!inner_exits(loop).empty())
    return not_over_arrays("it contains inner jumps");
  const Expected<LoopWalks> found = walks_of(loop, uses);
  if (!found)
    return not_over_arrays(found.error().message);
  LoopWalks walks = *found;
  for (const ListWalk &list : walks.lists)
    if (list.starts.empty())
      return not_over_arrays("the start of its list is unknown");
  walks.rows = rows_of(loop, uses, wanted.rows);
  walks.row_bytes = wanted.is_first_level ? short_row : usual_row;
  const std::uint64_t fill_word = fill_word_of(loop, uses);
  if (fill_word != float_word && walks.lists.empty() && walks.indexed.empty())
    return not_over_arrays("it loads addresses, indices or 80-bit numbers");
  return walks;
}

bool is_plain_circle(const LoopWalks &walks, const RegisterUses &uses) {
  bool has_arrays = !walks.indexed.empty();
  for (std::size_t i = 0; i < uses.size(); ++i)
    has_arrays =
        has_arrays || (is_stepped_array(uses, walks, i) && (uses[i].is_changed || largest_index_step(uses) != 0));
  return !walks.lists.empty() && !has_arrays;
}

/// Sets the number of iterations and the initial registers of each run. False: the loop would not end there.
bool set_lengths(const Expected<LoopExit> &exit, int all, LoopData &data) {
  constexpr int enough_of_a_circle = 20'000;
  LoopSetup &setup = data.setup;
  setup.iterations.longer = data.lengths == RunLengths::going_on ? 2 * enough_of_a_circle : all;
  setup.iterations.shorter = data.lengths == RunLengths::sweeps ? all : setup.iterations.longer / 2;
  setup.iterations.longer = data.lengths == RunLengths::sweeps ? all : 2 * setup.iterations.shorter;
  if (!exit)
    return true; // the loop ends with the list
  return solve(*exit, setup.iterations.shorter, setup.shorter_start) &&
         solve(*exit, setup.iterations.longer, setup.longer_start);
}

} // namespace

Expected<LoopData> data_for(const Kernel &loop, const WantedData &wanted) {
  const RegisterUses uses = register_uses(loop);
  OSACA_TRY(const LoopWalks walks, known_walks(loop, uses, wanted));
  const BytesPerIteration per_iteration = bytes_per_iteration(uses, walks);
  if (per_iteration.touched == 0)
    return not_over_arrays("its addresses do not change");
  const bool ends_with_list =
      std::ranges::any_of(walks.lists, [](const ListWalk &list) { return list.ends_with_zero; });
  const std::int64_t bytes = ends_with_list ? std::min(wanted.bytes, enough_of_a_list) : wanted.bytes;
  const std::int64_t iterations = std::min(bytes / per_iteration.touched, wanted.most_bytes / per_iteration.spanned);
  if (iterations < 8 || iterations > std::numeric_limits<int>::max() / 4)
    return not_over_arrays("its steps through memory are too large or too small");
  const Expected<LoopExit> exit = find_exit(loop, uses);
  if (!exit && !ends_with_list)
    return exit.error();
  LoopData data;
  data.lengths = ends_with_list                 ? RunLengths::sweeps
                 : is_plain_circle(walks, uses) ? RunLengths::going_on
                 : wanted.is_first_level        ? RunLengths::half_and_all
                                                : RunLengths::sweeps;
  if (data.lengths == RunLengths::going_on)
    for (const ListWalk &list : walks.lists)
      data.carried.insert(data.carried.end(), list.starts.begin(), list.starts.end());
  LoopSetup &setup = data.setup;
  setup.shorter_start = setup.longer_start = beginnings(loop, uses, walks, wanted.is_first_level);
  setup.fill_word = float_word;
  setup.vectors = vector_values(loop);
  if (!spilled_words(loop, uses, setup.longer_start, 0).empty())
    return not_over_arrays("it loads addresses or indices from fixed places");
  if (!set_lengths(exit, static_cast<int>(iterations), data))
    return Error{"cannot determine when the loop ends: its counter cannot reach its limit"};
  OSACA_TRY(data.regions, regions_of(uses, walks, setup, iterations));
  data.is_list = ends_with_list;
  data.bytes = iterations * per_iteration.touched;
  return data;
}

} // namespace osaca::measure

#include "analysis/memory/streams.h"

#include <algorithm>
#include <cstdlib>

namespace osaca {
namespace {

/// From `first` up to, but not including, `end`.
struct Range {
  std::int64_t first = 0;
  std::int64_t end = 0;
  friend auto operator<=>(const Range &, const Range &) = default;
};

std::vector<Range> ranges_of(std::vector<TouchedBytes> touched) {
  std::vector<Range> ranges;
  for (const TouchedBytes &bytes : touched)
    ranges.push_back({bytes.offset_bytes, bytes.offset_bytes + bytes.width_bytes});
  std::ranges::sort(ranges);
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  return ranges;
}

/// The ranges modulo the step, so that they are the same places in every iteration.
std::vector<Range> folded(const std::vector<Range> &ranges, std::int64_t period) {
  std::vector<Range> within;
  for (const Range &range : ranges) {
    const std::int64_t width = std::min(range.end - range.first, period);
    const std::int64_t first = (range.first % period + period) % period;
    within.push_back({first, std::min(first + width, period)});
    if (first + width > period)
      within.push_back({0, first + width - period});
  }
  std::ranges::sort(within);
  return within;
}

std::int64_t sum_of(const std::vector<Range> &ranges) {
  std::int64_t sum = 0;
  for (const Range &range : ranges)
    sum += range.end - range.first;
  return sum;
}

/// Joins ranges with less than `gap` bytes between them. Precondition: they are sorted.
std::vector<Range> joined(const std::vector<Range> &ranges, std::int64_t gap) {
  std::vector<Range> whole;
  for (const Range &range : ranges)
    if (!whole.empty() && range.first - whole.back().end < gap)
      whole.back().end = std::max(whole.back().end, range.end);
    else
      whole.push_back(range);
  return whole;
}

Cycles lines_of_ranges(const std::vector<Range> &ranges, int line_bytes) {
  Cycles lines;
  for (const Range &range : ranges)
    lines += Cycles((range.end - range.first + line_bytes - 1) / line_bytes);
  return lines;
}

int as_int(std::int64_t bytes) { return static_cast<int>(std::min<std::int64_t>(bytes, 1 << 30)); }

} // namespace

TouchedLines lines_touched(std::vector<TouchedBytes> touched, std::optional<std::int64_t> step_bytes, int line_bytes) {
  const std::vector<Range> ranges = ranges_of(std::move(touched));
  TouchedLines found;
  if (!step_bytes || *step_bytes == 0) {
    found.bytes = as_int(sum_of(joined(ranges, 1)));
    found.lines = lines_of_ranges(joined(ranges, line_bytes), line_bytes);
    found.all_lines = false;
    return found;
  }
  const std::int64_t period = std::abs(*step_bytes);
  const std::vector<Range> within = folded(ranges, period);
  const std::vector<Range> bytes = joined(within, 1);
  found.bytes = as_int(sum_of(bytes));
  found.overlaps = sum_of(within) > found.bytes;
  std::vector<Range> lines = joined(within, line_bytes);
  // The last range is followed by the first one of the next step.
  const bool wraps = lines.front().first + period - lines.back().end < line_bytes;
  found.all_lines = lines.size() == 1 && wraps;
  if (!found.all_lines && wraps) {
    lines.front().first = lines.back().first - period;
    lines.pop_back();
  }
  found.lines = found.all_lines ? Cycles(period, line_bytes) : lines_of_ranges(lines, line_bytes);
  return found;
}

int lanes_of(const Instruction &gather) {
  int index_bits = 0;
  int data_bits = 0;
  for (const Operand &operand : gather.operands)
    if (const MemoryOperand *memory = as_memory(operand))
      index_bits = memory->index ? memory->index->width_bits : 0;
    else if (const Register *reg = as_register(operand); reg && reg->kind == RegisterKind::vector)
      data_bits = std::max(data_bits, reg->width_bits);
  // The names are [v][p](gather|scatter)(d|q)(ps|pd|d|q), with the widths of an index and of an element.
  const std::string &name = gather.mnemonic;
  const auto verb = std::max(name.rfind("gather") + 6, name.rfind("scatter") + 7);
  const bool is_named = name.find("gather") != std::string::npos || name.find("scatter") != std::string::npos;
  const int index_width = is_named && verb < name.size() && name[verb] == 'd' ? 32 : 64;
  const int element_width =
      is_named && !name.empty() && (name.ends_with("ps") || (name.ends_with('d') && !name.ends_with("pd"))) ? 32 : 64;
  const int by_data = data_bits > 0 ? data_bits / element_width : 1;
  const int by_index = index_bits > 0 ? index_bits / index_width : by_data;
  return std::max(1, std::min(by_data, by_index));
}

} // namespace osaca

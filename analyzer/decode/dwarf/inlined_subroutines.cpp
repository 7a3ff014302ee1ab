#include "decode/dwarf/dwarf_tables.h"

#include <algorithm>

namespace osaca {
namespace {

namespace dwarf = llvm::dwarf;
using Cursor = llvm::DataExtractor::Cursor;

// Far more than any program has. Hostile tables must not exhaust the memory.
constexpr std::size_t most_sites = 8'000'000;
constexpr std::size_t most_intervals = 16'000'000; // counts all intervals that are read, including empty ones

class Collector {
public:
  Collector(const DebugSections &sections, const LineRows &lines) : sections_(sections), lines_(lines) {}

  void visit(const DebugUnit &unit, const DebugEntry &entry) {
    if (entry.depth == 0)
      begin_unit(unit, entry);
    while (!around_.empty() && around_.back().first >= entry.depth)
      around_.pop_back();
    if (entry.tag != dwarf::DW_TAG_inlined_subroutine || sites.size() >= most_sites)
      return;
    const std::uint32_t file = file_of_table(entry.call_file);
    sites.push_back({file, static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.call_line, UINT32_MAX)),
                     static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.call_column, UINT32_MAX)),
                     around_.empty() ? -1 : around_.back().second});
    around_.emplace_back(entry.depth, static_cast<int>(sites.size()) - 1);
    add_code_of(entry);
  }

  std::vector<InlineSite> sites;
  std::vector<InlineSites::Interval> intervals;

private:
  void begin_unit(const DebugUnit &unit, const DebugEntry &entry) {
    unit_ = unit;
    around_.clear();
    line_table_ = entry.line_table ? entry.line_table->value : UINT64_MAX;
    addresses_ = entry.addresses ? entry.addresses->value : 0;
    range_lists_ = entry.range_lists ? entry.range_lists->value : 0;
    base_ = entry.low_pc ? address(*entry.low_pc).value_or(0) : 0;
  }

  /// Converts a file number of the unit to an index into LineRows::files; 0: unknown.
  std::uint32_t file_of_table(std::uint64_t number) const {
    const auto files = lines_.files_of_tables.find(line_table_);
    return files != lines_.files_of_tables.end() && number < files->second.size() ? files->second[number] : 0;
  }

  std::optional<std::uint64_t> address_at(std::uint64_t index) const {
    const std::uint64_t size = sections_.addresses.size();
    if (addresses_ > size || index >= (size - addresses_) / 8)
      return std::nullopt;
    std::uint64_t offset = addresses_ + index * 8;
    return llvm::DataExtractor(sections_.addresses, true, 8).getU64(&offset);
  }

  std::optional<std::uint64_t> address(const DebugNumber &number) const {
    switch (number.form) {
    case dwarf::DW_FORM_addr: return number.value;
    case dwarf::DW_FORM_addrx:
    case dwarf::DW_FORM_addrx1:
    case dwarf::DW_FORM_addrx2:
    case dwarf::DW_FORM_addrx3:
    case dwarf::DW_FORM_addrx4:
    case dwarf::DW_FORM_GNU_addr_index: return address_at(number.value);
    default: return std::nullopt;
    }
  }

  void add_code_of(const DebugEntry &entry) {
    if (entry.ranges) {
      if (unit_.version >= 5)
        add_range_list(*entry.ranges);
      else
        add_old_ranges(entry.ranges->value);
      return;
    }
    const std::optional<std::uint64_t> low = entry.low_pc ? address(*entry.low_pc) : std::nullopt;
    if (!low || !entry.high_pc)
      return;
    const std::optional<std::uint64_t> high = address(*entry.high_pc);
    if (may_read_another())
      add(*low, high ? *high : *low + entry.high_pc->value);
  }

  /// Called for each entry of a list, including those without code, because many subroutines may refer to the same
  /// list.
  bool may_read_another() { return left_intervals_ > 0 && left_intervals_-- > 0; }

  void add(std::uint64_t begin, std::uint64_t end) {
    if (begin < end)
      intervals.push_back({begin, end, static_cast<int>(sites.size()) - 1, -1});
  }

  void add_old_ranges(std::uint64_t offset) {
    const llvm::DataExtractor data(sections_.ranges, true, 8);
    std::uint64_t base = base_;
    Cursor cursor(offset);
    while (cursor && may_read_another()) {
      const std::uint64_t begin = data.getU64(cursor);
      const std::uint64_t end = data.getU64(cursor);
      if (!cursor || (begin == 0 && end == 0))
        break;
      if (begin == UINT64_MAX)
        base = end;
      else
        add(base + begin, base + end);
    }
    llvm::consumeError(cursor.takeError());
  }

  /// The offset of a list that is given by its index.
  std::optional<std::uint64_t> offset_of_list(std::uint64_t index) const {
    const llvm::DataExtractor data(sections_.range_lists, true, 8);
    const std::uint64_t bytes = unit_.is_64_bit ? 8 : 4;
    const std::uint64_t size = sections_.range_lists.size();
    if (range_lists_ > size || index >= (size - range_lists_) / bytes)
      return std::nullopt;
    std::uint64_t at = range_lists_ + index * bytes;
    return range_lists_ + data.getUnsigned(&at, static_cast<std::uint32_t>(bytes));
  }

  void add_range_list(const DebugNumber &list) {
    const std::optional<std::uint64_t> offset =
        list.form == dwarf::DW_FORM_rnglistx ? offset_of_list(list.value) : std::optional(list.value);
    if (!offset || *offset >= sections_.range_lists.size())
      return;
    Cursor cursor(*offset);
    add_range_list(llvm::DataExtractor(sections_.range_lists, true, 8), cursor);
    llvm::consumeError(cursor.takeError());
  }

  void add_range_list(const llvm::DataExtractor &data, Cursor &at) {
    std::uint64_t base = base_;
    const auto indexed = [&] { return address_at(data.getULEB128(at)).value_or(0); };
    while (at && may_read_another()) {
      std::uint64_t begin = 0;
      std::uint64_t end = 0;
      switch (data.getU8(at)) {
      case dwarf::DW_RLE_base_addressx: base = indexed(); continue;
      case dwarf::DW_RLE_base_address: base = data.getU64(at); continue;
      case dwarf::DW_RLE_startx_endx:
        begin = indexed();
        end = indexed();
        break;
      case dwarf::DW_RLE_startx_length:
        begin = indexed();
        end = begin + data.getULEB128(at);
        break;
      case dwarf::DW_RLE_offset_pair:
        begin = base + data.getULEB128(at);
        end = base + data.getULEB128(at);
        break;
      case dwarf::DW_RLE_start_end:
        begin = data.getU64(at);
        end = data.getU64(at);
        break;
      case dwarf::DW_RLE_start_length:
        begin = data.getU64(at);
        end = begin + data.getULEB128(at);
        break;
      default: return;
      }
      if (at)
        add(begin, end);
    }
  }

  const DebugSections &sections_;
  const LineRows &lines_;
  DebugUnit unit_;
  std::uint64_t line_table_ = 0;
  std::uint64_t addresses_ = 0;
  std::uint64_t range_lists_ = 0;
  std::uint64_t base_ = 0;
  std::size_t left_intervals_ = most_intervals;
  std::vector<std::pair<int, int>> around_; ///< depth and site of each enclosing entry
};

} // namespace

InlineSites inlined_subroutines(const DebugSections &sections, const LineRows &lines) {
  Collector collector(sections, lines);
  for_each_debug_entry(sections, [&](const DebugUnit &unit, const DebugEntry &entry) { collector.visit(unit, entry); });
  return {std::move(collector.sites), std::move(collector.intervals)};
}

} // namespace osaca

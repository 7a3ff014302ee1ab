#include "decode/image/line_table.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

bool ascends(const LineSequence &sequence) {
  return std::is_sorted(sequence.rows.begin(), sequence.rows.end(),
                        [](const LineRow &a, const LineRow &b) { return a.address < b.address; });
}

} // namespace

LineTable::LineTable(LineRows rows, bool is_relocatable)
    : files_(std::move(rows.files)), is_relocatable_(is_relocatable), is_refused_(rows.is_refused) {
  for (LineSequence &sequence : rows.sequences)
    if (sequence.rows.size() > 1 && ascends(sequence))
      sequences_.push_back(std::move(sequence));
  std::stable_sort(sequences_.begin(), sequences_.end(), [](const LineSequence &a, const LineSequence &b) {
    return std::pair(a.section, a.rows.front().address) < std::pair(b.section, b.rows.front().address);
  });
}

SourceLocation LineTable::find(const CodeAddress &code) const {
  const std::pair wanted(is_relocatable_ ? code.section : 0, code.address);
  const auto after =
      std::upper_bound(sequences_.begin(), sequences_.end(), wanted, [](const auto &key, const LineSequence &s) {
        return key < std::pair(s.section, s.rows.front().address);
      });
  if (after == sequences_.begin())
    return {};
  const LineSequence &sequence = *std::prev(after);
  if (sequence.section != wanted.first || code.address >= sequence.rows.back().address)
    return {};
  const auto row =
      std::prev(std::upper_bound(sequence.rows.begin(), sequence.rows.end(), code.address,
                                 [](std::uint64_t address, const LineRow &r) { return address < r.address; }));
  if (row->line == 0 || row->file >= files_.size() || files_[row->file].empty())
    return {};
  constexpr std::uint32_t max_number = 1U << 30U;
  return {files_[row->file], static_cast<int>(std::min(row->line, max_number)),
          static_cast<int>(std::min(row->column, max_number))};
}

} // namespace osaca

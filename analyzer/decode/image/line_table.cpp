#include "decode/image/line_table.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

bool ascends(const LineSequence &sequence) {
  return std::ranges::is_sorted(sequence.rows,
                                [](const LineRow &a, const LineRow &b) { return a.address < b.address; });
}

} // namespace

LineTable::LineTable(LineRows rows, bool is_relocatable)
    : files_(std::move(rows.files)), is_relocatable_(is_relocatable), is_refused_(rows.is_refused) {
  for (LineSequence &sequence : rows.sequences)
    if (sequence.rows.size() > 1 && ascends(sequence))
      sequences_.push_back(std::move(sequence));
  std::ranges::stable_sort(sequences_, [](const LineSequence &a, const LineSequence &b) {
    return std::pair(a.section, a.rows.front().address) < std::pair(b.section, b.rows.front().address);
  });
}

/// The first sequence that begins behind the place.
std::vector<LineSequence>::const_iterator LineTable::behind(const CodeAddress &code) const {
  const std::pair wanted(is_relocatable_ ? code.section : 0, code.address);
  return std::upper_bound(sequences_.begin(), sequences_.end(), wanted, [](const auto &key, const LineSequence &s) {
    return key < std::pair(s.section, s.rows.front().address);
  });
}

const LineRow *LineTable::row_at(const CodeAddress &code) const {
  const auto after = behind(code);
  if (after == sequences_.begin())
    return nullptr;
  const LineSequence &sequence = *std::prev(after);
  if (sequence.section != (is_relocatable_ ? code.section : 0) || code.address >= sequence.rows.back().address)
    return nullptr;
  const auto row = std::prev(std::ranges::upper_bound(sequence.rows, code.address, {}, &LineRow::address));
  return row->line == 0 || row->file >= files_.size() || files_[row->file].name.empty() ? nullptr : &*row;
}

std::set<std::uint32_t> LineTable::files_between(const CodeAddress &begin, std::uint64_t end) const {
  std::set<std::uint32_t> files;
  auto sequence = behind(begin);
  if (sequence != sequences_.begin())
    --sequence;
  for (; sequence != sequences_.end() && sequence->section <= begin.section && sequence->rows.front().address < end;
       ++sequence)
    for (auto row = std::lower_bound(sequence->rows.begin(), sequence->rows.end(), begin.address,
                                     [](const LineRow &r, std::uint64_t address) { return r.address < address; });
         row != sequence->rows.end() && row->address < end; ++row)
      files.insert(row->file);
  return files;
}

SourceLocation LineTable::find(const CodeAddress &code) const {
  const LineRow *row = row_at(code);
  return row != nullptr ? location(row->file, row->line, row->column) : SourceLocation{};
}

SourceLocation LineTable::location(std::uint32_t file, std::uint32_t line, std::uint32_t column) const {
  if (file >= files_.size())
    return {};
  constexpr std::uint32_t max_number = 1U << 30U;
  return {files_[file].name, static_cast<int>(std::min(line, max_number)),
          static_cast<int>(std::min(column, max_number))};
}

} // namespace osaca

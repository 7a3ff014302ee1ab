#include "decode/image/line_table.h"

#include "base/format.h"
#include "base/index.h"
#include "base/source_location.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace osaca {

LineFiles::LineFiles() { (void)number_of(LineFile{}); }

std::uint32_t LineFiles::number_of(std::string_view folder, std::string_view path, std::string_view working_folder,
                                   std::string md5) {
  const std::size_t size = path.size() + (folder.empty() ? 0 : folder.size() + 1);
  const std::size_t read = size + working_folder.size() + md5.size();
  if (size > longest_path_bytes || read > left_to_read_)
    return 0;
  left_to_read_ -= read;
  LineFile file{folder.empty() ? std::string(path) : format_text("{}/{}", folder, path), {}, std::move(md5)};
  if (!is_absolute_anywhere(file.name) && working_folder.size() <= longest_path_bytes)
    file.working_folder = working_folder;
  return number_of(std::move(file));
}

std::uint32_t LineFiles::number_of(LineFile file) {
  std::string key = file.working_folder + '\0' + file.name + '\0' + file.md5;
  if (const auto known = numbers_.find(key); known != numbers_.end())
    return known->second;
  if (key.size() > left_to_keep_)
    return 0;
  left_to_keep_ -= key.size();
  files_.push_back(std::move(file));
  return numbers_[std::move(key)] = static_cast<std::uint32_t>(files_.size() - 1);
}

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

/// The first sequence that begins after the place.
std::vector<LineSequence>::const_iterator LineTable::first_sequence_after(const CodeAddress &code) const {
  const std::pair wanted(is_relocatable_ ? code.section : 0, code.address);
  return std::upper_bound(sequences_.begin(), sequences_.end(), wanted, [](const auto &key, const LineSequence &s) {
    return key < std::pair(s.section, s.rows.front().address);
  });
}

const LineRow *LineTable::row_at(const CodeAddress &code) const {
  const auto after = first_sequence_after(code);
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
  auto sequence = first_sequence_after(begin);
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

namespace {

// Deeper than compilers inline. The intervals are searched for each instruction.
constexpr int most_intervals_around = 256;

void nest(std::vector<InlineSites::Interval> &intervals) {
  std::ranges::sort(intervals, [](const auto &a, const auto &b) {
    return std::tuple(a.begin, b.end, a.site) < std::tuple(b.begin, a.end, b.site);
  });
  std::vector<int> around;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    while (!around.empty() && intervals[at(around.back())].end <= intervals[i].begin)
      around.pop_back();
    intervals[i].around = around.empty() ? -1 : around.back();
    around.push_back(static_cast<int>(i));
  }
}

} // namespace

InlineSites::InlineSites(std::vector<InlineSite> sites, std::vector<Interval> intervals)
    : sites_(std::move(sites)), intervals_(std::move(intervals)) {
  nest(intervals_);
}

const InlineSite *InlineSites::at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(intervals_, address, {}, &Interval::begin);
  int steps = 0;
  for (int i = static_cast<int>(after - intervals_.begin()) - 1; i >= 0 && ++steps < most_intervals_around;
       i = intervals_[osaca::at(i)].around)
    if (address < intervals_[osaca::at(i)].end)
      return &sites_[osaca::at(intervals_[osaca::at(i)].site)];
  return nullptr;
}

} // namespace osaca

#include "decode/codeview/codeview_lines.h"

#include "container/byte_ranges.h"
#include "decode/codeview/inlined_code.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace osaca {
namespace {

enum SubsectionKind : std::uint32_t {
  symbols = 0xf1,
  lines = 0xf2,
  string_table = 0xf3,
  file_checksums = 0xf4,
  inlinee_lines = 0xf6
};

struct Subsection {
  std::uint32_t kind = 0;
  std::uint64_t place = 0; ///< of its content
  std::string_view content;
};

std::vector<Subsection> subsections_of(std::string_view part) {
  constexpr std::uint64_t header_bytes = 8;
  std::vector<Subsection> found;
  for (std::uint64_t at = 0; at + header_bytes <= part.size();) {
    const std::uint64_t size = number_at<std::uint32_t>(part, at + 4);
    if (size > part.size() - at - header_bytes)
      break;
    found.push_back({number_at<std::uint32_t>(part, at), at + header_bytes, part.substr(at + header_bytes, size)});
    at += header_bytes + (size + 3) / 4 * 4;
  }
  return found;
}

/// The content of the first subsection of a kind.
std::string_view first_of(const std::vector<Subsection> &subsections, SubsectionKind kind) {
  const auto found = std::ranges::find_if(subsections, [&](const Subsection &s) { return s.kind == kind; });
  return found == subsections.end() ? std::string_view() : found->content;
}

/// The names of files, by their places among the checksums, where the places of the names stand.
class FilesOfUnit {
public:
  FilesOfUnit(std::string_view checksums, std::string_view strings, LineFiles &files)
      : checksums_(checksums), strings_(strings), files_(files) {}

  std::uint32_t number_of(std::uint32_t place) {
    if (const auto known = known_.find(place); known != known_.end())
      return known->second;
    const bool is_there = place < checksums_.size();
    const std::string_view name =
        is_there ? text_at(strings_, number_at<std::uint32_t>(checksums_, place)) : std::string_view();
    return known_[place] = name.empty() ? 0 : files_.number_of("", name);
  }

private:
  std::string_view checksums_;
  std::string_view strings_;
  LineFiles &files_;
  std::unordered_map<std::uint32_t, std::uint32_t> known_;
};

/// The lines of a stretch of code.
class StretchReader {
public:
  explicit StretchReader(FilesOfUnit &files) : files_(files) {}

  LineSequence read(std::string_view content, const CodeAddress &begin) {
    constexpr std::uint64_t header_bytes = 12, block_header_bytes = 12;
    const bool has_columns = (number_at<std::uint16_t>(content, 6) & 1U) != 0;
    const std::uint64_t code_bytes = number_at<std::uint32_t>(content, 8);
    LineSequence made;
    made.section = begin.section;
    for (std::uint64_t at = header_bytes; at + block_header_bytes <= content.size();) {
      const std::uint64_t size = number_at<std::uint32_t>(content, at + 8);
      const std::string_view block = bytes_in(content, at, size);
      if (block.size() < block_header_bytes)
        break;
      add_block(block, begin.address, has_columns, made.rows);
      at += size;
    }
    std::ranges::stable_sort(made.rows, [](const LineRow &a, const LineRow &b) { return a.address < b.address; });
    if (!made.rows.empty())
      made.rows.push_back({std::max(begin.address + code_bytes, made.rows.back().address), 0, 0, 0});
    return made;
  }

private:
  void add_block(std::string_view block, std::uint64_t begin, bool has_columns, std::vector<LineRow> &rows) {
    constexpr std::uint64_t header_bytes = 12, line_bytes = 8, column_bytes = 4;
    constexpr std::uint32_t line_bits = 0xffffff;
    constexpr std::uint32_t never_step_into = 0xfeefee, always_step_into = 0xf00f00; // no lines: words to debuggers
    const std::uint32_t file = files_.number_of(number_at<std::uint32_t>(block, 0));
    const std::uint64_t count = number_at<std::uint32_t>(block, 4);
    if (count > (block.size() - header_bytes) / line_bytes)
      return;
    const std::uint64_t columns = header_bytes + count * line_bytes;
    for (std::uint64_t l = 0; l < count; ++l) {
      LineRow row;
      row.address = begin + number_at<std::uint32_t>(block, header_bytes + l * line_bytes);
      const std::uint32_t line = number_at<std::uint32_t>(block, header_bytes + l * line_bytes + 4) & line_bits;
      row.line = line == never_step_into || line == always_step_into ? 0 : line;
      row.file = file;
      row.column = has_columns ? number_at<std::uint16_t>(block, columns + l * column_bytes) : 0;
      rows.push_back(row);
    }
  }

  FilesOfUnit &files_;
};

/// Sequences of lines, by where they begin, with other lines put over parts of them.
class Overlay {
public:
  explicit Overlay(std::vector<LineSequence> sequences) {
    for (LineSequence &sequence : sequences) {
      if (sequence.rows.empty())
        continue;
      Rows &rows = by_begin_[{sequence.section, sequence.rows.front().address}];
      for (const LineRow &row : sequence.rows) // of several at one address the last one counts
        rows.insert_or_assign(row.address, row);
    }
  }

  void put(const InlinedCode &code, std::uint32_t file) {
    auto sequence = by_begin_.upper_bound({code.begin.section, code.begin.address});
    if (sequence == by_begin_.begin() || (--sequence)->first.first != code.begin.section)
      return;
    Rows &rows = sequence->second;
    const std::uint64_t begin = code.begin.address;
    const std::uint64_t end = std::min(begin + code.size_bytes, rows.rbegin()->first);
    if (begin >= end)
      return;
    LineRow behind = std::prev(rows.upper_bound(end))->second;
    behind.address = end;
    rows.erase(rows.lower_bound(begin), rows.lower_bound(end));
    rows[begin] = {begin, file, code.line.line, 0};
    rows[end] = behind;
  }

  void take(std::vector<LineSequence> &sequences) const {
    for (const auto &[begin, rows] : by_begin_) {
      LineSequence &made = sequences.emplace_back();
      made.section = begin.first;
      for (const auto &[address, row] : rows)
        made.rows.push_back(row);
    }
  }

private:
  using Rows = std::map<std::uint64_t, LineRow>;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Rows> by_begin_; ///< section and address
};

/// What is found of a kind of subsection in all parts.
template <class Visit>
void for_each_of(const std::vector<std::vector<Subsection>> &parts, SubsectionKind kind, const Visit &visit) {
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (const Subsection &subsection : parts[p])
      if (subsection.kind == kind)
        visit(p, subsection);
}

std::vector<InlinedCode> inlined_code_of(const CodeViewUnit &unit, const std::vector<std::vector<Subsection>> &parts,
                                         const CodeViewLocate &locate) {
  Inlinees inlinees;
  for_each_of(parts, inlinee_lines, [&](std::size_t, const Subsection &s) { add_inlinees(s.content, inlinees); });
  std::vector<InlinedCode> found;
  const auto add = [&](std::size_t part, std::uint64_t base, std::string_view records) {
    const auto locate_in_part = [&](std::uint64_t place, std::uint32_t offset, std::uint16_t segment) {
      return locate(part, base + place, offset, segment);
    };
    add_inlined_code(records, inlinees, locate_in_part, found);
  };
  for_each_of(parts, symbols, [&](std::size_t part, const Subsection &s) { add(part, s.place, s.content); });
  add(parts.size(), 0, unit.symbols);
  return found;
}

} // namespace

void add_codeview_lines(const CodeViewUnit &unit, const CodeViewLocate &locate, LineFiles &files,
                        std::vector<LineSequence> &sequences) {
  std::vector<std::vector<Subsection>> parts;
  std::string_view strings = unit.strings;
  std::string_view checksums;
  for (const std::string_view part : unit.parts) {
    const std::vector<Subsection> &made = parts.emplace_back(subsections_of(part));
    if (strings.empty())
      strings = first_of(made, string_table);
    if (checksums.empty())
      checksums = first_of(made, file_checksums);
  }
  FilesOfUnit files_of_unit(checksums, strings, files);
  StretchReader reader(files_of_unit);
  std::vector<LineSequence> made;
  for_each_of(parts, lines, [&](std::size_t part, const Subsection &subsection) {
    const auto begin = locate(part, subsection.place, number_at<std::uint32_t>(subsection.content, 0),
                              number_at<std::uint16_t>(subsection.content, 4));
    if (begin)
      made.push_back(reader.read(subsection.content, *begin));
  });
  Overlay overlay(std::move(made));
  for (const InlinedCode &code : inlined_code_of(unit, parts, locate))
    overlay.put(code, files_of_unit.number_of(code.line.file));
  overlay.take(sequences);
}

} // namespace osaca

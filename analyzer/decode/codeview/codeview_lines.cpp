#include "decode/codeview/codeview_lines.h"

#include "container/byte_ranges.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace osaca {

namespace {

enum SymbolKind : std::uint16_t {
  local_procedure = 0x110f,
  global_procedure = 0x1110,
  local_procedure_by_id = 0x1146,
  global_procedure_by_id = 0x1147,
  inline_site = 0x114d,
  inline_site_with_count = 0x115d
};

/// Reads numbers of one to four bytes, whose first bits give the length.
class Annotations {
public:
  explicit Annotations(std::string_view bytes) : bytes_(bytes) {}

  /// The next number. At the end it is 0, which is also the code for the end.
  std::uint32_t next() {
    const std::uint32_t first = byte();
    if ((first & 0x80U) == 0)
      return first;
    if ((first & 0x40U) == 0)
      return (first & 0x3fU) << 8U | byte();
    std::uint32_t number = first & 0x1fU;
    for (int more = 0; more < 3; ++more)
      number = number << 8U | byte();
    return number;
  }

  std::int32_t next_signed() { return with_sign(next()); }
  static std::int32_t with_sign(std::uint32_t number) {
    const auto size = static_cast<std::int32_t>(number >> 1U);
    return (number & 1U) != 0 ? -size : size;
  }
  [[nodiscard]] bool is_empty() const { return at_ >= bytes_.size(); }

private:
  std::uint32_t byte() { return number_at<std::uint8_t>(bytes_, at_++); }
  std::string_view bytes_;
  std::uint64_t at_ = 0;
};

/// Reads the variable part of an inline site: steps in the code and in the lines.
class SiteReader {
public:
  SiteReader(const CodeAddress &function, CodeViewLine begin, std::vector<InlinedCode> &found)
      : function_(function), now_(begin), found_(found) {}

  void read(Annotations annotations) {
    enum Operation : std::uint32_t {
      code_offset = 1,
      code_offset_base,
      code_step,
      code_length,
      file,
      line_step,
      line_end_step,
      range_kind,
      column_begin,
      column_end_step,
      code_and_line_step,
      code_length_and_step,
      column_end
    };
    while (!annotations.is_empty()) {
      switch (annotations.next()) {
      case code_offset:
      case code_step: step(annotations.next()); break;
      case code_length: skip_code(annotations.next()); break;
      case code_offset_base: // a part of the function; only the begin of the first part is known
        if (annotations.next() != 0)
          return;
        break;
      case file: now_.file = annotations.next(); break;
      case line_step: now_.line += static_cast<std::uint32_t>(annotations.next_signed()); break;
      case code_and_line_step: {
        const std::uint32_t both = annotations.next();
        now_.line += static_cast<std::uint32_t>(Annotations::with_sign(both >> 4U));
        step(both & 0xfU);
        break;
      }
      case code_length_and_step: {
        const std::uint32_t length = annotations.next();
        step(annotations.next());
        end_at(offset_ + length); // the next step begins where this one ends
        break;
      }
      case line_end_step:
      case range_kind:
      case column_begin:
      case column_end_step:
      case column_end: annotations.next(); break;
      default: return;
      }
    }
  }

private:
  void step(std::uint32_t bytes) {
    end_at(offset_ + bytes);
    offset_ += bytes;
    open_ = InlinedCode{{function_.address + offset_, function_.section}, 0, now_};
  }

  void skip_code(std::uint32_t bytes) {
    end_at(offset_ + bytes);
    offset_ += bytes;
  }

  void end_at(std::uint64_t offset) {
    if (open_ && found_.size() < most_inlined_code) {
      open_->size_bytes = function_.address + offset - open_->begin.address;
      if (open_->size_bytes > 0)
        found_.push_back(*open_);
    }
    open_.reset();
  }

  CodeAddress function_;
  CodeViewLine now_;
  std::vector<InlinedCode> &found_;
  std::uint64_t offset_ = 0;
  std::optional<InlinedCode> open_;
};

} // namespace

void add_inlinees(std::string_view subsection, Inlinees &inlinees) {
  const bool has_more_files = number_at<std::uint32_t>(subsection, 0) == 1;
  for (std::uint64_t at = 4; at + 12 <= subsection.size();) {
    inlinees.try_emplace(
        number_at<std::uint32_t>(subsection, at),
        CodeViewLine{number_at<std::uint32_t>(subsection, at + 4), number_at<std::uint32_t>(subsection, at + 8)});
    at += 12;
    if (has_more_files)
      at += 4 + std::uint64_t{number_at<std::uint32_t>(subsection, at)} * 4;
  }
}

void add_inlined_code(
    std::string_view symbols, const Inlinees &inlinees,
    const std::function<std::optional<CodeAddress>(std::uint64_t, std::uint32_t, std::uint16_t)> &locate,
    std::vector<InlinedCode> &found) {
  std::optional<CodeAddress> function;
  for (std::uint64_t at = 0; at + 4 <= symbols.size();) {
    const std::uint64_t size = number_at<std::uint16_t>(symbols, at);
    const std::string_view record = bytes_in(symbols, at + 2, size);
    if (record.size() < 2)
      break;
    const std::uint16_t kind = number_at<std::uint16_t>(record, 0);
    if (kind == local_procedure || kind == global_procedure || kind == local_procedure_by_id ||
        kind == global_procedure_by_id) {
      constexpr std::uint64_t offset_at = 30, segment_at = 34;
      function = locate(at + 2 + offset_at, number_at<std::uint32_t>(record, offset_at),
                        number_at<std::uint16_t>(record, segment_at));
    } else if ((kind == inline_site || kind == inline_site_with_count) && function) {
      const std::uint64_t fixed_bytes = kind == inline_site ? 14 : 18;
      const auto inlinee = inlinees.find(number_at<std::uint32_t>(record, 10));
      if (inlinee != inlinees.end() && record.size() > fixed_bytes)
        SiteReader(*function, inlinee->second, found).read(Annotations(record.substr(fixed_bytes)));
    }
    at += 2 + size;
  }
}

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
  std::uint64_t place = 0; ///< offset of its content
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

/// The names of files. A file is given by the offset of its checksum, and the entry there has the offset of the name.
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

/// Reads the lines of a range of code.
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
    constexpr std::uint32_t never_step_into = 0xfeefee, always_step_into = 0xf00f00; // hints for debuggers, not lines
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

/// Sequences of lines, by their first address, with lines of inlined code placed over parts of them.
class Overlay {
public:
  explicit Overlay(std::vector<LineSequence> sequences) {
    for (LineSequence &sequence : sequences) {
      if (sequence.rows.empty())
        continue;
      Rows &rows = by_begin_[{sequence.section, sequence.rows.front().address}];
      for (const LineRow &row : sequence.rows) // the last of several rows at an address is used
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

/// Calls `visit` for all subsections of a kind in all parts.
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

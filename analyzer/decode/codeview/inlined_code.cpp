#include "decode/codeview/inlined_code.h"

#include "container/byte_ranges.h"

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

/// Numbers of one to four bytes, whose first bits say how many.
class Annotations {
public:
  explicit Annotations(std::string_view bytes) : bytes_(bytes) {}

  /// 0 at the end, which is what the end is written as.
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

/// Reads what follows the fixed part of an inline site: steps of the code and of the lines.
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
      case code_length: go_behind(annotations.next()); break;
      case code_offset_base: // the number of a part of the function: only where the first one begins is known
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
        end_at(offset_ + length); // the next step begins where this one did
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

  void go_behind(std::uint32_t bytes) {
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

} // namespace osaca

// A source file as the editor has it now: its text, places in it, and where the lines are that were compiled.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver::lsp {

// Places in a text as the protocol counts them, and the bytes that compilers count.

enum class Encoding { utf8, utf16 };
/// "utf-8", "utf-16": as the protocol names them.
[[nodiscard]] std::string_view name_of(Encoding encoding);

struct Position { ///< both from 0
  int line = 0;
  int character = 0; ///< in units of the encoding
};

struct Range { ///< up to, but without, `end`
  Position begin;
  Position end;
};

/// Of a line in UTF-8. What lies behind its end is its end; what lies within a character is that character's begin.
[[nodiscard]] std::size_t byte_of(std::string_view line, int character, Encoding encoding);
[[nodiscard]] int character_of(std::string_view line, std::size_t byte, Encoding encoding);

// A source file as the editor has it now.

/// The lines of a text as the protocol counts them: they end with LF, CR LF or CR. There is one more than ends.
[[nodiscard]] std::vector<std::string> lines_of_document(std::string_view text);

struct Change {
  std::optional<Range> range; ///< empty: all of it
  std::string text;
};

class Document {
public:
  Document(std::string_view text, std::optional<int> version) : lines_(lines_of_document(text)), version_(version) {}

  /// Places that the document does not have are its nearest ones; a range that ends before it begins is empty.
  void apply(const Change &change, Encoding encoding);
  void set_version(std::optional<int> version) { version_ = version; }

  [[nodiscard]] const std::vector<std::string> &lines() const { return lines_; }
  [[nodiscard]] std::optional<int> version() const { return version_; }
  [[nodiscard]] std::size_t size_bytes() const;

private:
  std::vector<std::string> lines_; ///< without their ends; at least one
  std::optional<int> version_;
};

// Where the lines that were compiled are in a text that was edited since.

/// Lines count from 0.
class LineMap {
public:
  using Lines = std::vector<std::string>;

  /// Lines that occur once are found wherever they moved forwards or backwards past changed ones; those between two
  /// found ones by what they have in common with them. Takes n log n, however much was changed.
  LineMap(const Lines &compiled, const Lines &now);

  /// Empty: the line was changed or is gone.
  [[nodiscard]] std::optional<int> now(int compiled_line) const;
  /// All of these lines are there, one behind the other.
  [[nodiscard]] bool is_unchanged(int first, int last) const;

private:
  std::vector<int> now_; ///< for each line that was compiled; -1: changed or gone
};

} // namespace osaca::driver::lsp

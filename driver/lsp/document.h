// A source file as the editor has it now: its text, positions in it, and the current positions of the compiled lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver::lsp {

// Converts between positions of the protocol and byte offsets of compilers.

enum class Encoding { utf8, utf16 };
/// The protocol's names: "utf-8", "utf-16".
[[nodiscard]] std::string_view name_of(Encoding encoding);

struct Position { ///< both count from 0
  int line = 0;
  int character = 0; ///< in code units of the encoding
};

struct Range { ///< `end` is not included
  Position begin;
  Position end;
};

/// Positions in a line of UTF-8. A position past the end of the line is its end; a position within a character is the
/// beginning of that character.
[[nodiscard]] std::size_t byte_of(std::string_view line, int character, Encoding encoding);
[[nodiscard]] int character_of(std::string_view line, std::size_t byte, Encoding encoding);

// The text of a document.

/// The lines of a text as the protocol defines them: they end with LF, CR LF or CR. The text after the last line end is
/// a line too, even if it is empty.
[[nodiscard]] std::vector<std::string> lines_of_document(std::string_view text);

struct TextChange {
  std::optional<Range> range; ///< empty: the whole document
  std::string text;
};

class Document {
public:
  Document(std::string_view text, std::optional<int> version) : lines_(lines_of_document(text)), version_(version) {}

  /// A position outside the document is replaced by the nearest one. A range that ends before it begins is empty.
  void apply(const TextChange &change, Encoding encoding);
  void set_version(std::optional<int> version) { version_ = version; }

  [[nodiscard]] const std::vector<std::string> &lines() const { return lines_; }
  [[nodiscard]] std::optional<int> version() const { return version_; }
  [[nodiscard]] std::size_t size_bytes() const;

private:
  std::vector<std::string> lines_; ///< without their ends; at least one
  std::optional<int> version_;
};

// Finds the lines that were compiled in a text that has been edited since then.

/// Lines count from 0.
class LineMap {
public:
  using Lines = std::vector<std::string>;

  /// Equal lines at the beginning and at the end of both texts are matched first. Then lines that occur only once in
  /// the rest of each text are matched, as far as their order is the same in both texts. Other lines are searched for
  /// only between the lines that were matched above and below them. The time is O(n log n), however much was changed.
  LineMap(const Lines &compiled, const Lines &now);

  /// Empty: the line was changed or removed.
  [[nodiscard]] std::optional<int> now(int compiled_line) const;
  /// Whether all of these lines exist, one directly after the other.
  [[nodiscard]] bool is_unchanged(int first, int last) const;

private:
  std::vector<int> now_; ///< for each compiled line; -1: changed or removed
};

} // namespace osaca::driver::lsp

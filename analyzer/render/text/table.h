// A table with aligned columns. Colours are stored separately from the text, so that they do not affect widths.
#pragma once

#include "report/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

enum class Colour { none, bold, red, yellow, cyan, dim };

[[nodiscard]] Colour colour_of(Severity severity);

[[nodiscard]] std::string coloured(std::string_view text, Colour colour, bool enabled);

/// The number of columns of the UTF-8 text, one per code point.
[[nodiscard]] int display_width(std::string_view text);

/// The end of the text, after dots, if it is wider than `width`.
[[nodiscard]] std::string cut_at_begin(const std::string &text, int width);

/// `text` broken at spaces into lines of at most `width` columns (0: no limit). All lines except the first are indented
/// by `indent` spaces.
[[nodiscard]] std::string wrapped(std::string_view text, int width, int indent);

/// "name:      value" and a line break, with the value wrapped. Empty: there is no value.
[[nodiscard]] std::string labelled_line(std::string_view name, const std::string &value, int width);

class Table {
public:
  enum class Align { left, right };
  /// At which end a cell's text may be cut if a line does not fit.
  enum class Shorten { no, end, begin };
  struct Column {
    std::string title;
    Align align = Align::right;
    std::string before = " "; ///< separates it from the column on its left
    Shorten shorten = Shorten::no;
    int comfortable_width = 0; ///< expendable columns are removed before this column becomes narrower than this width
    int expendable = 0;        ///< 0: never removed; otherwise, columns with larger numbers are removed first
  };
  struct Cell {
    std::string text;
    Colour colour = Colour::none;
  };

  explicit Table(std::vector<Column> columns);
  void add_row(std::vector<Cell> row);
  void add_rule();

  /// Rows end with a newline. If lines do not fit into `width` columns (0: no limit), expendable columns are removed
  /// until the others have a comfortable width. Then the widest of the columns that may be shortened are shortened,
  /// down to 12 columns; "..." replaces the removed text. The last column is wrapped so that lines fit, but it keeps at
  /// least 24 columns. It is not wrapped if the other columns leave fewer than 12 columns for it. Nothing else is
  /// shortened.
  [[nodiscard]] std::string text(bool colour, int width) const;

private:
  [[nodiscard]] std::vector<int> natural_widths() const;
  [[nodiscard]] int comfortable_total(const std::vector<int> &widths) const;
  [[nodiscard]] Table without_column(std::size_t column) const;
  [[nodiscard]] Table with_columns_that_fit(int width) const;
  [[nodiscard]] std::string text_of_all_columns(bool colour, int width) const;
  int shorten_columns(std::vector<int> &widths, int excess) const;
  [[nodiscard]] std::string continuation(std::string_view lines, const std::vector<int> &widths, Colour colour,
                                         bool with_colour) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_; ///< an empty row is a horizontal rule
};

} // namespace osaca

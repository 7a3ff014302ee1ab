#include "render/text/table.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr int least_last_column_width = 24;
constexpr int least_shortened_width = 12;

std::string_view escape_of(Colour colour) {
  switch (colour) {
  case Colour::none: return "";
  case Colour::bold: return "\033[1m";
  case Colour::red: return "\033[1;31m";
  case Colour::yellow: return "\033[33m";
  case Colour::cyan: return "\033[36m";
  case Colour::dim: return "\033[2m";
  }
  return "";
}

void append_padded(std::string &line, const std::string &text, int width, Table::Align align) {
  const auto missing = static_cast<std::size_t>(std::max(0, width - display_width(text)));
  if (align != Table::Align::left)
    line.append(missing, ' ');
  line += text;
  if (align == Table::Align::left)
    line.append(missing, ' ');
}

std::string padded(const std::string &text, int width, Table::Align align) {
  std::string cell;
  append_padded(cell, text, width, align);
  return cell;
}

/// Continuation lines are indented by two columns, so they are two columns shorter.
std::string wrapped_cell(const std::string &text, int width) {
  if (display_width(text) <= width)
    return text;
  const std::string once = wrapped(text, width, 0);
  const std::size_t end = once.find('\n');
  if (end == std::string::npos)
    return once;
  std::string rest = once.substr(end + 1);
  std::ranges::replace(rest, '\n', ' ');
  return once.substr(0, end + 1) + wrapped(rest, std::max(least_last_column_width, width - 2), 0);
}

void drop_trailing_spaces(std::string &line) {
  while (!line.empty() && line.back() == ' ')
    line.pop_back();
}

/// The byte offset of character number `count` of `text`.
std::size_t place_of_character(std::string_view text, int count) {
  std::size_t i = 0;
  for (; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 && count-- == 0)
      break;
  return i;
}

std::string shortened(const std::string &text, int width, Table::Shorten how) {
  constexpr std::string_view gap = "...";
  const int all = display_width(text);
  const int kept = width - static_cast<int>(gap.size());
  if (how == Table::Shorten::no || all <= width || kept < 0)
    return text;
  if (how == Table::Shorten::end)
    return text.substr(0, place_of_character(text, kept)) + std::string(gap);
  return std::string(gap) + text.substr(place_of_character(text, all - kept));
}

} // namespace

std::string coloured(std::string_view text, Colour colour, bool enabled) {
  if (!enabled || colour == Colour::none || text.empty())
    return std::string(text);
  return format_text("{}{}\033[0m", escape_of(colour), text);
}

std::string cut_at_begin(const std::string &text, int width) { return shortened(text, width, Table::Shorten::begin); }

int display_width(std::string_view text) {
  return static_cast<int>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string labelled_line(std::string_view name, const std::string &value, int width) {
  constexpr std::size_t label_width = 12;
  if (value.empty())
    return "";
  std::string line = std::string(name) + ":";
  line.resize(label_width, ' ');
  return line + wrapped(value, width, label_width) + "\n";
}

std::string wrapped(std::string_view text, int width, int indent) {
  if (width < indent + least_last_column_width)
    return std::string(text);
  std::string out;
  int column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const int needed = display_width(word);
    if (column > indent && column + 1 + needed > width) {
      out += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += needed;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<Cell> row) {
  row.resize(columns_.size());
  rows_.push_back(std::move(row));
}

void Table::add_rule() { rows_.emplace_back(); }

/// The continuation lines of a wrapped last column. Column separators are repeated in them.
std::string Table::continuation(std::string_view lines, const std::vector<int> &widths, Colour colour,
                                bool with_colour) const {
  std::string lead;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    lead += columns_[c].before + (c + 1 < columns_.size() ? std::string(static_cast<std::size_t>(widths[c]), ' ') : "");
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out += format_text("{}  {}\n", lead, coloured(lines.substr(0, end), colour, with_colour));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

/// Returns by how many columns the lines are still too wide.
int Table::shorten_columns(std::vector<int> &widths, int excess) const {
  for (; excess > 0; --excess) {
    int widest = -1;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const int least = std::max(least_shortened_width, display_width(columns_[c].title));
      if (columns_[c].shorten != Shorten::no && widths[c] > least && (widest < 0 || widths[c] > widths[at(widest)]))
        widest = static_cast<int>(c);
    }
    if (widest < 0)
      break;
    --widths[at(widest)];
  }
  return excess;
}

std::vector<int> Table::natural_widths() const {
  std::vector<int> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    int widest = display_width(columns_[c].title);
    for (const auto &row : rows_)
      if (!row.empty())
        widest = std::max(widest, display_width(row[c].text));
    widths.push_back(widest);
  }
  return widths;
}

int Table::comfortable_total(const std::vector<int> &widths) const {
  int total = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column &column = columns_[c];
    const int least = std::max({least_shortened_width, column.comfortable_width, display_width(column.title)});
    total += display_width(column.before) + (column.shorten == Shorten::no ? widths[c] : std::min(widths[c], least));
  }
  return total;
}

Table Table::without_column(std::size_t column) const {
  Table table = *this;
  const auto place = static_cast<std::ptrdiff_t>(column);
  table.columns_.erase(table.columns_.begin() + place);
  for (auto &row : table.rows_)
    if (!row.empty())
      row.erase(row.begin() + place);
  return table;
}

Table Table::with_columns_that_fit(int width) const {
  Table table = *this;
  while (width > 0 && table.comfortable_total(table.natural_widths()) > width) {
    const auto least = std::ranges::max_element(table.columns_, {}, &Column::expendable);
    if (least == table.columns_.end() || least->expendable == 0)
      break;
    table = table.without_column(static_cast<std::size_t>(least - table.columns_.begin()));
  }
  return table;
}

std::string Table::text(bool colour, int width) const {
  return with_columns_that_fit(width).text_of_all_columns(colour, width);
}

std::string Table::text_of_all_columns(bool colour, int width) const {
  std::vector<int> widths = natural_widths();
  int total = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    total += widths[c] + display_width(columns_[c].before);
  if (width > 0 && total > width)
    total = width + shorten_columns(widths, total - width);
  if (width > 0 && total > width && !widths.empty() && columns_.back().shorten == Shorten::no) {
    const int others = total - widths.back();
    if (others + least_last_column_width / 2 <=
        width) // otherwise wrapping gains nothing, because the terminal breaks the lines as well
      widths.back() = std::min(widths.back(), std::max(least_last_column_width, width - others));
  }

  std::string out;
  std::string line;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    line += columns_[c].before + padded(columns_[c].title, widths[c], columns_[c].align);
  drop_trailing_spaces(line);
  out += coloured(line, Colour::bold, colour) + "\n";
  for (const auto &row : rows_) {
    line.clear();
    std::string more;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (row.empty()) {
        std::string separator = columns_[c].before;
        std::ranges::replace(separator, ' ', '-');
        std::ranges::replace(separator, '|', '+');
        line += separator + std::string(static_cast<std::size_t>(widths[c]), '-');
      } else {
        line += columns_[c].before;
        const bool last = c + 1 == columns_.size() && columns_[c].shorten == Shorten::no;
        const std::string text = shortened(row[c].text, widths[c], columns_[c].shorten);
        if (!last && (!colour || row[c].colour == Colour::none) && text.find('\n') == std::string::npos) {
          append_padded(line, text, widths[c], columns_[c].align); // the common case
          continue;
        }
        const std::string cell = last ? wrapped_cell(text, widths[c]) : text;
        const std::size_t end = std::min(cell.find('\n'), cell.size());
        const std::string first = cell.substr(0, end);
        line += coloured(last ? first : padded(first, widths[c], columns_[c].align), row[c].colour, colour);
        if (end < cell.size())
          more = cell.substr(end + 1);
      }
    }
    drop_trailing_spaces(line);
    out += line + "\n";
    if (!more.empty())
      out += continuation(more, widths, row.back().colour, colour);
  }
  return out;
}

Colour colour_of(Severity severity) {
  switch (severity) {
  case Severity::note: return Colour::cyan;
  case Severity::warning: return Colour::yellow;
  case Severity::error: return Colour::red;
  }
  return Colour::none;
}

} // namespace osaca

#include "measure/tables/published/markup.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace osaca::measure {
namespace {

using Entity = std::pair<std::string_view, char>;
constexpr std::array<Entity, 5> entities = {
    {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&nbsp;", ' '}}};

/// Without tags, and with the characters that entities stand for. Entities of other characters are left out.
std::string text_in(std::string_view markup) {
  std::string text;
  for (std::size_t i = 0; i < markup.size(); ++i) {
    if (markup[i] == '<') {
      i = std::min(markup.find('>', i), markup.size());
      continue;
    }
    if (markup[i] != '&') {
      text += markup[i];
      continue;
    }
    constexpr std::size_t longest = 10;
    const std::size_t end = markup.substr(i, longest).find(';');
    if (end == std::string_view::npos) {
      text += markup[i];
      continue;
    }
    const auto *entity = std::ranges::find(entities, markup.substr(i, end + 1), &Entity::first);
    if (entity != entities.end())
      text += entity->second;
    i += end;
  }
  return text;
}

/// Counts the lines of a text while places in it are visited in order.
class LineCounter {
public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  int at(std::size_t place) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(place_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
    place_ = place;
    return line_;
  }

private:
  std::string_view text_;
  std::size_t place_ = 0;
  int line_ = 1;
};

std::vector<std::string> cells_of(std::string_view row) {
  const auto next_cell = [&](std::size_t from) {
    return std::min({row.find("<td", from), row.find("<th", from), row.size()});
  };
  std::vector<std::string> cells;
  for (std::size_t at = next_cell(0); at < row.size();) {
    const std::size_t end = next_cell(at + 3);
    cells.emplace_back(trimmed(text_in(row.substr(at, end - at))));
    at = end;
  }
  return cells;
}

} // namespace

std::vector<MarkupRow> preformatted_rows(std::string_view page) {
  constexpr std::string_view begin = "<pre class=\"nolabel\">";
  std::vector<MarkupRow> rows;
  LineCounter lines(page);
  for (std::size_t at = page.find(begin); at != std::string_view::npos; at = page.find(begin, at)) {
    const int line = lines.at(at);
    at += begin.size();
    const std::size_t end = page.find("</pre>", at);
    if (end == std::string_view::npos)
      break;
    rows.push_back({line, {text_in(page.substr(at, end - at))}});
    at = end;
  }
  return rows;
}

std::vector<MarkupRow> table_rows(std::string_view page, std::string_view id) {
  const std::size_t begin = page.find("<table id=\"" + std::string(id) + "\"");
  if (begin == std::string_view::npos)
    return {};
  const std::size_t end = std::min(page.find("</table>", begin), page.size());
  std::vector<MarkupRow> rows;
  LineCounter lines(page);
  for (std::size_t at = page.find("<tr", begin); at < end;) {
    const std::size_t next = std::min(page.find("<tr", at + 3), end);
    rows.push_back({lines.at(at), cells_of(page.substr(at, next - at))});
    at = next;
  }
  return rows;
}

std::string element_text(std::string_view page, std::string_view name) {
  const std::size_t begin = page.find("<" + std::string(name) + ">");
  if (begin == std::string_view::npos)
    return "";
  const std::size_t end = page.find("</" + std::string(name) + ">", begin);
  return end == std::string_view::npos ? "" : std::string(trimmed(text_in(page.substr(begin, end - begin))));
}

} // namespace osaca::measure

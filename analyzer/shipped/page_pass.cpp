#include "shipped/page_pass.h"

namespace osaca::fields {
namespace {

/// A bar would end the cell of the table.
std::string in_cell(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

} // namespace

void PagePass::row(std::string_view key, Need need, std::string_view values, std::string_view help) {
  tables_[at_].rows += "| `" + std::string(key) + (need == Need::required ? "` | yes | " : "` | | ") + in_cell(values) +
                       " | " + in_cell(help) + " |\n";
}

std::string PagePass::path(std::string_view key, std::string_view suffix) const {
  const std::string &outer = tables_[at_].path;
  return (outer.empty() ? "" : outer + ".") + std::string(key) + std::string(suffix);
}

std::string PagePass::anchor(std::string_view key, std::string_view suffix) const {
  std::string out;
  for (const char c : path(key, suffix))
    if (c != '.' && c != '[' && c != ']')
      out += c;
  return out;
}

} // namespace osaca::fields

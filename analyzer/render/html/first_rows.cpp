#include "base/format.h"
#include "base/index.h"
#include "base/printable.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "collection/loop_identity.h"
#include "render/html/page_data.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/words/words.h"

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

namespace osaca::html {
namespace {

constexpr std::size_t most_rows = 25; ///< what a window shows

/// pugixml escapes the text.
void add_cell(pugi::xml_node row, const char *kind, const std::string &text) {
  row.append_child(kind).text().set(printable(one_line(text)).c_str());
}

} // namespace

std::string first_rows(const Collection &collection) {
  pugi::xml_document document;
  pugi::xml_node table = document.append_child("table");
  table.append_attribute("class") = "first-rows";
  add_cell(table, "caption",
           format_text("The first of {}; the others are being read", counted(collection.source_loops.size(), "loop")));
  pugi::xml_node head = table.append_child("thead").append_child("tr");
  const bool has_shares =
      !collection.source_loops.empty() && !phrase_of_share(collection.source_loops.front().weight).empty();
  for (const char *name : {has_shares ? "Time" : "Rank", "Cycles", "Bound by", "Function", "Source"})
    add_cell(head, "th", name);
  pugi::xml_node body = table.append_child("tbody");
  for (std::size_t i = 0; i < std::min(collection.source_loops.size(), most_rows); ++i) {
    const CollectedLoop &loop = collection.loops[at(collection.source_loops[i].loops().front())];
    const std::string share = phrase_of_share(collection.source_loops[i].weight);
    pugi::xml_node row = body.append_child("tr");
    add_cell(row, "td", has_shares ? share : format_text("{}", i + 1));
    add_cell(row, "td", (loop.report.complete ? "" : "at least ") + loop.report.cycles_per_iteration.text());
    add_cell(row, "td", std::string(phrase_of(loop.report.bound_by)));
    add_cell(row, "td", readable_name(loop.report.function));
    add_cell(row, "td", file_and_line(place_of(loop.report)));
  }
  std::ostringstream out;
  table.print(out, "", pugi::format_raw);
  return out.str();
}

} // namespace osaca::html

#include "scan/listing.h"

#include "base/printable.h"
#include "base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace osaca::scan {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::array<std::string, 6>;

std::string clean(const std::string &text) {
  std::string out = printable(text);
  std::replace_if(out.begin(), out.end(), [](char c) { return c == '\n' || c == '\t'; }, '?');
  return out;
}

Row row_of(const ListedLoop &loop, const ProjectRoot &project) {
  const Place &place = loop.place;
  return {project.shown(place.file) + ":" + std::to_string(place.line) + ":" + std::to_string(place.column),
          std::string(name_of(loop.kind)),
          std::to_string(loop.depth),
          loop.innermost ? "yes" : "",
          loop.annotated ? "yes" : "",
          loop.function + (loop.macro.empty() ? "" : "  (macro " + loop.macro + ")")};
}

std::size_t width_of(const std::string &text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string table_of(const std::vector<Row> &rows) {
  std::array<std::size_t, 6> widths = {};
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], width_of(row[i]));
  std::string out;
  for (const Row &row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += clean(row[i]) + std::string(widths[i] - width_of(row[i]) + 2, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string_view name_of(KeywordOrigin origin) {
  switch (origin) {
  case KeywordOrigin::macro_definition: return "macro-definition";
  case KeywordOrigin::macro_argument: return "macro-argument";
  case KeywordOrigin::file: break;
  }
  return "file";
}

Json json_of(const ListedLoop &loop, const ProjectRoot &project) {
  Json entry;
  entry["file"] = project.relative_to_root(loop.place.file);
  entry["line"] = loop.place.line;
  entry["column"] = loop.place.column;
  entry["function"] = loop.function;
  entry["kind"] = name_of(loop.kind);
  entry["depth"] = loop.depth;
  entry["innermost"] = loop.innermost;
  entry["annotated"] = loop.annotated;
  entry["origin"] = name_of(loop.origin);
  if (!loop.macro.empty())
    entry["macro"] = loop.macro;
  entry["in_project"] = loop.editable;
  return entry;
}

} // namespace

std::string listed_as_text(const std::vector<ListedLoop> &loops, const ProjectRoot &project, std::size_t units) {
  std::vector<Row> rows = {{"place", "loop", "depth", "innermost", "annotated", "function"}};
  std::set<std::string> files;
  std::size_t innermost = 0;
  std::size_t annotated = 0;
  for (const ListedLoop &loop : loops) {
    rows.push_back(row_of(loop, project));
    files.insert(loop.place.file);
    innermost += loop.innermost ? 1 : 0;
    annotated += loop.annotated ? 1 : 0;
  }
  std::string out = loops.empty() ? "" : table_of(rows) + "\n";
  return out + counted(loops.size(), "loop") + " in " + counted(files.size(), "file") + " (" +
         std::to_string(innermost) + " innermost, " + std::to_string(annotated) + " annotated), from " +
         counted(units, "translation unit") + "\n";
}

std::string listed_as_json(const std::vector<ListedLoop> &loops, const ProjectRoot &project, std::size_t units,
                           const std::vector<Error> &failures) {
  Json list;
  list["schema"] = "osaca-scan-1";
  list["root"] = project.root();
  list["units"] = units;
  list["failures"] = Json::array();
  for (const Error &failure : failures)
    list["failures"].push_back({{"file", failure.where.file},
                                {"line", failure.where.line},
                                {"column", failure.where.column},
                                {"message", failure.message}});
  list["loops"] = Json::array();
  for (const ListedLoop &loop : loops)
    list["loops"].push_back(json_of(loop, project));
  return with_escaped_controls(list.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace osaca::scan

// See "Additional Test Measurements" in ctest(1).
#include "render/ci/ctest.h"

#include "base/readable_name.h"
#include "render/phrases.h"

namespace osaca {
namespace {

std::string escaped_for_cmake(std::string_view text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string measurement(std::string_view type, std::string_view name, const std::string &value) {
  return "<CTestMeasurement type=\"numeric/" + std::string(type) + "\" name=\"" + escaped_for_cmake(name) + "\">" +
         value + "</CTestMeasurement>\n";
}

/// Without the line, which moves: a series of measurements has to keep its name.
std::string name_of(const LoopRecord &loop) {
  std::string name = "cycles " + loop.file;
  if (!loop.function.empty())
    name += " " + readable_name(loop.function);
  if (!loop.role.is_plain())
    name += ", " + name_of(loop.role);
  if (loop.path_number > 1)
    name += ", path " + std::to_string(loop.path_number);
  return name + " on " + loop.arch + (loop.figures.in_order ? " (at least)" : "");
}

} // namespace

std::string render_ctest(const Collection &collection) {
  std::string out = measurement("integer", "osaca loops", std::to_string(collection.loops.size()));
  out += measurement("integer", "osaca findings", std::to_string(collection.open_finding_count(Severity::note)));
  if (collection.comparison)
    out += measurement("integer", "osaca regressions", std::to_string(collection.comparison->regression_count()));
  std::map<std::string, int> seen;
  for (const CollectedLoop &loop : collection.loops) {
    std::string name = name_of(loop.record);
    if (const int before = seen[name]++; before > 0)
      name += ", loop " + std::to_string(before + 1);
    out += measurement("double", name, loop.record.figures.cycles_per_iteration.text(3));
  }
  return out;
}

} // namespace osaca

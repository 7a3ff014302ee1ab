// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "static_library.h"

#include "process.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace osaca::conformance {
namespace {

using nlohmann::json;

std::string status_in_report(const std::string &status_in_table) {
  return status_in_table == "found" ? "analysed" : status_in_table;
}

/// FILE:LINE STATUS. The line of a pragma without a loop is the pragma's own, which the table does not hold.
std::string line_of_table(const std::string &file, int line, const std::string &status) {
  return file + (status == "not_a_loop" ? "" : ":" + std::to_string(line)) + " " + status;
}

std::vector<std::string> expected_of(const std::vector<LibraryUnit> &units) {
  std::vector<std::string> all;
  for (const LibraryUnit &unit : units)
    for (const ExpectedLoop &loop : unit.table)
      all.push_back(line_of_table(loop.file, loop.line, status_in_report(variant_for(loop, unit.facts).status)));
  return all;
}

std::vector<std::string> reported_by(const std::string &report) {
  std::vector<std::string> all;
  const json document = json::parse(report);
  for (const json &loop : document.at("annotated"))
    all.push_back(line_of_table(std::filesystem::path(loop.at("file").get<std::string>()).filename(), loop.at("line"),
                                loop.at("status")));
  return all;
}

/// A report tells of each place once, in its own order: a header's loop is there once however many units have it, and
/// analysed if it is in one of them.
std::vector<std::string> each_once(std::vector<std::string> places) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  const std::vector<std::string> all = places;
  std::erase_if(places, [&all](const std::string &text) {
    const std::string_view vanished = " vanished";
    if (!text.ends_with(vanished))
      return false;
    return std::binary_search(all.begin(), all.end(), text.substr(0, text.size() - vanished.size()) + " analysed");
  });
  return places;
}

} // namespace

std::vector<std::string> check_static_library(const std::vector<LibraryUnit> &units,
                                              const std::filesystem::path &folder, const std::string &osaca,
                                              const std::string &archiver) {
  std::vector<std::string> command{archiver, "rcs", "libunits.a"};
  for (const LibraryUnit &unit : units)
    command.push_back(unit.object);
  if (const Finished archived = run(command, folder); archived.status != 0)
    return {"no static library: " + archived.errors};
  const Finished finished = run({osaca, "report", "--format", "json", "libunits.a"}, folder);
  if (finished.status != 0)
    return {"no report of the static library: " + finished.errors};
  const std::vector<std::string> expected = each_once(expected_of(units));
  const std::vector<std::string> reported = each_once(reported_by(finished.output));
  std::vector<std::string> complaints;
  if (expected.size() != reported.size())
    complaints.push_back("the static library tells of " + std::to_string(reported.size()) + " loops, not of " +
                         std::to_string(expected.size()));
  for (std::size_t i = 0; i < std::min(expected.size(), reported.size()) && complaints.size() < 5; ++i)
    if (expected[i] != reported[i])
      complaints.push_back("the static library tells of '" + reported[i] + "', not of '" + expected[i] + "'");
  return complaints;
}

} // namespace osaca::conformance

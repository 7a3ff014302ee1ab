#include "project_targets.h"

#include "base/printable.h"
#include "collection/baseline.h"
#include "collection/collect.h"
#include "collection/collection.h"
#include "collection/ignore_comments.h"
#include "expectation/expectation.h"
#include "osaca/baseline.h"
#include "osaca/read_report.h"
#include "osaca/shards.h"
#include "promises.h"
#include "render/ci/ci_formats.h"
#include "render/diagnostics/diagnostics.h"
#include "render/html.h"
#include "render/json/json_documents.h"
#include "render/text/collection_text.h"
#include "render/text/report_text.h"
#include "report/summary_bytes.h"
#include "settings/settings.h"

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include <algorithm>

namespace osaca::test {
namespace {

bool is_json(const std::string &text) { return nlohmann::json::accept(text); }

bool is_xml(const std::string &text) {
  return static_cast<bool>(pugi::xml_document().load_buffer(text.data(), text.size()));
}

void check_lists(const Collection &collection) {
  const int loops = static_cast<int>(collection.loops.size());
  std::vector<Fingerprint> fingerprints;
  for (const CollectedFinding &finding : collection.findings) {
    fingerprints.push_back(finding.fingerprint);
    require(finding.gain_share >= 0 && finding.gain_share <= 1, "a share is a share");
    for (const int loop : finding.loops)
      require(loop >= 0 && loop < loops, "findings are about loops that are there");
  }
  std::ranges::sort(fingerprints);
  require(std::adjacent_find(fingerprints.begin(), fingerprints.end()) == fingerprints.end(),
          "fingerprints are unique");
}

void render_all(const Collection &collection) {
  require(is_json(render_sarif(collection, {})), "SARIF is JSON");
  require(is_json(render_gitlab(collection)), "what GitLab reads is JSON");
  require(is_json(render_collection_json(collection)), "JSON is JSON");
  require(is_xml(render_junit(collection)), "JUnit's is XML");
  (void)render_html(collection);
  (void)render_markdown(collection);
  (void)render_summary(collection, {});
  (void)render_github(collection);
  (void)render_remarks(collection);
  (void)render_ctest(collection);
  const Report report = report_of(collection);
  check_shape(report);
  (void)render_text(report, {});
  (void)render_dot(report);
  (void)render_diagnostics(report, {}, false);
}

} // namespace

namespace {

/// Every other source file must not be looked at.
Collection collected(const Report &report, const std::string &source) {
  const auto read_source = [&source](const std::string &path) {
    return path.size() % 2 == 0 ? SourceFile::with(source) : SourceFile{.access = SourceFile::Access::withheld};
  };
  return collect({{"a.o", report}, {"b.o", report}}, {"/project", "/project/build"}, read_source);
}

} // namespace

void collection(const std::string &input) {
  const Expected<Report> report = read_report(input, "fuzz.json");
  if (!report)
    return;
  const Collection all = collected(*report, input);
  check_lists(all);
  const Expected<Baseline> written = read_baseline(render_baseline(baseline_of(all)), "written.json");
  require(static_cast<bool>(written), "a baseline that we wrote can be read");
  const Collection compared = with_baseline(all, *written, 0);
  require(compared.comparison.has_value(), "a comparison is there once it was asked for");
  require(compared.comparison->changes.empty(), "nothing differs from itself");
  check_lists(compared);
  render_all(compared);
}

// The index has checksums, so figures that no report has are not refused. They must do no harm.
void summary(const std::string &input) {
  SummaryDecoder decoder;
  const std::optional<Report> report = decoder.decode(input);
  const std::optional<Report> again = decoder.decode(input);
  const std::optional<Report> without_steps = SummaryDecoder(SummaryDecoder::Steps::left_out).decode(input);
  require(again.has_value() == report.has_value(), "a decoder can be used again");
  require(without_steps.has_value() == report.has_value(), "steps are checked although they are left out");
  if (!report)
    return;
  require(bytes_of_summary(*again) == bytes_of_summary(*report), "a decoder keeps nothing of earlier reports");
  require(bytes_of_summary(*report).has_value(), "what was read can be written");
  const Collection all = collected(*report, input);
  check_lists(all);
  (void)render_baseline(baseline_of(all));
  render_all(all);
}

void shard(const std::string &input) {
  const WatchedBytes file(input);
  std::size_t found = 0;
  const auto take = [&](std::size_t number, const ShardEntry &entry) {
    require(number == found++, "reports are numbered");
    require(!entry.objects.empty() && std::ranges::is_sorted(entry.objects), "a report is in an object");
    check_shape(read_report(entry.json, entry.objects.front(), ReportDetail::summary));
  };
  const std::optional<Error> problem = visit_shard(file, "fuzz.jsonl", "\"/project\"", nullptr, take);
  require(!problem || !problem->message.empty(), "a problem has a message");
  require(problem || is_shard(file), "only a shard is read");
}

void expectations(const std::string &input) {
  const ParsedExpectations parsed = parse_expectations(input);
  for (const std::string &problem : parsed.problems)
    require(!problem.empty(), "a problem has words");
  for (const Expectation &expectation : parsed.expectations)
    require(!expectation.text.empty(), "an expectation has words");
  (void)broken_expectations(parsed.expectations, {}, {});
}

void settings(const std::string &input) {
  std::string_view rest = input;
  while (!rest.empty() && length_of_character(rest) > 0)
    rest.remove_prefix(length_of_character(rest));
  const bool is_utf8 = rest.empty();
  const SettingsRead read = read_settings(input, "/project/.osaca.yml");
  for (const Error &problem : read.problems)
    require(!problem.message.empty(), "a problem has a message");
  const SettingsRead again = read_settings(text_of(read.settings), "/project/.osaca.yml");
  // YAML has no way to write a byte that is no part of a character without sending it to the terminal. What is written
  // instead takes more bytes, so a name may become too long.
  require(!is_utf8 || again.problems.empty(), "what `osaca config` prints can be read");
  require(!is_utf8 || (again.settings.archs == read.settings.archs && again.settings.exclude == read.settings.exclude),
          "what `osaca config` prints means the same");
}

} // namespace osaca::test

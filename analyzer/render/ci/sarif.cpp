#include "render/ci/ci_formats.h"

#include "base/readable_name.h"
#include "collection/loop_identity.h"
#include "render/ci/sarif_lists.h"
#include "render/json/json_writer.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace osaca {
namespace {

/// From 100 for the most important open finding down to a value above 0. Viewers sort by it.
std::map<const CollectedFinding *, double> ranks_of(const Collection &collection) {
  const FindingList findings = open_findings_by_importance(collection);
  std::map<const CollectedFinding *, double> ranks;
  for (std::size_t i = 0; i < findings.size(); ++i)
    ranks[findings[i]] = 100.0 * static_cast<double>(findings.size() - i) / static_cast<double>(findings.size());
  return ranks;
}

class SarifWriter {
public:
  SarifWriter(const Collection &collection, const SarifOptions &options)
      : collection_(collection), options_(options), without_place_(findings_for_ci(collection)),
        findings_(taken_with_place(without_place_)), places_(collection, findings_),
        rules_(sarif_rule_indices(collection)), ranks_(ranks_of(collection)),
        any_suppressed_(
            std::ranges::any_of(findings_, [](const CollectedFinding *finding) { return !finding->open(); })) {}

  std::string write() {
    out_.object([&] {
      out_.field("$schema",
                 "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
      out_.field("version", "2.1.0");
      out_.key("runs");
      out_.array_of_one([&] { write_run(); });
    });
    return out_.take() + "\n";
  }

private:
  /// GitHub rejects documents with results that have no place.
  FindingList taken_with_place(FindingList &findings) {
    FindingList taken;
    std::erase_if(findings, [&](const CollectedFinding *finding) {
      const bool has_place = !place_of(collection_, *finding).file.empty();
      if (has_place)
        taken.push_back(finding);
      return has_place;
    });
    return taken;
  }

  [[nodiscard]] const CollectedLoop &loop_at(int index) const {
    return collection_.loops.at(static_cast<std::size_t>(index));
  }

  void write_message(const std::string &text) {
    out_.key("message");
    out_.object([&] { out_.field("text", text); });
  }

  void write_run() {
    out_.object([&] {
      out_.key("tool");
      out_.object([&] { write_driver(); });
      out_.key("automationDetails");
      out_.object([&] { out_.field("id", "osaca/"); }); // GitHub calls this the category
      out_.key("invocations");
      out_.array_of_one([&] { write_invocation(); });
      out_.key("originalUriBaseIds");
      out_.object([&] {
        out_.key(sarif_source_root);
        out_.object([&] {
          out_.key("description");
          out_.object([&] { out_.field("text", "The root of the project."); });
        });
      });
      out_.key("artifacts");
      places_.write_artifacts(out_);
      out_.field("columnKind", "utf16CodeUnits");
      out_.key("results");
      out_.array(findings_, [&](const CollectedFinding *finding) { write_result(*finding); });
      out_.key("properties");
      out_.object([&] { write_run_properties(); });
    });
  }

  void write_driver() {
    out_.key("driver");
    out_.object([&] {
      out_.field("name", "osaca");
      if (!options_.version.empty()) {
        out_.field("fullName", "osaca " + options_.version);
        out_.field("semanticVersion", options_.version);
      }
      if (!options_.information_uri.empty())
        out_.field("informationUri", options_.information_uri);
      out_.key("rules");
      write_sarif_rules(out_, rules_, options_.rules_uri);
    });
  }

  /// Writes inputs that could not be read, remarks about the whole report, and findings without a known place.
  void write_invocation() {
    const auto write_notification = [&](std::string_view level, const std::string &text, const SourceLocation &where) {
      out_.object([&] {
        out_.field("level", level);
        write_message(sarif_sentence(text));
        if (where.file.empty())
          return;
        out_.key("locations");
        out_.array_of_one([&] { out_.object([&] { places_.write_physical_location(out_, where); }); });
      });
    };
    out_.object([&] {
      out_.field("executionSuccessful", true);
      std::vector<std::tuple<Severity, std::string, SourceLocation>> all;
      for (const Error &problem : collection_.problems)
        all.emplace_back(Severity::warning, problem.message, problem.where);
      for (const std::string &note : collection_.notes)
        all.emplace_back(Severity::note, note, SourceLocation{});
      if (const std::optional<std::string> note = note_on_withheld_sources(collection_))
        all.emplace_back(Severity::note, *note, SourceLocation{});
      for (const CollectedFinding *finding : without_place_)
        all.emplace_back(finding->finding->severity, message_of(*finding), SourceLocation{});
      out_.key("toolExecutionNotifications");
      out_.array(all, [&](const auto &item) {
        write_notification(name_of(std::get<Severity>(item)), std::get<std::string>(item),
                           std::get<SourceLocation>(item));
      });
    });
  }

  void write_run_properties() {
    const Totals totals = totals_of(collection_);
    out_.field("loops", totals.loops);
    out_.field("cores", totals.archs);
    if (!collection_.comparison)
      return;
    out_.field("baseline", collection_.comparison->baseline);
    out_.field("regressions", totals.regressions);
  }

  void write_result(const CollectedFinding &collected) {
    const Finding &finding = collected.finding;
    out_.object([&] {
      out_.field("ruleId", finding.rule);
      out_.field("ruleIndex", rules_.at(finding.rule));
      out_.field("level", name_of(finding.severity));
      const std::string advice = advice_of(finding);
      write_message(sarif_sentence(message_of(collected)) +
                    (advice.empty() ? "" : " What to try: " + sarif_sentence(advice)));
      write_locations(collected);
      write_related_locations(collected);
      write_code_flow(collected);
      out_.key("partialFingerprints");
      out_.object([&] { out_.field("osacaFinding/v1", collected.fingerprint.text()); });
      if (const auto rank = ranks_.find(&collected); rank != ranks_.end())
        out_.field("rank", rank->second);
      if (collection_.comparison)
        out_.field("baselineState", is_known(collected) ? "unchanged" : "new");
      if (any_suppressed_)
        write_suppressions(collected);
      out_.key("properties");
      out_.object([&] { write_properties(collected); });
    });
  }

  /// An accepted finding, accepted in any way, counts as known before; any other finding is new.
  static bool is_known(const CollectedFinding &finding) { return !finding.open(); }

  void write_locations(const CollectedFinding &finding) {
    SourceLocation where = place_of(collection_, finding);
    where.line = std::max(where.line, 1); // GitHub rejects a place without a line
    const CollectedLoop *loop = representative_of(collection_, finding);
    const bool in_function = loop != nullptr && !loop->report.function.empty();
    out_.key("locations");
    out_.array_of_one([&] {
      out_.object([&] {
        places_.write_physical_location(out_, where);
        if (!in_function)
          return;
        out_.key("logicalLocations");
        out_.array_of_one([&] {
          out_.object([&] {
            const std::string name = one_line(readable_name(loop->report.function));
            out_.field("name", name);
            out_.field("fullyQualifiedName", name);
            out_.field("decoratedName", one_line(loop->report.function));
            out_.field("kind", "function");
          });
        });
      });
    });
  }

  /// The loop statements, if the finding itself has another place.
  void write_related_locations(const CollectedFinding &finding) {
    const SourceLocation own = place_of(collection_, finding);
    std::vector<SourceLocation> places;
    for (const int index : finding.loops) {
      const SourceLocation where = place_of(loop_at(index).report);
      const bool same_line = where.file == own.file && where.line == own.line;
      if (!where.file.empty() && !same_line && std::ranges::find(places, where) == places.end())
        places.push_back(where);
    }
    if (places.empty())
      return;
    int id = 0;
    out_.key("relatedLocations");
    out_.array(places, [&](const SourceLocation &where) {
      out_.object([&] {
        out_.field("id", ++id);
        places_.write_physical_location(out_, where);
        write_message("the loop");
      });
    });
  }

  /// The steps of a finding, e.g. a chain of dependencies.
  void write_code_flow(const CollectedFinding &finding) {
    if (finding.finding->steps->empty())
      return;
    const auto step_location = [&](const FindingStep &step) {
      const SourceLocation where = step.where.file.empty() ? place_of(collection_, finding) : step.where;
      out_.object([&] {
        if (!where.file.empty())
          places_.write_physical_location(out_, where);
        write_message(sarif_text(text_of(step)));
      });
    };
    out_.key("codeFlows");
    out_.array_of_one([&] {
      out_.object([&] {
        out_.key("threadFlows");
        out_.array_of_one([&] {
          out_.object([&] {
            out_.key("locations");
            out_.array(*finding.finding->steps, [&](const FindingStep &step) {
              out_.object([&] {
                out_.key("location");
                step_location(step);
              });
            });
          });
        });
      });
    });
  }

  /// Either all results of a run have this list or none (3.27.23); an empty list means that the result is not
  /// suppressed.
  void write_suppressions(const CollectedFinding &finding) {
    std::vector<Suppression> reasons;
    if (!finding.open())
      reasons.push_back(finding.suppression);
    out_.key("suppressions");
    out_.array(reasons, [&](Suppression reason) {
      const bool in_source = reason == Suppression::in_source;
      out_.object([&] {
        out_.field("kind", in_source ? "inSource" : "external");
        out_.field("status", "accepted");
        out_.field("justification", in_source ? "a comment in the source" : "accepted in the baseline");
      });
    });
  }

  void write_properties(const CollectedFinding &finding) {
    if (const std::string advice = advice_of(finding.finding); !advice.empty())
      out_.field("fix", advice);
    out_.key("loops");
    out_.array(finding.loops, [&](int index) { write_figures(loop_at(index)); });
  }

  void write_figures(const CollectedLoop &loop) {
    const KernelReport &report = loop.report;
    out_.object([&] {
      out_.field("id", loop.id.text());
      out_.field("name", name_of_loop(loop));
      out_.field("line", place_of(loop.report).line);
      out_.field("core", report.arch);
      out_.field("cyclesPerIteration", report.cycles_per_iteration.to_double());
      if (report.source_iterations)
        out_.field("sourceIterations", *report.source_iterations);
      if (const std::optional<Cycles> each = report.cycles_per_source_iteration())
        out_.field("cyclesPerSourceIteration", each->to_double());
      out_.field("boundBy", name_of(report.bound_by));
      out_.field("lowerBoundOnly", !report.complete);
      out_.field("vectorBits", report.vector_bits);
      out_.key("bounds");
      out_.object([&] {
        for (const Bound &bound : report.bounds)
          out_.field(name_of(bound.kind), bound.cycles.to_double());
      });
    });
  }

  const Collection &collection_;
  const SarifOptions &options_;
  FindingList without_place_;
  FindingList findings_; ///< those with a place
  SarifPlaces places_;
  std::map<std::string, int> rules_;
  std::map<const CollectedFinding *, double> ranks_;
  bool any_suppressed_;
  JsonWriter out_;
};

} // namespace

std::string render_sarif(const Collection &collection, const SarifOptions &options) {
  return SarifWriter(collection, options).write();
}

} // namespace osaca

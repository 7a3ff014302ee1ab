#include "render/ci/sarif_lists.h"

#include "base/format.h"
#include "base/index.h"
#include "base/source_location.h"
#include "collection/loop_identity.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/uris.h"
#include "report/rules.h"

#include <algorithm>
#include <set>

namespace osaca {

std::string sarif_text(std::string_view text) {
  const std::string line = clean_line(text);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t digits_end = std::min(line.find_first_not_of("0123456789", i + 1), line.size());
    const bool placeholder =
        line[i] == '{' && digits_end > i + 1 && digits_end < line.size() && line[digits_end] == '}';
    if (placeholder) {
      out += format_text("{{{{{}}}}}", line.substr(i + 1, digits_end - i - 1));
      i = digits_end;
      continue;
    }
    const std::size_t closing = line[i] == '[' ? line.find(']', i) : std::string::npos;
    if (closing != std::string::npos && closing + 1 < line.size() && line[closing + 1] == '(') // this looks like a link
      out += '\\';
    out += line[i];
  }
  return out;
}

std::string sarif_sentence(std::string_view text) {
  std::string out = sarif_text(text);
  if (!out.empty() && std::string_view(".!?").find(out.back()) == std::string_view::npos)
    out += '.';
  return out;
}

SarifPlaces::SarifPlaces(const Collection &collection, const FindingList &findings) : collection_(collection) {
  for (const CollectedFinding *finding : findings) {
    note(place_of(collection, *finding));
    for (const FindingStep &step : *finding->finding->steps)
      note(step.where);
    for (const int loop : finding->loops)
      note(place_of(collection.loops.at(static_cast<std::size_t>(loop)).report));
  }
  for (const Error &problem : collection.problems)
    note(problem.where);
  int index = 0;
  for (auto &[file, position] : artifacts_)
    position = index++;
}

void SarifPlaces::note(const SourceLocation &where) {
  if (!where.file.empty())
    artifacts_.emplace(where.file, 0);
}

void SarifPlaces::write_artifacts(JsonWriter &out) const {
  out.array(artifacts_, [&](const auto &artifact) {
    out.object([&] {
      out.key("location");
      write_artifact_location(out, artifact.first, -1);
    });
  });
}

/// `index`: negative for none.
void SarifPlaces::write_artifact_location(JsonWriter &out, const std::string &file, int index) const {
  out.object([&] {
    out.field("uri", uri_of_file(file));
    if (!is_absolute_path(file))
      out.field("uriBaseId", sarif_source_root);
    if (index >= 0)
      out.field("index", index);
  });
}

void SarifPlaces::write_physical_location(JsonWriter &out, const SourceLocation &where) const {
  out.key("physicalLocation");
  out.object([&] {
    out.key("artifactLocation");
    write_artifact_location(out, where.file, artifacts_.at(where.file));
    if (!where.known())
      return;
    out.key("region");
    out.object([&] {
      out.field("startLine", where.line);
      if (where.column > 0)
        out.field("startColumn", utf16_column(where));
      if (const std::optional<std::string_view> line = source_line(where)) {
        out.key("snippet");
        out.object([&] { out.field("text", *line); });
      }
    });
  });
}

std::optional<std::string_view> SarifPlaces::source_line(const SourceLocation &where) const {
  const auto file = collection_.sources.find(where.file);
  if (file == collection_.sources.end() || where.line < 1 || where.line > static_cast<int>(file->second.size()))
    return std::nullopt;
  return file->second[at(where.line - 1)];
}

/// Compilers count columns in bytes of UTF-8, SARIF in UTF-16 code units. If the line is not available, it is assumed
/// to be ASCII.
int SarifPlaces::utf16_column(const SourceLocation &where) const {
  const std::optional<std::string_view> line = source_line(where);
  if (!line)
    return where.column;
  int column = where.column;
  for (std::size_t i = 0; i < line->size() && i + 1 < static_cast<std::size_t>(where.column); ++i) {
    const auto byte = static_cast<unsigned char>((*line)[i]);
    if ((byte & 0xC0U) == 0x80U)
      --column; // continuation byte of a character
    if (byte >= 0xF0U)
      ++column; // begins a character of two code units
  }
  return std::max(column, 1);
}

namespace {

/// GitHub's name for the severity of a rule's findings.
std::string_view problem_severity_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "recommendation";
}

void write_text(JsonWriter &out, std::string_view name, const std::string &text) {
  out.key(name);
  out.object([&] { out.field("text", text); });
}

void write(JsonWriter &out, const Rule &rule, const std::string &rules_uri) {
  const std::string summary = std::string(rule.summary) + ".";
  const std::string explanation(rule.explanation);
  const std::string fix(rule.fix);
  out.object([&] {
    out.field("id", rule.id);
    out.field("name", identifier_of_rule(rule.id));
    write_text(out, "shortDescription", summary);
    write_text(out, "fullDescription", explanation);
    out.key("help");
    out.object([&] {
      out.field("text", fix.empty() ? explanation : format_text("{}\n\nWhat to try: {}.", explanation, fix));
      out.field("markdown", format_text("**{}**\n\n{}{}", rule.summary, explanation,
                                        fix.empty() ? "" : format_text("\n\n**What to try:** {}.", fix)));
    });
    if (!rules_uri.empty())
      out.field("helpUri", rules_uri + std::string(rule.id));
    out.key("defaultConfiguration");
    out.object([&] { out.field("level", name_of(rule.severity)); });
    out.key("properties");
    out.object([&] {
      out.key("tags");
      out.array_of("performance");
      out.field("problem.severity", problem_severity_of(rule.severity));
    });
  });
}

void write_unknown(JsonWriter &out, const std::string &id) {
  const std::string text = "A rule of another version of osaca.";
  out.object([&] {
    out.field("id", id);
    for (const char *name : {"shortDescription", "fullDescription", "help"})
      write_text(out, name, text);
  });
}

} // namespace

std::map<std::string, int> sarif_rule_indices(const Collection &collection) {
  std::map<std::string, int> indices;
  for (const Rule &rule : rules())
    indices.emplace(rule.id, static_cast<int>(indices.size()));
  std::set<std::string> others;
  for (const CollectedFinding &finding : collection.findings)
    if (!indices.contains(finding.finding->rule))
      others.insert(finding.finding->rule);
  for (const std::string &rule : others)
    indices.emplace(rule, static_cast<int>(indices.size()));
  return indices;
}

void write_sarif_rules(JsonWriter &out, const std::map<std::string, int> &indices, const std::string &rules_uri) {
  std::vector<std::string> in_order(indices.size());
  for (const auto &[rule, index] : indices)
    in_order[at(index)] = rule;
  out.array(in_order, [&](const std::string &id) {
    if (const Rule *rule = find_rule(id))
      write(out, *rule, rules_uri);
    else
      write_unknown(out, id);
  });
}

} // namespace osaca

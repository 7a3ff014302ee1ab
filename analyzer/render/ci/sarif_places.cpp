#include "render/ci/sarif_places.h"

#include "base/file_name.h"
#include "base/index.h"
#include "collection/loop_identity.h"
#include "render/selection.h"
#include "render/text/utf8.h"
#include "render/uris.h"

#include <algorithm>

namespace osaca {

std::string sarif_text(std::string_view text) {
  const std::string line = clean_line(text);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t digits_end = std::min(line.find_first_not_of("0123456789", i + 1), line.size());
    const bool placeholder =
        line[i] == '{' && digits_end > i + 1 && digits_end < line.size() && line[digits_end] == '}';
    if (placeholder) {
      out += "{{" + line.substr(i + 1, digits_end - i - 1) + "}}";
      i = digits_end;
      continue;
    }
    const std::size_t closing = line[i] == '[' ? line.find(']', i) : std::string::npos;
    if (closing != std::string::npos && closing + 1 < line.size() && line[closing + 1] == '(') // what a link looks like
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
    for (const FindingStep &step : finding->finding.steps)
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
      if (const std::string *line = source_line(where)) {
        out.key("snippet");
        out.object([&] { out.field("text", *line); });
      }
    });
  });
}

const std::string *SarifPlaces::source_line(const SourceLocation &where) const {
  const auto file = collection_.sources.find(where.file);
  if (file == collection_.sources.end() || where.line < 1 || where.line > static_cast<int>(file->second.size()))
    return nullptr;
  return &file->second[at(where.line - 1)];
}

/// Compilers count columns in bytes of UTF-8, SARIF counts in units of UTF-16. A line that is not at hand is taken for
/// ASCII.
int SarifPlaces::utf16_column(const SourceLocation &where) const {
  const std::string *line = source_line(where);
  if (line == nullptr)
    return where.column;
  int column = where.column;
  for (std::size_t i = 0; i < line->size() && i + 1 < static_cast<std::size_t>(where.column); ++i) {
    const auto byte = static_cast<unsigned char>((*line)[i]);
    if ((byte & 0xC0U) == 0x80U)
      --column; // continues a character
    if (byte >= 0xF0U)
      ++column; // begins one that takes two units
  }
  return std::max(column, 1);
}

} // namespace osaca

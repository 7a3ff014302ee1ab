// The lists of a SARIF document whose entries are referred to by index: files with the places in them, and rules.
#pragma once

#include "collection/collection.h"
#include "render/json/json_writer.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace osaca {

// Places in SARIF: each file is listed once, and places refer to it by index.

/// The folder that relative names are relative to.
constexpr std::string_view sarif_source_root = "%SRCROOT%";

/// Escapes plain text for SARIF (3.11), so that it cannot be taken for a placeholder like {0} or a link like [a](1).
[[nodiscard]] std::string sarif_text(std::string_view text);
/// The same, with a full stop at the end.
[[nodiscard]] std::string sarif_sentence(std::string_view text);

class SarifPlaces {
public:
  /// Collects all places that a document with these findings mentions.
  SarifPlaces(const Collection &collection, const std::vector<const CollectedFinding *> &findings);

  /// Writes the list of files.
  void write_artifacts(JsonWriter &out) const;
  /// Writes the member physicalLocation. Precondition: the file of `where` is known.
  void write_physical_location(JsonWriter &out, const SourceLocation &where) const;

private:
  void note(const SourceLocation &where);
  void write_artifact_location(JsonWriter &out, const std::string &file, int index) const;
  [[nodiscard]] std::optional<std::string_view> source_line(const SourceLocation &where) const;
  [[nodiscard]] int utf16_column(const SourceLocation &where) const;

  const Collection &collection_;
  std::map<std::string, int> artifacts_; ///< index by file name
};

// The rules as SARIF describes them (reportingDescriptor).

/// The index of each rule's description: the registry's rules in its order, then rules that only the collection has (it
/// may come from another version of OSACA).
[[nodiscard]] std::map<std::string, int> sarif_rule_indices(const Collection &collection);

/// Writes the list that these indices refer to. `rules_uri` as in SarifOptions.
void write_sarif_rules(JsonWriter &out, const std::map<std::string, int> &indices, const std::string &rules_uri);

} // namespace osaca

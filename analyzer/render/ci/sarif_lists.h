// What a SARIF document lists once and names by index: files with the places in them, and rules.
#pragma once

#include "collection/collection.h"
#include "render/json/json_writer.h"

#include <map>
#include <string>
#include <string_view>

namespace osaca {

// Where things are, in SARIF: each file once in a list, and places that name its index there.

/// What relative names are relative to.
constexpr std::string_view sarif_source_root = "%SRCROOT%";

/// Plain text as SARIF wants it (3.11): nothing of ours is to be taken for a placeholder like {0} or a link like
/// [a](1).
[[nodiscard]] std::string sarif_text(std::string_view text);
/// The same, with a full stop behind it.
[[nodiscard]] std::string sarif_sentence(std::string_view text);

class SarifPlaces {
public:
  /// Of all that a document with these findings speaks of.
  SarifPlaces(const Collection &collection, const std::vector<const CollectedFinding *> &findings);

  /// The list of files.
  void write_artifacts(JsonWriter &out) const;
  /// The member physicalLocation of a place whose file is known.
  void write_physical_location(JsonWriter &out, const SourceLocation &where) const;

private:
  void note(const SourceLocation &where);
  void write_artifact_location(JsonWriter &out, const std::string &file, int index) const;
  [[nodiscard]] const std::string *source_line(const SourceLocation &where) const;
  [[nodiscard]] int utf16_column(const SourceLocation &where) const;

  const Collection &collection_;
  std::map<std::string, int> artifacts_; ///< their indices, by name
};

// Our rules as SARIF describes them (reportingDescriptor).

/// The index of each rule's description: those of the registry in its order, then those that only the collection knows
/// (it may come from another version of ours).
[[nodiscard]] std::map<std::string, int> sarif_rule_indices(const Collection &collection);

/// The list that these indices are of. `rules_uri` as in SarifOptions.
void write_sarif_rules(JsonWriter &out, const std::map<std::string, int> &indices, const std::string &rules_uri);

} // namespace osaca

// Where things are, in SARIF: each file once in a list, and places that name its index there.
#pragma once

#include "collection/collection.h"
#include "render/json/json_writer.h"

#include <map>
#include <string>
#include <string_view>

namespace osaca {

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

} // namespace osaca

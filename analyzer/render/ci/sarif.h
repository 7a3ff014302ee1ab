// The findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format): for GitHub's code scanning and
// editors.
//
// One run, with all our rules. A result per finding that is not minor, suppressed ones with the reason. Names of files
// are relative to %SRCROOT%, whose place is not written: the document is the same wherever the project lies.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

struct SarifOptions {
  std::string version;         ///< of the program, "1.2.3"; empty: none
  std::string information_uri; ///< where the program is described; empty: nowhere
  std::string rules_uri;       ///< what a rule's id is appended to for its description, ".../rules.md#"; empty: nowhere
};

[[nodiscard]] std::string render_sarif(const Collection &collection, const SarifOptions &options);

} // namespace osaca

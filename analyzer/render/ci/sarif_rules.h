// Our rules as SARIF describes them (reportingDescriptor).
#pragma once

#include "collection/collection.h"
#include "render/json/json_writer.h"

#include <map>
#include <string>

namespace osaca {

/// The index of each rule's description: those of the registry in its order, then those that only the collection knows
/// (it may come from another version of ours).
[[nodiscard]] std::map<std::string, int> sarif_rule_indices(const Collection &collection);

/// The list that these indices are of. `rules_uri` as in SarifOptions.
void write_sarif_rules(JsonWriter &out, const std::map<std::string, int> &indices, const std::string &rules_uri);

} // namespace osaca

// As much of JSON Schema as docs/schema uses: type, required, properties, additionalProperties, items, enum, const,
// minimum, pattern, $ref within the document.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace osaca::testing {

/// What is wrong with `document`, each with its path; empty if nothing.
[[nodiscard]] std::vector<std::string> schema_violations(const nlohmann::json &schema, const nlohmann::json &document);

/// Keys of `document` that `schema` does not mention: the schema is to describe everything that is written.
[[nodiscard]] std::vector<std::string> undescribed_keys(const nlohmann::json &schema, const nlohmann::json &document);

} // namespace osaca::testing

// From bytes to a value by way of JSON: what can be wrong with the bytes is said in the same words for every document.
#pragma once

#include "base/expected.h"
#include "pipeline/read/json_fields.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace osaca {

/// `noun` is what it should be: "report". `read` gets the document's outermost value, and throws MalformedJson. Empty:
/// read.
[[nodiscard]] std::optional<Error> read_json(const std::string &json, const std::string &name, const std::string &noun,
                                             const std::function<void(const JsonField &)> &read);

/// The same for a `read` that returns the value.
template <class Value, class Read>
Expected<Value> read_json_document(const std::string &json, const std::string &name, const std::string &noun,
                                   Read &&read) {
  Value value;
  const std::optional<Error> problem =
      read_json(json, name, noun, [&](const JsonField &document) { value = read(document); });
  return problem ? Expected<Value>(*problem) : Expected<Value>(std::move(value));
}

} // namespace osaca

// From bytes to a value by way of JSON: what can be wrong with the bytes is said in the same words for every document.
#pragma once

#include "base/expected.h"
#include "pipeline/read/json_fields.h"

#include <algorithm>
#include <exception>

namespace osaca {

/// `noun` is what it should be: "report". `read` makes the value from the document's JsonField, and throws MalformedJson.
template <class Value, class Read>
Expected<Value> read_json_document(const std::string &json, const std::string &name, const std::string &noun, Read &&read) {
  constexpr std::size_t largest_bytes = 512U << 20U;
  const auto error = [&name](std::string message, int line = 0) { return Error{std::move(message), {name, line, 0}}; };
  if (json.size() > largest_bytes)
    return error("the " + noun + " is larger than " + std::to_string(largest_bytes >> 20U) + " MB");
  if (json.find_first_not_of(" \t\r\n") == std::string::npos)
    return error("this is no " + noun + ": the file is empty");
  if (nested_too_deeply(json))
    return error("this is no " + noun + ": its brackets are nested too deeply");
  try {
    const nlohmann::json document = nlohmann::json::parse(json);
    return read(JsonField(document, ""));
  } catch (const MalformedJson &problem) {
    return error("this is no valid " + noun + ": " + problem.what());
  } catch (const nlohmann::json::parse_error &problem) {
    const auto end = json.begin() + static_cast<std::ptrdiff_t>(std::min(problem.byte, json.size()));
    return error("this is no " + noun + ": it is not JSON, or it was cut off",
                 1 + static_cast<int>(std::count(json.begin(), end, '\n')));
  } catch (const nlohmann::json::out_of_range &) {
    return error("this is no " + noun + ": it holds a number that is too large");
  } catch (const std::exception &problem) {
    return error(std::string("internal error: ") + problem.what());
  }
}

} // namespace osaca

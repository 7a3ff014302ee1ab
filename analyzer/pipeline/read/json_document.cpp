#include "pipeline/read/json_document.h"

#include <algorithm>
#include <exception>

namespace osaca {
namespace {

/// At least so many values are in it: what separates them is counted, also where it stands in texts.
std::size_t count_of_values(const std::string &json) {
  return static_cast<std::size_t>(std::ranges::count_if(json, [](char c) { return c == ',' || c == '[' || c == '{'; }));
}

/// Each value takes some hundred bytes of memory, however short it is written. Ours take 17 bytes on average, names
/// included.
bool holds_too_many_values(const std::string &json) {
  constexpr std::size_t surely_fine = 1'000'000;
  constexpr std::size_t shortest_average_bytes = 4;
  const std::size_t values = count_of_values(json);
  return values > surely_fine && values > json.size() / shortest_average_bytes;
}

} // namespace

std::optional<Error> read_json(const std::string &json, const std::string &name, const std::string &noun,
                               const std::function<void(const JsonField &)> &read) {
  constexpr std::size_t largest_bytes = 512U << 20U;
  const auto error = [&name](std::string message, int line = 0) { return Error{std::move(message), {name, line, 0}}; };
  if (json.size() > largest_bytes)
    return error("the " + noun + " is larger than " + std::to_string(largest_bytes >> 20U) + " MB");
  if (json.find_first_not_of(" \t\r\n") == std::string::npos)
    return error("this is no " + noun + ": the file is empty");
  if (nested_too_deeply(json))
    return error("this is no " + noun + ": its brackets are nested too deeply");
  if (holds_too_many_values(json))
    return error("this is no " + noun + ": it holds more values than any " + noun + " of its size");
  try {
    const std::optional<JsonProblem> problem = parse_json(json, read);
    if (!problem)
      return std::nullopt;
    if (problem->kind == JsonProblem::Kind::number_out_of_range)
      return error("this is no " + noun + ": it holds a number that is too large");
    const auto end = json.begin() + static_cast<std::ptrdiff_t>(std::min(problem->byte, json.size()));
    return error("this is no " + noun + ": it is not JSON, or it was cut off",
                 1 + static_cast<int>(std::count(json.begin(), end, '\n')));
  } catch (const MalformedJson &problem) {
    return error("this is no valid " + noun + ": " + problem.what());
  } catch (const std::exception &problem) {
    return error(std::string("internal error: ") + problem.what());
  }
}

} // namespace osaca

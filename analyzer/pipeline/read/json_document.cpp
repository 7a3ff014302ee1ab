#include "pipeline/read/json_document.h"

#include <algorithm>
#include <exception>

namespace osaca {

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

#include "driver/commands/baseline_file.h"

#include "base/percentage.h"
#include "driver/command_line/messages.h"
#include "driver/files/files.h"
#include "osaca/baseline.h"

namespace osaca::driver {

bool is_baseline(const std::string &json) {
  // The field is the first of the document as we write it.
  return json.substr(0, 200).find("\"osaca-baseline-") != std::string::npos;
}

Expected<Baseline> read_baseline_file(const std::string &path) {
  const Expected<std::string> text = read_input(path);
  return text ? read_baseline(*text, path) : Expected<Baseline>(text.error());
}

Expected<Baseline> read_baseline_file(const std::string &path, const std::string &root) {
  Expected<Baseline> read = read_baseline_file(path);
  if (!read || !read.value().name.starts_with(root + "/"))
    return read;
  Baseline baseline = *std::move(read);
  baseline.name.erase(0, root.size() + 1);
  return baseline;
}

std::optional<double> tolerance_percent_of(const std::string &text) {
  if (const std::optional<double> value = parse_percentage(text))
    return value;
  complain("--tolerance: " + in_quotes(text) + " is not a percentage from 0 to 1000 such as 5% or 2.5");
  return std::nullopt;
}

} // namespace osaca::driver

#include "driver/baseline_file.h"

#include "driver/command_line.h"
#include "driver/files.h"
#include "osaca/baseline.h"

#include <charconv>

namespace osaca::driver {

bool is_baseline(const std::string &json) {
  // The field is the first of the document as we write it.
  return json.substr(0, 200).find("\"osaca-baseline-") != std::string::npos;
}

Expected<Baseline> read_baseline_file(const std::string &path) {
  const Expected<std::string> text = read_input(path);
  return text ? read_baseline(*text, path) : Expected<Baseline>(text.error());
}

std::optional<double> tolerance_percent_of(const std::string &text) {
  std::string number = text;
  if (number.ends_with('%'))
    number.pop_back();
  while (number.ends_with(' '))
    number.pop_back();
  double value = 0;
  const auto [end, status] =
      std::from_chars(number.data(), number.data() + number.size(), value, std::chars_format::fixed);
  if (status == std::errc() && end == number.data() + number.size() && value >= 0 && value <= 1000)
    return value;
  complain("--tolerance: " + in_quotes(text) + " is not a percentage from 0 to 1000 such as 5% or 2.5");
  return std::nullopt;
}

} // namespace osaca::driver

#include "report/mispredictions.h"

#include <charconv>
#include <string>

namespace osaca {

Expected<double> parse_misprediction_rate(std::string_view text) {
  const std::string_view said = text.substr(0, 40);
  const auto refused = [&](const std::string &why) {
    return Error{"'" + std::string(said) + "' is no part of the branches" + why + ": say 3% or 0.03"};
  };
  const bool in_percent = text.ends_with('%');
  if (in_percent)
    text.remove_suffix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || end != text.data() + text.size() || !(number >= 0))
    return refused("");
  const double rate = in_percent ? number / 100 : number;
  if (rate > 1)
    return refused(in_percent ? "" : number <= 100 ? " (percent need their sign)" : "");
  return rate;
}

} // namespace osaca

#include "measure/counters/processor_identity.h"

#include <algorithm>
#include <fstream>

namespace osaca::measure {
namespace {

/// What stands behind the colon of a line that begins with the key.
std::string value_of_line(std::string_view text, std::string_view key) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t colon = line.find(':');
    std::string_view found = line.substr(0, colon == std::string_view::npos ? 0 : colon);
    while (!found.empty() && (found.back() == ' ' || found.back() == '\t'))
      found.remove_suffix(1);
    if (found == key) {
      const std::size_t value = line.find_first_not_of(" \t", colon + 1);
      return value == std::string_view::npos ? "" : std::string(line.substr(value, 100));
    }
    begin = end + 1;
  }
  return "";
}

int number_of_line(std::string_view text, std::string_view key) {
  constexpr std::size_t most_digits = 6;
  const std::string value = value_of_line(text, key);
  const bool is_number = !value.empty() && value.size() <= most_digits &&
                         std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? std::stoi(value) : 0;
}

} // namespace

ProcessorIdentity processor_in(std::string_view cpu_info) {
  return {value_of_line(cpu_info, "vendor_id"), number_of_line(cpu_info, "cpu family"),
          number_of_line(cpu_info, "model")};
}

ProcessorIdentity this_processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string text(1U << 14U, '\0'); // the first processor's lines are in there
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return processor_in(text);
}

} // namespace osaca::measure

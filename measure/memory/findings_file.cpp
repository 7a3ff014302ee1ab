#include "measure/memory/findings_file.h"

#include "measure/core_probes/structure_file.h"
#include "measure/file/yaml_text.h"

namespace osaca::measure::memory {
namespace {

constexpr std::size_t name_width = 40;
constexpr std::size_t value_width = 18;

std::string padded(std::string text, std::size_t width) {
  text.append(text.size() < width ? width - text.size() : 1, ' ');
  return text;
}

std::string row(const Finding &finding) {
  const bool is_size = finding.value && finding.unit == "bytes";
  const std::string value =
      is_size ? bytes_text(static_cast<std::int64_t>(*finding.value)) : core_probes::value_text(finding);
  return "  " + padded(finding.name, name_width) + padded(value, value_width) +
         (finding.is_unstable ? "(unstable) " : "") + finding.concluded + "\n";
}

} // namespace

std::string findings_yaml(const MeasuredMachine &machine, const std::vector<ProbeResult> &results) {
  std::string out = yaml_head("osaca-memory-findings-1", machine) + "findings:\n";
  for (const ProbeResult &result : results)
    for (const Finding &finding : result.found)
      out += core_probes::finding_yaml(finding);
  return out;
}

std::string findings_text(const std::vector<ProbeResult> &results) {
  std::string out;
  for (const ProbeResult &result : results) {
    out += std::string(result.probe->name) + ": " + std::string(result.probe->about) + "\n";
    for (const Finding &finding : result.found)
      out += row(finding);
  }
  return out;
}

} // namespace osaca::measure::memory

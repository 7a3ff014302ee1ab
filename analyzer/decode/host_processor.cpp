#include "decode/host_processor.h"

#include "base/format.h"
#include "base/text.h"
#include "decode/decoder.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace osaca {
namespace {

constexpr std::size_t most_bytes_of_cpuinfo = 4 << 20;
constexpr std::size_t most_cores = 4096;

std::string start_of(const std::string &file, std::size_t most_bytes) {
  constexpr std::size_t step = 16384;
  std::ifstream in(file, std::ios::binary);
  std::string text;
  while (in && text.size() < most_bytes) {
    const std::size_t read = text.size();
    text.resize(std::min(read + step, most_bytes));
    in.read(text.data() + read, static_cast<std::streamsize>(text.size() - read));
    text.resize(read + static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  }
  return text;
}

/// A positive number on the first line of a file; 0: there is none.
long number_in(const std::string &file) {
  const std::string text = start_of(file, 32);
  return std::max(parse_number<long>(trimmed(text)).value_or(0), 0L);
}

/// The value of a line "key : value"; empty if there is none.
std::string_view value_of(std::string_view section, std::string_view key) {
  while (!section.empty()) {
    const std::size_t end = std::min(section.find('\n'), section.size());
    const std::string_view line = section.substr(0, end);
    section.remove_prefix(std::min(end + 1, section.size()));
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key)
      return trimmed(line.substr(colon + 1));
  }
  return {};
}

/// The parts of /proc/cpuinfo, which are separated by empty lines: mostly one for each core.
std::vector<std::string_view> sections_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty() && out.size() < most_cores) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    if (end > 0)
      out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return out;
}

/// How fast a core is, compared with the others of its machine: the scheduler's measure, then the highest frequency.
using Speed = std::pair<long, long>;

Speed speed_of_core(const std::string &root, std::string_view number) {
  const auto core = parse_number<unsigned>(number);
  if (!core)
    return {};
  const std::string folder = format_text("{}/sys/devices/system/cpu/cpu{}/", root, *core);
  return {number_in(folder + "cpu_capacity"), number_in(folder + "cpufreq/cpuinfo_max_freq")};
}

/// The cores of an Arm processor, which LLVM names one by one. A core that it does not know is left out.
void read_arm_cores(const std::string &root, const std::vector<std::string_view> &sections, HostProcessor &out) {
  std::vector<std::pair<Speed, std::string>> kinds; ///< each name once, with the speed of its fastest core
  for (const std::string_view section : sections) {
    if (value_of(section, "CPU part").empty())
      continue;
    const std::string name = llvm::sys::detail::getHostCPUNameForARM({section.data(), section.size()}).str();
    if (name == "generic")
      continue;
    const Speed speed = speed_of_core(root, value_of(section, "processor"));
    const auto known = std::ranges::find(kinds, name, &std::pair<Speed, std::string>::second);
    if (known == kinds.end())
      kinds.emplace_back(speed, name);
    else
      known->first = std::max(known->first, speed);
  }
  if (kinds.size() < 2)
    return;
  std::ranges::stable_sort(kinds, [](const auto &a, const auto &b) { return a.first > b.first; });
  if (kinds[0].first == kinds[1].first) // nothing says which one is the fastest: LLVM's choice is kept
    std::ranges::stable_partition(kinds, [&out](const auto &kind) { return kind.second == out.cpu; });
  out.kinds = HostProcessor::Kinds::several;
  out.cpu = kinds.front().second;
  for (std::size_t i = 1; i < kinds.size(); ++i)
    out.other_cpus.push_back(kinds[i].second);
}

/// Linux has one source of performance events for each kind of core of an x86 processor.
HostProcessor::Kinds kinds_by_events(const std::string &root) {
  const std::string folder = root + "/sys/devices/";
  std::error_code failed;
  const auto exists = [&](const char *name) { return std::filesystem::exists(folder + name, failed); };
  if (exists("cpu_core") && exists("cpu_atom"))
    return HostProcessor::Kinds::several;
  return exists("cpu") ? HostProcessor::Kinds::one : HostProcessor::Kinds::unknown;
}

} // namespace

HostProcessor host_processor(const std::string &root, const std::string &cpu) {
  HostProcessor out;
  out.cpu = cpu;
  const std::string cpuinfo = start_of(root + "/proc/cpuinfo", most_bytes_of_cpuinfo);
  const std::vector<std::string_view> sections = sections_of(cpuinfo);
  if (sections.empty())
    return out;
  out.vendor = value_of(sections.front(), "vendor_id");
  if (out.vendor.empty()) {
    read_arm_cores(root, sections, out);
    return out;
  }
  out.family = parse_number<int>(value_of(sections.front(), "cpu family")).value_or(0);
  out.model = parse_number<int>(value_of(sections.front(), "model")).value_or(0);
  out.kinds = kinds_by_events(root);
  return out;
}

HostProcessor host_processor() { return host_processor("", host_cpu()); }

} // namespace osaca

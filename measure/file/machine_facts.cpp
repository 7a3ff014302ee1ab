#include "measure/file/measurement.h"

#include "decode/decoder.h"

#include <ctime>
#include <fstream>

namespace osaca::measure {
namespace {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line))
    if (line.starts_with("model name")) {
      const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
      return begin == std::string::npos ? "" : line.substr(begin, 200);
    }
  return "unknown";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  return std::strftime(text, sizeof text, "%Y-%m-%d", &parts) > 0 ? text : "";
}

} // namespace

MeasuredMachine machine_facts() {
  return {cpu_name(), "x86-64", host_cpu(), today(),
          "time stamp counter calibrated with a chain of additions, in user space; difference of two unrolled lengths"};
}

} // namespace osaca::measure

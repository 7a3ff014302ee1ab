#include "measure/commands/loop_prediction.h"

#include <algorithm>
#include <vector>

namespace osaca::measure {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// The index of the line that begins with the label of the loop, at its first instruction or above; -1: there is none.
int line_of_label(const std::vector<std::string_view> &lines, const Kernel &loop) {
  const std::string label = loop.name + ":";
  for (int i = std::min(loop.input.line, static_cast<int>(lines.size())) - 1; i >= 0; --i)
    if (lines[static_cast<std::size_t>(i)].starts_with(label))
      return i;
  return -1;
}

} // namespace

const KernelReport *prediction_of(const Kernel &loop, const Expected<Report> &report) {
  if (report)
    for (const KernelReport &kernel : report->kernels)
      if (kernel.name == loop.name && kernel.input.line == loop.input.line && kernel.path == loop.path.branches)
        return &kernel;
  return nullptr;
}

std::string placed_as_timed(std::string_view text, std::span<const Kernel> loops) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::vector<bool> begins_loop(lines.size());
  for (const Kernel &loop : loops)
    if (const int label = line_of_label(lines, loop); label >= 0)
      begins_loop[static_cast<std::size_t>(label)] = true;
  std::string placed;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (begins_loop[i])
      placed += ".p2align 6; ";
    placed += lines[i];
  }
  return placed;
}

} // namespace osaca::measure

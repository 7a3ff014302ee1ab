#include "pipeline/marked_regions.h"

#include "base/index.h"
#include "decode/decoder.h"
#include "pipeline/arch_resolution.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

using MarkedRange = std::pair<int, int>; ///< lines, inclusive

/// Labels, directives, comments and blank lines do not part the blocks of a loop.
bool is_instruction(std::string_view line) {
  std::size_t at = line.find_first_not_of(" \t\r");
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    const std::string_view word = line.substr(at, end - at);
    if (word.front() == '.' || word.front() == '#' || word.starts_with("//"))
      if (word.back() != ':')
        return false;
    if (word.back() != ':')
      return true;
    at = line.find_first_not_of(" \t\r", end); // behind a label
  }
  return false;
}

/// The loop's ranges, joined where no foreign instruction stands between them.
std::vector<MarkedRange> stretches_of(const Capture::Loop &loop, const std::vector<std::string_view> &lines) {
  std::vector<MarkedRange> stretches;
  for (const MarkedRange &range : loop.lines) {
    const auto foreign = [&] {
      for (int line = stretches.back().second + 1; line < range.first; ++line)
        if (line <= static_cast<int>(lines.size()) && is_instruction(lines[at(line) - 1]))
          return true;
      return false;
    };
    if (stretches.empty() || foreign())
      stretches.push_back(range);
    else
      stretches.back().second = range.second;
  }
  return stretches;
}

/// By loop: the paths through it. Empty if the code cannot be read.
std::map<int, std::vector<Kernel>> paths_by_loop(const Capture &capture, const Capture::Function &function) {
  std::vector<KnownLoop> loops;
  for (std::size_t i = 0; i < function.loops.size(); ++i)
    loops.push_back({.lines = function.loops[i].lines,
                     .header_line = function.loops[i].header_line,
                     .role = {},
                     .source = {},
                     .annotation = static_cast<int>(i)}); // so that its kernels are known by it
  DecodeOptions options;
  options.isa = isa_named(capture.isa);
  options.intel_syntax = capture.intel_syntax;
  std::map<int, std::vector<Kernel>> paths;
  if (const auto decoded = decode_function(function.assembly, function.name, loops, {}, options))
    for (const Kernel &kernel : decoded->kernels)
      paths[kernel.annotation].push_back(kernel);
  return paths;
}

bool stays_within(const Kernel &path, const MarkedRange &stretch) {
  return std::ranges::all_of(path.instructions, [&](const Instruction &instruction) {
    return instruction.line >= stretch.first && instruction.line <= stretch.second;
  });
}

std::string warning_about(const Capture::Loop &loop, const std::vector<Kernel> &paths, bool all_within) {
  std::string warning;
  if (paths.size() > 1)
    warning = "this loop has " + std::string(paths.front().path.truncated ? "more than " : "") +
              std::to_string(paths.size()) + " paths (branches inside)";
  else if (!loop.innermost)
    warning = "this loop holds other loops";
  if (!all_within)
    warning += (warning.empty() ? "this loop has" : ", and") + std::string(" blocks elsewhere that are not marked");
  return warning.empty() ? "" : warning + "; tools that read it as a straight line will differ";
}

MarkedLines region_of(const Capture::Loop &loop, const std::vector<std::string_view> &lines,
                      const std::vector<Kernel> &paths) {
  const std::vector<MarkedRange> stretches = stretches_of(loop, lines);
  if (stretches.size() == 1)
    return {stretches.front().first, stretches.front().second, warning_about(loop, paths, true),
            stretches.front().first};
  for (const MarkedRange &stretch : stretches)
    if (std::ranges::any_of(paths, [&](const Kernel &path) { return stays_within(path, stretch); }))
      return {stretch.first, stretch.second, warning_about(loop, paths, false), stretch.first};
  return {0, 0, "left unmarked: other code stands between the blocks of this loop", loop.lines.front().first};
}

} // namespace

std::vector<MarkedLines> marked_regions(const Capture &capture, const Capture::Function &function,
                                        const std::vector<std::string_view> &lines) {
  std::vector<MarkedLines> regions;
  if (function.loops.empty())
    return regions;
  const std::map<int, std::vector<Kernel>> paths = paths_by_loop(capture, function);
  for (std::size_t i = 0; i < function.loops.size(); ++i) {
    const auto found = paths.find(static_cast<int>(i));
    regions.push_back(
        region_of(function.loops[i], lines, found == paths.end() ? std::vector<Kernel>{} : found->second));
  }
  return regions;
}

} // namespace osaca

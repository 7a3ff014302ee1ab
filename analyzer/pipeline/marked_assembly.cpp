#include "pipeline/marked_regions.h"

#include "base/format.h"
#include "base/index.h"
#include "decode/decoder.h"
#include "osaca/capture.h"
#include "pipeline/arch_resolution.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

namespace osaca {

namespace {

using MarkedRange = std::pair<int, int>; ///< lines, inclusive

/// Labels, directives, comments and blank lines do not separate the blocks of a loop.
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
    at = line.find_first_not_of(" \t\r", end); // after a label
  }
  return false;
}

/// The loop's ranges, merged if there is no foreign instruction between them.
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

/// The paths through each loop. Empty if the code cannot be read.
std::map<int, std::vector<Kernel>> paths_by_loop(const Capture &capture, const Capture::Function &function) {
  std::vector<KnownLoop> loops;
  for (std::size_t i = 0; i < function.loops.size(); ++i)
    loops.push_back({.lines = function.loops[i].lines,
                     .header_line = function.loops[i].header_line,
                     .role = {},
                     .source = {},
                     .annotation = static_cast<int>(i)}); // identifies the loop's kernels
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
    warning = format_text("this loop has {}{} paths (branches inside)",
                          paths.front().path.truncated ? "more than " : "", paths.size());
  else if (!loop.innermost)
    warning = "this loop contains other loops";
  if (!all_within)
    warning += (warning.empty() ? "this loop has" : ", and") + std::string(" blocks elsewhere that are not marked");
  return warning.empty() ? "" : warning + "; tools that read it as straight-line code give other results";
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
  return {0, 0, "not marked: there is other code between the blocks of this loop", loop.lines.front().first};
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

// Writes the captured functions with the markers of IACA, OSACA and llvm-mca around each loop.
//
// IACA's start marker is `mov 111 to ebx` and the bytes 100, 103, 144 (fs addr32 nop); its end marker has 222. OSACA
// accepts the same on x86 and, on AArch64, `mov x1, #111` and the bytes 213, 3, 32, 31 (a nop). Comments are markers
// for OSACA and llvm-mca on every ISA. The regions of IACA and OSACA cannot be nested, so a loop around another
// captured loop has only markers for llvm-mca. The comments are innermost, because the marker bytes must not count as
// instructions of the region. Source locations (.loc, .file) are omitted: none of these tools uses them, and llvm-mca
// rejects GCC's. .prefalign is omitted, too. If a region is not exactly one iteration, a comment before it says so.

namespace {

struct Region {
  int first = 0;
  int last = 0;
  bool holds_another = false;
  std::string name;
};

std::vector<std::string_view> lines_of(const std::string &text) {
  std::vector<std::string_view> lines;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    lines.push_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return lines;
}

/// ".L3:" alone on its line. A function's own name is not a part of the loop, even if the loop starts right there.
bool is_local_label(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] != '.')
    return false;
  const std::size_t end = line.find_first_of(": \t", first);
  return end != std::string_view::npos && line[end] == ':' &&
         line.find_first_not_of(" \t", end + 1) == std::string_view::npos;
}

/// Debug lines that give the source line of the next instruction. Other assembly parsers, including llvm-mca's, reject
/// GCC's form of them and references to files declared outside the function's text. Older ones also reject the function
/// alignment of Clang 23.
bool is_left_out(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos)
    return false;
  const std::string_view text = line.substr(first);
  const std::size_t end = text.find_first_of(" \t");
  if (end == std::string_view::npos)
    return false;
  const std::string_view directive = text.substr(0, end);
  const std::size_t operand = text.find_first_not_of(" \t", end);
  const bool is_numbered = operand != std::string_view::npos && text[operand] >= '0' && text[operand] <= '9';
  return directive == ".loc" || directive == ".prefalign" || (directive == ".file" && is_numbered);
}

/// Markers are placed before the labels of the loop's first block, because after a label they would be part of each
/// iteration.
int start_of(int first, const std::vector<std::string_view> &lines) {
  while (first > 1 && (is_local_label(lines[at(first) - 2]) || is_left_out(lines[at(first) - 2])))
    --first;
  return first;
}

std::string symbol_part(const std::string &text) {
  std::string out;
  for (char c : text)
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ? c : '_';
  return out;
}

class MarkedText {
public:
  explicit MarkedText(const Capture &capture) : capture_(capture), comment_(capture.isa == "aarch64" ? "//" : "#") {}

  std::string all() {
    if (capture_.isa == "x86-64" && capture_.intel_syntax)
      out_ += "\t.intel_syntax noprefix\n";
    for (const Capture::Function &function : capture_.functions)
      add(function);
    return std::move(out_);
  }

private:
  std::vector<Region> regions_of(const Capture::Function &function, const std::vector<std::string_view> &lines,
                                 std::multimap<int, std::string> &warnings) {
    std::vector<Region> regions;
    std::set<std::pair<int, int>> seen;
    const std::vector<MarkedLines> marked = marked_regions(capture_, function, lines);
    for (std::size_t i = 0; i < function.loops.size(); ++i) {
      const Capture::Loop &loop = function.loops[i];
      Region region;
      region.first = start_of(marked[i].first, lines);
      region.last = marked[i].last;
      if (!marked[i].warning.empty())
        warnings.emplace(start_of(marked[i].warning_line, lines), marked[i].warning);
      if (region.first < 1 || !seen.emplace(region.first, region.last).second)
        continue;
      const SourceLocation where = loop.location >= 0 ? capture_.locations[at(loop.location)] : SourceLocation{};
      region.name = format_text("{}.line{}.{}", symbol_part(function.name), where.line, ++number_);
      regions.push_back(std::move(region));
    }
    for (Region &outer : regions)
      outer.holds_another = std::ranges::any_of(regions, [&](const Region &inner) {
        return &inner != &outer && inner.first <= outer.last && outer.first <= inner.last &&
               inner.last - inner.first < outer.last - outer.first;
      });
    return regions;
  }

  void add(const Capture::Function &function) {
    const std::vector<std::string_view> lines = lines_of(function.assembly);
    std::map<int, std::string> before;
    std::multimap<int, std::string> warnings;
    std::map<int, std::string> after;
    std::vector<Region> regions = regions_of(function, lines, warnings);
    // Outer regions open first and close last.
    std::ranges::sort(regions, [](const Region &a, const Region &b) { return a.last - a.first > b.last - b.first; });
    for (const auto &[line, warning] : warnings)
      before[line] += format_text("{} osaca: {}\n", comment_, warning);
    for (const Region &region : regions) {
      before[region.first] += start_marker(region);
      after[region.last] = end_marker(region) + after[region.last];
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const int number = static_cast<int>(i) + 1;
      if (const auto found = before.find(number); found != before.end())
        out_ += found->second;
      if (!is_left_out(lines[i]))
        out_ += std::string(lines[i]) + "\n";
      if (const auto found = after.find(number); found != after.end())
        out_ += found->second;
    }
  }

  [[nodiscard]] std::string bytes_marker(int value) const {
    if (capture_.isa == "x86-64")
      return (capture_.intel_syntax ? format_text("\tmov\tebx, {}", value) : format_text("\tmovl\t${}, %ebx", value)) +
             "\n\t.byte\t100,103,144\n";
    if (capture_.isa == "aarch64")
      return format_text("\tmov\tx1, #{}\n\t.byte\t213,3,32,31\n", value);
    return "";
  }

  [[nodiscard]] std::string start_marker(const Region &region) const {
    const std::string mca = format_text("{} LLVM-MCA-BEGIN {}\n", comment_, region.name);
    return region.holds_another ? mca : format_text("{}{}{} OSACA-BEGIN\n", bytes_marker(111), mca, comment_);
  }

  [[nodiscard]] std::string end_marker(const Region &region) const {
    const std::string mca = format_text("{} LLVM-MCA-END {}\n", comment_, region.name);
    return region.holds_another ? mca : format_text("{} OSACA-END\n{}{}", comment_, mca, bytes_marker(222));
  }

  const Capture &capture_;
  std::string comment_;
  std::string out_;
  int number_ = 0;
};

} // namespace

std::string marked_assembly(const Capture &capture) { return MarkedText(capture).all(); }

Expected<std::string> marked_assembly(const std::string &capture) {
  const Expected<Capture> read = read_capture(capture);
  return read ? Expected<std::string>(marked_assembly(*read)) : Expected<std::string>(read.error());
}

} // namespace osaca

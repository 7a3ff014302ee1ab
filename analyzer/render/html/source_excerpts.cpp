#include "render/html/page_data.h"

#include "base/index.h"

#include <algorithm>
#include <set>

namespace osaca::html {
namespace {

constexpr int lines_around = 3;
constexpr int shortest_gap = 3;            ///< a gap of fewer lines is shown, not left out
constexpr std::size_t longest_line = 1000; ///< bytes; longer lines are usually generated

using LinesByFile = std::map<std::string, std::set<int>>;

LinesByFile lines_spoken_of(std::span<const KernelReport> loops) {
  LinesByFile out;
  const auto add = [&out](const SourceLocation &where) {
    if (where.known())
      out[where.file].insert(where.line);
  };
  for (const KernelReport &loop : loops) {
    add(loop.source);
    for (const InstructionLine &line : loop.instructions) {
      add(line.source);
      for (const SourceLocation &site : line.inlined_at)
        add(site);
    }
    for (const Findings *findings : {&loop.findings, &loop.findings_if_hot})
      for (const Finding &finding : *findings) {
        add(finding.where);
        for (const FindingStep &step : *finding.steps)
          add(step.where);
      }
  }
  return out;
}

std::string shortened(std::string_view line) {
  std::size_t size = line.size();
  if (size <= longest_line)
    return std::string(line.ends_with('\r') ? line.substr(0, size - 1) : line);
  size = longest_line;
  while (size > 0 && (static_cast<unsigned char>(line[size]) & 0xC0U) == 0x80U) // do not cut within a character
    --size;
  return std::string(line.substr(0, size)) + " ...";
}

std::vector<Excerpt> excerpts_of(const LinedText &file, const std::set<int> &wanted) {
  std::vector<Excerpt> out;
  const int line_count = static_cast<int>(file.size());
  int end = 0; // the last line that was already added
  for (const int line : wanted) {
    if (line > line_count)
      break;
    int first = std::max({1, line - lines_around, end + 1});
    const int last = line > line_count - lines_around ? line_count : line + lines_around;
    if (first <= end + shortest_gap && !out.empty())
      first = end + 1;
    else if (first <= last)
      out.push_back({first, {}});
    for (int shown = first; shown <= last; ++shown)
      out.back().lines.push_back(shortened(file[at(shown - 1)]));
    end = std::max(end, last);
  }
  return out;
}

} // namespace

std::map<std::string, std::vector<Excerpt>> source_excerpts(const Collection &collection,
                                                            std::span<const KernelReport> loops) {
  std::map<std::string, std::vector<Excerpt>> out;
  for (const auto &[file, wanted] : lines_spoken_of(loops)) {
    const auto source = collection.sources.find(file);
    if (source == collection.sources.end())
      continue;
    if (std::vector<Excerpt> excerpts = excerpts_of(source->second, wanted); !excerpts.empty())
      out.emplace(file, std::move(excerpts));
  }
  return out;
}

} // namespace osaca::html

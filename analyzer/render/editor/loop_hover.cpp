#include "render/editor/editor_file.h"

#include "base/format.h"
#include "base/index.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "render/ci/ci_formats.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/kernel_tables.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca {
namespace {

/// An editor's hover is small, so each list is limited.
constexpr std::size_t most_copies = 8;
constexpr std::size_t most_listed_findings = 8;

std::string bold_if(bool is_bold, const std::string &text) {
  return is_bold && !text.empty() ? format_text("**{}**", text) : text;
}

std::string table_row(const std::vector<std::string> &cells) {
  std::string out = "|";
  for (const std::string &cell : cells)
    out += format_text(" {} |", cell);
  return out + "\n";
}

std::string bounds_table(const KernelReport &kernel) {
  std::string out = table_row({"bound", "cycles", ""}) + table_row({"---", "---:", "---"});
  for (const Bound &bound : kernel.bounds) {
    if (bound.cycles.is_zero())
      continue;
    const bool decides = kernel.bound_is_known && bound.kind == kernel.bound_by;
    out += table_row({bold_if(decides, std::string(phrase_of(bound.kind))), bold_if(decides, bound.cycles.text()),
                      markdown_text(text_of(bound.facts))});
  }
  return out + "\n";
}

std::string levels_table(const KernelReport &kernel) {
  if (!kernel.memory || kernel.memory->levels.size() < 2)
    return "";
  const MemoryReport &memory = *kernel.memory;
  std::string out = table_row({"data in", "cycles", "bound by"}) + table_row({"---", "---:", "---"});
  for (std::size_t i = 0; i < memory.levels.size(); ++i) {
    const MemoryLevelFigures &level = memory.levels[i];
    const bool is_there = memory.data_in == static_cast<int>(i);
    const std::string least = level.lower_bound_only ? "at least " : "";
    const std::string most = level.most_cycles && !level.lower_bound_only ? " to " + level.most_cycles->text() : "";
    out += table_row({bold_if(is_there, markdown_text(level.name)),
                      bold_if(is_there, format_text("{}{}{}", least, level.cycles_per_iteration.text(), most)),
                      markdown_text(what_bounds(level))});
  }
  return out + "\n";
}

class HoverText {
public:
  HoverText(int source_loop, const Collection &collection)
      : collection_(collection), source_loop_(source_loop), loop_(collection.source_loops[at(source_loop)]) {}

  std::string text() {
    const KernelReport &kernel = collection_.loops[at(loop_.representative())].report;
    out_ = format_text("**{}**\n\n{}{}{}", markdown_text(headline_of(kernel)), table_of_facts(kernel),
                       bounds_table(kernel), levels_table(kernel));
    write_findings();
    write_copies();
    write_other_cores();
    return std::move(out_);
  }

private:
  [[nodiscard]] std::string table_of_facts(const KernelReport &kernel) const {
    const CollectedLoop &representative = collection_.loops[at(loop_.representative())];
    std::string out;
    const auto add = [&out](const std::string &what, const std::string &text) {
      if (!text.empty())
        out += format_text("- {}{}\n", what, markdown_text(text));
    };
    add("",
        format_text("{}{}{}", name_of_loop(representative),
                    loop_.where.known() ? format_text(", line {}", loop_.where.line) : "",
                    kernel.vector_bits > 0 ? format_text(", vectors of {} bits", kernel.vector_bits) : ", no vectors"));
    add("", phrase_of_path(kernel));
    add("cycles per iteration: ", phrase_of_range(kernel));
    add("runs: ", phrase_of_short_runs(kernel));
    add("", phrase_of_placement(kernel));
    add("arrays: ", phrase_of_unaligned_arrays(kernel));
    add("share of the time: ", phrase_of_share(loop_.weight));
    add("trip count: ", phrase_of_trips(loop_, collection_));
    add("measured cycles per iteration: ", phrase_of_measured(representative));
    if (representative.difference)
      add("possible reasons for the difference: ", text_of(*representative.difference));
    if (kernel.mispredictions)
      add("", text_of(*kernel.mispredictions));
    add("data: ", phrase_of_data(kernel));
    add("not vectorised: ", kernel.not_vectorised);
    for (const ArchNote &note : kernel.arch_notes)
      add("", text_of(note));
    return out.empty() ? "" : out + "\n";
  }

  void write_findings() {
    std::vector<FoldedFinding> findings = folded_findings(collection_);
    std::erase_if(findings, [this](const FoldedFinding &finding) { return finding.source_loop != source_loop_; });
    for (std::size_t i = 0; i < std::min(findings.size(), most_listed_findings); ++i) {
      const Finding &finding = findings[i].first->finding;
      const std::string advice = advice_of(finding);
      out_ +=
          format_text("- {}: {} ({}){}\n", name_of(finding.severity), markdown_text(message_of(findings[i])),
                      markdown_text(finding.rule), advice.empty() ? "" : ". *What to try:* " + markdown_text(advice));
    }
    if (findings.size() > most_listed_findings)
      out_ += format_text("- {}\n", counted(findings.size() - most_listed_findings, "more finding"));
    out_ += findings.empty() ? "" : "\n";
  }

  /// The other machine loops on the first core: vector bodies, remainders, copies in callers, paths.
  void write_copies() {
    const std::vector<int> &loops = loop_.cores.front().loops;
    if (loops.size() < 2)
      return;
    out_ += table_row({"copies and paths", "cycles", "source iterations", "bound by", "vectors"}) +
            table_row({"---", "---:", "---:", "---", "---:"});
    for (std::size_t i = 0; i < std::min(loops.size(), most_copies); ++i) {
      const CollectedLoop &loop = collection_.loops[at(loops[i])];
      const int iterations = loop.report.source_iterations.value_or(0);
      out_ +=
          table_row({markdown_text(name_of_loop(loop)), figure_of_cycles(loop.report),
                     iterations > 0 ? std::to_string(iterations) : "", std::string(short_phrase_of_bound(loop.report)),
                     loop.report.vector_bits > 0 ? std::to_string(loop.report.vector_bits) : ""});
    }
    if (loops.size() > most_copies)
      out_ += format_text("\n... and {} more.\n", loops.size() - most_copies);
    out_ += "\n";
  }

  void write_other_cores() {
    if (loop_.cores.size() < 2)
      return;
    out_ += table_row({"other cores", "cycles", "bound by"}) + table_row({"---", "---:", "---"});
    for (std::size_t i = 1; i < loop_.cores.size(); ++i) {
      const KernelReport &kernel = collection_.loops[at(loop_.cores[i].representative)].report;
      out_ +=
          table_row({markdown_text(kernel.arch), figure_of_cycles(kernel), std::string(short_phrase_of_bound(kernel))});
    }
    out_ += "\n";
  }

  const Collection &collection_;
  int source_loop_;
  const SourceLoop &loop_;
  std::string out_;
};

} // namespace

std::string hover_of(int source_loop, const Collection &collection) {
  return HoverText(source_loop, collection).text();
}

} // namespace osaca

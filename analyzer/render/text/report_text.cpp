#include "render/text/report_text.h"

#include "base/format.h"
#include "base/index.h"
#include "render/json/report_json.h"
#include "render/phrases.h"
#include "render/text/kernel_tables.h"
#include "render/text/table.h"
#include "render/words/words.h"

#include <algorithm>
#include <set>
#include <utility>

namespace osaca {

// Layout: notes on the whole report; an overview if there are several kernels; then for each kernel: its name and
// place, the prediction, the bounds with their slack, one line per instruction, the loop-carried chains, findings with
// advice, and remarks about the figures.

namespace {

class TextReport {
public:
  explicit TextReport(const RenderOptions &options) : options_(options) {}

  std::string of(const Report &report) {
    for (const std::string &note : report.notes)
      field("note", one_line(note));
    const std::string unknown = unknown_source_iterations(report);
    field("note", unknown);
    if (!(report.notes.empty() && unknown.empty()) && !report.kernels.empty())
      out_ += "\n";
    const bool several = report.kernels.size() > 1;
    if (several)
      out_ += format_text("{}\n{}", coloured("Overview", Colour::bold, options_.colour), overview_of(report, options_));
    for (std::size_t k = 0; k < report.kernels.size(); ++k) {
      if (several)
        out_ += format_text("\n{}\n\n", separator());
      add_kernel(report.kernels[k], several ? format_text("{} of {}: ", k + 1, report.kernels.size()) : "");
    }
    add_annotations(report);
    return std::move(out_);
  }

private:
  /// Written once for all kernels. It is omitted if no compiler was involved.
  static std::string unknown_source_iterations(const Report &report) {
    const auto is_unknown = [](const KernelReport &kernel) { return kernel.source_iterations == 0; };
    const auto count = std::ranges::count_if(report.kernels, is_unknown);
    if (count == 0)
      return "";
    const std::size_t all = report.kernels.size();
    const std::string which =
        static_cast<std::size_t>(count) == all ? "" : format_text(" for {} of {} kernels", count, all);
    return format_text("source iterations unknown{}: the number of source iterations per iteration of the machine code "
                       "could not be determined",
                       which);
  }

  [[nodiscard]] std::string separator() const {
    return std::string(options_.width > 0 ? static_cast<std::size_t>(std::min(options_.width, 120)) : 78, '=');
  }

  void add_kernel(const KernelReport &kernel, const std::string &number) {
    field("kernel", number + title_of(kernel));
    add_header(kernel);
    add_bounds(kernel);
    heading("Port pressure in cycles per iteration");
    out_ += format_text("{}\n{}", instruction_table(kernel, options_), legend_of(kernel, options_));
    add_stalls(kernel);
    add_timeline(kernel);
    add_memory(kernel);
    add_roofline(kernel);
    add_chains(kernel);
    add_findings(kernel);
    add_notes(kernel);
  }

  void add_stalls(const KernelReport &kernel) {
    if (kernel.stalls.empty())
      return;
    heading("Stalls in program order, in cycles per iteration");
    out_ += stall_table(kernel, options_);
  }

  void add_timeline(const KernelReport &kernel) {
    if (kernel.timeline.empty())
      return;
    heading("Simulated timeline in cycles");
    out_ += timeline_text(kernel, options_);
  }

  void add_memory(const KernelReport &kernel) {
    if (!kernel.memory || kernel.memory->levels.empty())
      return;
    heading("Memory, by the level that holds the data");
    out_ += memory_tables(kernel, options_);
  }

  void add_roofline(const KernelReport &kernel) {
    if (!options_.verbose || !kernel.roofline)
      return;
    heading("Floating-point operations");
    for (const std::string &sentence : roofline_sentences(kernel))
      out_ += format_text(" {}\n", wrapped(one_line(sentence), options_.width, 3));
  }

  void heading(std::string_view title) {
    out_ += format_text("\n{}\n", coloured(title, Colour::bold, options_.colour));
  }

  void field(std::string_view name, const std::string &value) { out_ += labelled_line(name, value, options_.width); }

  void add_header(const KernelReport &kernel) {
    field("source", kernel.source.known() ? one_line(kernel.source.text()) : "");
    if (kernel.input.file.empty() && kernel.input.line > 0)
      field("assembly", format_text("line {} of the compiler's assembly of the function", kernel.input.line));
    else
      field("assembly", one_line(kernel.input.text()));
    field("path", phrase_of_path(kernel));
    field("arch",
          one_line(kernel.arch) + (kernel.arch_title.empty() ? "" : format_text(" ({})", one_line(kernel.arch_title))));
    out_ += format_text("prediction: {}\n", coloured(phrase_of_prediction(kernel), Colour::bold, options_.colour));
    field("region", one_line(phrase_of_function(kernel)));
    if (!kernel.branches_back)
      field("region", "has no branch to its beginning: the prediction is for repeated execution of the code, without a "
                      "loop branch");
    field("runs", phrase_of_short_runs(kernel));
    field("alignment", phrase_of_placement(kernel));
    field("arrays", phrase_of_unaligned_arrays(kernel));
    field("data", phrase_of_data(kernel));
    field("calls", one_line(phrase_of_calls(kernel)));
    field("branches", kernel.mispredictions ? text_of(*kernel.mispredictions) : "");
  }

  void add_bounds(const KernelReport &kernel) {
    heading("Bounds");
    Table table({{"bound", Table::Align::left, " "},
                 {"cycles", Table::Align::right, "  "},
                 {"slack", Table::Align::right, "  "},
                 {"why", Table::Align::left, "  "}});
    for (const Bound &bound : kernel.bounds) {
      const bool binding = bound.kind == kernel.bound_by && !kernel.simulated_cycles && kernel.bound_is_known;
      const Cycles slack = kernel.cycles_per_iteration - bound.cycles;
      table.add_row({{std::string(short_name_of(bound.kind)), binding ? Colour::red : Colour::none},
                     {bound.cycles.text(), binding ? Colour::red : Colour::none},
                     {binding ? "-" : slack.text()},
                     {one_line(text_of(bound.facts))}});
    }
    if (kernel.simulated_cycles)
      table.add_row(
          {{"simulated", Colour::red},
           {kernel.simulated_cycles->text(), Colour::red},
           {"-"},
           {kernel.stalls.empty()
                ? "uops wait in their schedulers for ports that older uops use; see docs/understand/simulation.md"
                : "an instruction that waits delays all later ones; see the stalls below"}});
    table.add_row({{"critical path", Colour::dim},
                   {kernel.critical_path.cycles.text(), Colour::dim},
                   {""},
                   {"latency of one iteration alone; not a bound where iterations overlap", Colour::dim}});
    out_ += table.text(options_.colour, options_.width);
  }

  void add_chains(const KernelReport &kernel) {
    if (kernel.loop_carried.empty())
      return;
    heading("Loop-carried dependencies");
    const std::size_t most = options_.verbose ? kernel.loop_carried.size() : 3;
    for (std::size_t i = 0; i < kernel.loop_carried.size() && i < most; ++i)
      out_ += format_text(" {}\n", wrapped(chain_text(kernel, kernel.loop_carried[i]), options_.width, 3));
    if (kernel.loop_carried.size() > most)
      out_ += format_text(" and {} shorter\n", kernel.loop_carried.size() - most);
  }

  static std::string chain_text(const KernelReport &kernel, const DependencyChain &chain) {
    std::string out = chain.per_iteration().text() + " cycles per iteration";
    if (chain.iterations > 1)
      out += format_text(" ({} over {} iterations)", chain.cycles.text(), chain.iterations);
    out += ":";
    for (const ChainLink &link : chain.links) {
      const bool valid = link.instruction >= 0 && link.instruction < static_cast<int>(kernel.instructions.size());
      const InstructionLine line = valid ? kernel.instructions[at(link.instruction)] : InstructionLine{};
      const std::string mnemonic = one_line(line.text).substr(0, one_line(line.text).find(' '));
      out += format_text(" [line {} {}] -{}-> {}{}{}", line.line, mnemonic, link.cycles.text(1),
                         link.through_memory ? "memory " : "", one_line(text_of(link.via)),
                         link.crosses_iteration ? " (next iteration)" : "");
    }
    return out;
  }

  void add_findings(const KernelReport &kernel) {
    if (kernel.findings.empty())
      return;
    heading("Findings");
    for (const Finding &finding : kernel.findings) {
      const std::string where = finding.where.text();
      const std::string text = format_text("{}{}: {} [{}]", where.empty() ? "" : one_line(where) + ": ",
                                           name_of(finding.severity), one_line(message_of(finding)), finding.rule);
      out_ += format_text(" {}\n", wrapped(text, options_.width, 3));
      for (const FindingStep &step : *finding.steps)
        out_ += format_text("     {}\n", wrapped((step.where.known() ? one_line(step.where.text()) + ": " : "") +
                                                     one_line(text_of(step)),
                                                 options_.width, 7));
      if (const std::string advice = advice_of(finding); !advice.empty())
        out_ += format_text("   {}\n", wrapped("what to try: " + one_line(advice), options_.width, 5));
    }
  }

  void add_notes(const KernelReport &kernel) {
    std::vector<std::string> notes;
    for (const ArchNote &note : kernel.arch_notes)
      notes.push_back(one_line(text_of(note)));
    if (const int unknown = unknown_instructions(kernel); unknown > 0)
      notes.push_back(format_text("there are no figures for {} of {} instructions: the prediction is a lower bound",
                                  unknown, kernel.instructions.size()));
    if (kernel.paths_truncated)
      notes.push_back("this loop has more paths than were analysed");
    if (notes.empty())
      return;
    heading("Notes");
    for (const std::string &note : notes)
      out_ += format_text(" {}\n", wrapped(note, options_.width, 3));
  }

  void add_annotations(const Report &report) {
    bool first = true;
    for (const AnnotationReport &annotation : report.annotated) {
      if (annotation.status == AnnotationStatus::analysed && annotation.reason.empty())
        continue;
      if (first)
        heading("Annotated loops that were not analysed completely");
      first = false;
      const std::string status = annotation.status == AnnotationStatus::vanished   ? "vanished"
                                 : annotation.status == AnnotationStatus::analysed ? "some copies missing"
                                                                                   : "not a loop";
      out_ += format_text(" {}\n", wrapped(format_text("{}: {}: {}", one_line(annotation.source.text()), status,
                                                       one_line(annotation.reason)),
                                           options_.width, 3));
    }
  }

  RenderOptions options_;
  std::string out_;
};

} // namespace

std::string render_text(const Report &report, const RenderOptions &options) { return TextReport(options).of(report); }

namespace {

constexpr std::string_view chain_colour = "#c0392b";
constexpr std::string_view path_colour = "#d68910";

/// In a DOT string, only quotes and backslashes are special.
std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (char c : one_line(text)) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string node(std::size_t kernel, int instruction) { return format_text("k{}i{}", kernel, instruction); }

/// Pairs of producer and consumer along a chain. A cyclic chain closes at its first link.
std::set<std::pair<int, int>> steps_of(const DependencyChain &chain, bool cyclic) {
  std::set<std::pair<int, int>> steps;
  const std::size_t count = chain.links.size();
  for (std::size_t i = 0; i < count; ++i)
    if (i + 1 < count || cyclic)
      steps.emplace(chain.links[i].instruction, chain.links[(i + 1) % count].instruction);
  return steps;
}

class Graph {
public:
  std::string of(const Report &report) {
    out_ = "digraph osaca {\n  rankdir=TB;\n  node [shape=box, fontname=\"monospace\"];\n"
           "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    for (std::size_t k = 0; k < report.kernels.size(); ++k)
      add_kernel(k, report.kernels[k]);
    return out_ + "}\n";
  }

private:
  void add_kernel(std::size_t index, const KernelReport &kernel) {
    std::string label = title_of(kernel);
    if (const std::string path = phrase_of_path(kernel); !path.empty())
      label += ", " + path;
    label += ": " + headline_of(kernel);
    out_ += format_text("  subgraph cluster_{} {{\n    label={};\n", index, dot_string(label));
    for (std::size_t i = 0; i < kernel.instructions.size(); ++i)
      add_node(index, static_cast<int>(i), kernel.instructions[i]);
    const int count = static_cast<int>(kernel.instructions.size());
    const auto on_path = steps_of(kernel.critical_path, false);
    const auto on_chain =
        kernel.loop_carried.empty() ? std::set<std::pair<int, int>>() : steps_of(kernel.loop_carried.front(), true);
    for (const Edge &edge : distinct_edges(kernel))
      if (edge.from >= 0 && edge.from < count && edge.to >= 0 && edge.to < count)
        add_edge(index, edge, on_path.contains({edge.from, edge.to}) && edge.distance == 0,
                 on_chain.contains({edge.from, edge.to}));
    out_ += "  }\n";
  }

  void add_node(std::size_t kernel, int index, const InstructionLine &line) {
    std::string label = (line.line > 0 ? format_text("{}: ", line.line) : "") + line.text;
    out_ += format_text("    {} [label={}", node(kernel, index), dot_string(label));
    if (line.source.known())
      out_ += ", tooltip=" + dot_string(line.source.text());
    if (line.on_loop_carried)
      out_ += format_text(", color=\"{}\", penwidth=2", chain_colour);
    if (line.on_critical_path)
      out_ += ", style=filled, fillcolor=\"#fdebd0\"";
    if (line.unknown)
      out_ += ", fontcolor=\"#888888\"";
    out_ += "];\n";
  }

  void add_edge(std::size_t kernel, const Edge &edge, bool on_path, bool on_chain) {
    std::string label = edge.cycles.text(1);
    if (const std::string via = text_of(edge.via); !via.empty())
      label += " " + via;
    if (edge.distance > 0)
      label += edge.distance == 1 ? ", next iteration" : format_text(", {} iterations later", edge.distance);
    out_ += format_text("    {} -> {} [label={}", node(kernel, edge.from), node(kernel, edge.to), dot_string(label));
    if (on_chain)
      out_ += format_text(", color=\"{}\", penwidth=2", chain_colour);
    else if (on_path)
      out_ += format_text(", color=\"{}\", penwidth=2", path_colour);
    if (edge.distance > 0)
      out_ += ", constraint=false";
    if (edge.through_memory)
      out_ += ", style=dashed";
    out_ += "];\n";
  }

  std::string out_;
};

} // namespace

std::string render_dot(const Report &report) { return Graph().of(report); }

} // namespace osaca

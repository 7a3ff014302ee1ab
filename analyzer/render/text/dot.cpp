#include "render/text/dot.h"

#include "render/json/dependencies.h"
#include "render/phrases.h"

#include <set>
#include <utility>

namespace osaca {
namespace {

constexpr std::string_view chain_colour = "#c0392b";
constexpr std::string_view path_colour = "#d68910";

/// Inside a string of DOT only quotes and backslashes mean something.
std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (char c : one_line(text)) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string node(std::size_t kernel, int instruction) {
  return "k" + std::to_string(kernel) + "i" + std::to_string(instruction);
}

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
    out_ += "  subgraph cluster_" + std::to_string(index) + " {\n    label=" + dot_string(label) + ";\n";
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
    std::string label = (line.line > 0 ? std::to_string(line.line) + ": " : "") + line.text;
    out_ += "    " + node(kernel, index) + " [label=" + dot_string(label);
    if (line.source.known())
      out_ += ", tooltip=" + dot_string(line.source.text());
    if (line.on_loop_carried)
      out_ += ", color=\"" + std::string(chain_colour) + "\", penwidth=2";
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
      label += edge.distance == 1 ? ", next iteration" : ", " + std::to_string(edge.distance) + " iterations on";
    out_ += "    " + node(kernel, edge.from) + " -> " + node(kernel, edge.to) + " [label=" + dot_string(label);
    if (on_chain)
      out_ += ", color=\"" + std::string(chain_colour) + "\", penwidth=2";
    else if (on_path)
      out_ += ", color=\"" + std::string(path_colour) + "\", penwidth=2";
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

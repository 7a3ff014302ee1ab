#include "render/html/loop_data.h"

#include "base/readable_name.h"
#include "base/text.h"
#include "collection/loop_identity.h"
#include "render/json/report_json.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca::html {
namespace {

/// Bits of the flags of instructions and edges.
enum Flag : int { on_critical_path = 1, on_loop_carried = 2, unknown = 4, through_memory = 1, crosses_iteration = 2 };

constexpr std::size_t most_uops = 400; ///< maximum number of uops in a drawn timeline
constexpr std::size_t most_stalls = 8; ///< maximum number of stalls in a list

double number_in(std::string_view text) { return parse_number<double>(text).value_or(0); }

/// [cycles, iterations, cycles per iteration, [instruction, cycles, via, flags, ...]]
Json chain_data(const DependencyChain &chain, Shared &shared) {
  Json links = Json::array();
  for (const ChainLink &link : chain.links) {
    links.push_back(link.instruction);
    links.push_back(number_of(link.cycles));
    links.push_back(shared.text(one_line(text_of(link.via))));
    links.push_back((link.through_memory ? through_memory : 0) | (link.crosses_iteration ? crosses_iteration : 0));
  }
  return {number_of(chain.cycles), chain.iterations, number_of(chain.per_iteration()), std::move(links)};
}

/// [from, to, distance, cycles, via, flags, ...]
Json edges_data(const KernelReport &kernel, Shared &shared) {
  Json out = Json::array();
  for (const Edge &edge : distinct_edges(kernel)) {
    out.push_back(edge.from);
    out.push_back(edge.to);
    out.push_back(edge.distance);
    out.push_back(number_of(edge.cycles));
    out.push_back(shared.text(one_line(text_of(edge.via))));
    out.push_back(edge.through_memory ? through_memory : 0);
  }
  return out;
}

/// [iteration, instruction, port, dispatched, ready, issued, ...]. Iteration, instruction and dispatched are
/// differences from the previous uop; ready and issued are differences from the preceding number.
Json timeline_data(const KernelReport &kernel, Shared &shared) {
  Json out = Json::array();
  TimelineUop last;
  for (std::size_t i = 0; i < std::min(kernel.timeline.size(), most_uops); ++i) {
    const TimelineUop &uop = kernel.timeline[i];
    for (const int value : {uop.iteration - last.iteration, uop.instruction - last.instruction, shared.text(uop.port),
                            uop.dispatched - last.dispatched, uop.ready - uop.dispatched, uop.issued - uop.ready})
      out.push_back(value);
    last = uop;
  }
  return out;
}

/// [cycles, text, ...], the longest first, without the cycles in which the core issues as much as it can.
Json stalls_data(const KernelReport &kernel, Shared &shared) {
  std::vector<const Stall *> stalls;
  for (const Stall &stall : kernel.stalls)
    if (stall.cause != Stall::Cause::width)
      stalls.push_back(&stall);
  std::ranges::stable_sort(stalls, [](const Stall *a, const Stall *b) { return b->cycles < a->cycles; });
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(stalls.size(), most_stalls); ++i) {
    out.push_back(number_of(stalls[i]->cycles));
    out.push_back(shared.text(one_line(text_of(*stalls[i], kernel))));
  }
  return out;
}

Json bounds_data(const KernelReport &kernel, Shared &shared) {
  Json out = Json::array();
  for (const Bound &bound : kernel.bounds)
    out.push_back({name_of(bound.kind), number_of(bound.cycles), shared.text(one_line(text_of(bound.facts)))});
  return out;
}

void add_prediction(Json &out, const KernelReport &kernel, Shared &shared) {
  if (!kernel.bound_is_known)
    out["unknownBound"] = true;
  out["bounds"] = shared.list(bounds_data(kernel, shared));
  if (kernel.simulated_cycles) {
    out["simulated"] = number_of(*kernel.simulated_cycles);
    out["waiting"] = shared.text(phrase_of_simulation(kernel));
  }
  if (!kernel.stalls.empty())
    out["stalls"] = shared.list(stalls_data(kernel, shared));
  if (const std::string range = phrase_of_range(kernel); !range.empty())
    out["range"] = shared.text(range);
  if (const std::string runs = phrase_of_short_runs(kernel); !runs.empty())
    out["runs"] = shared.text(runs);
  if (const std::string arrays = phrase_of_unaligned_arrays(kernel); !arrays.empty())
    out["arrays"] = shared.text(arrays);
  if (const std::string place = phrase_of_placement(kernel); !place.empty())
    out["place"] = shared.text(place);
  if (!kernel.branches_back)
    out["straight"] = true;
  if (kernel.executes_in_order())
    out["inOrder"] = true;
}

void add_instructions(Json &out, const KernelReport &kernel, Shared &shared) {
  Json figures = Json::array();
  for (const InstructionLine &line : kernel.instructions)
    figures.push_back(shared.figures(line, kernel.ports.size()));
  Json totals = Json::array();
  for (const PortColumn &port : kernel.ports)
    totals.push_back(number_of(port.total));
  Json chains = Json::array();
  for (const DependencyChain &chain : kernel.loop_carried)
    chains.push_back(chain_data(chain, shared));
  out["code"] = shared.code(kernel);
  out["figures"] = shared.list(std::move(figures));
  out["ports"] = shared.port_list(kernel);
  out["totals"] = shared.list(std::move(totals));
  out["cp"] = shared.list(chain_data(kernel.critical_path, shared));
  out["lcd"] = shared.list(std::move(chains));
  out["edges"] = shared.list(edges_data(kernel, shared));
  if (!kernel.timeline.empty()) {
    out["timeline"] = shared.list(timeline_data(kernel, shared));
    out["uops"] = kernel.timeline.size();
  }
}

} // namespace

double number_of(Cycles cycles) { return number_in(cycles.text()); }

int Shared::kept(Interned<Json> &among, Json value) {
  return among.number_of(value.dump(-1, ' ', false, Json::error_handler_t::replace), [&] { return std::move(value); });
}

int Shared::list(Json value) { return kept(lists_, std::move(value)); }

Json Shared::place(const SourceLocation &where) { return {file(where.file), where.line, where.column}; }

/// [[text, line of the assembly, place, [inlined at place, ...]], ...]
int Shared::code(const KernelReport &kernel) {
  Json lines = Json::array();
  for (const InstructionLine &line : kernel.instructions) {
    Json sites = Json::array();
    for (const SourceLocation &site : line.inlined_at)
      sites.push_back(place(site));
    lines.push_back({text(one_line(line.text)), line.line, place(line.source), std::move(sites)});
  }
  return kept(codes_, std::move(lines));
}

/// [latency, of the critical path, of the loop-carried dependency, flags, [port, cycles, ...], [note, ...], origin,
/// source]
int Shared::figures(const InstructionLine &line, std::size_t port_count) {
  Json ports = Json::array();
  for (std::size_t port = 0; port < std::min(port_count, line.port_cycles.size()); ++port)
    if (!line.port_cycles[port].is_zero()) {
      ports.push_back(port);
      ports.push_back(number_of(line.port_cycles[port]));
    }
  Json notes = Json::array();
  for (const InstructionNote note : line.notes)
    notes.push_back(text(name_of(note)));
  const int flags = (line.on_critical_path ? on_critical_path : 0) | (line.on_loop_carried ? on_loop_carried : 0) |
                    (line.unknown ? unknown : 0);
  return kept(figures_, {number_of(line.latency_cycles), number_of(line.critical_path_cycles),
                         number_of(line.loop_carried_cycles), flags, std::move(ports), std::move(notes),
                         text(name_of(line.origin)), text(line.source_of_figures)});
}

/// [name, kind, ...]
int Shared::port_list(const KernelReport &kernel) {
  Json out = Json::array();
  for (const PortColumn &port : kernel.ports) {
    out.push_back(one_line(port.name));
    out.push_back(name_of(port.kind));
  }
  return kept(port_lists_, std::move(out));
}

Json loop_row(const CollectedLoop &loop, Shared &shared) {
  const KernelReport &kernel = loop.report;
  Json out = {{"id", loop.id.text()},
              {"group", loop.group},
              {"file", shared.file(place_of(loop.report).file)},
              {"line", place_of(loop.report).line},
              {"column", kernel.source.known() ? kernel.source.column : 0},
              {"source", kernel.source.known()},
              {"fn", shared.text(one_line(readable_name(kernel.function)))},
              {"symbol", shared.text(kernel.function)},
              {"label", shared.text(one_line(kernel.name))},
              {"role", shared.text(one_line(text_of_origin_and_role(
                           kernel.written ? *kernel.written : WrittenElsewhere(), kernel.part, kernel.role)))},
              {"path", shared.text(phrase_of_path(kernel))},
              {"arch", shared.text(kernel.arch)},
              {"core", shared.text(kernel.arch_title)},
              {"cycles", number_of(kernel.cycles_per_iteration)},
              {"bound", name_of(kernel.bound_by)}};
  if (kernel.source_iterations)
    out["iterations"] = *kernel.source_iterations;
  if (const std::string each = cycles_of_source_iteration(kernel); !each.empty())
    out["each"] = number_in(each);
  if (kernel.vector_bits != 0)
    out["vector"] = kernel.vector_bits;
  if (!kernel.complete)
    out["incomplete"] = unknown_instructions(kernel);
  if (kernel.annotation >= 0)
    out["annotated"] = true;
  if (const std::string measured = phrase_of_measured(loop); !measured.empty())
    out["measured"] = number_in(measured);
  if (loop.difference) {
    out["because"] = shared.text(short_text_of(*loop.difference));
    out["difference"] = shared.text(text_of(*loop.difference));
  }
  return out;
}

Json loop_details(const CollectedLoop &loop, const KernelReport &kernel, Shared &shared) {
  Json objects = Json::array();
  for (const std::string &object : loop.objects)
    objects.push_back(shared.text(object));
  Json arch_notes = Json::array();
  for (const ArchNote &note : kernel.arch_notes)
    arch_notes.push_back(shared.text(text_of(note)));
  Json out = {
      {"input", shared.place(kernel.input)}, {"coreNotes", std::move(arch_notes)}, {"objects", std::move(objects)}};
  if (const std::string reason = text_of(reason_of(kernel)); !reason.empty())
    out["reason"] = shared.text(one_line(reason));
  add_prediction(out, kernel, shared);
  add_instructions(out, kernel, shared);
  if (kernel.memory)
    out["memory"] = shared.list(memory_data(kernel, shared));
  if (kernel.roofline)
    out["roofline"] = shared.list(roofline_data(kernel, shared));
  return out;
}

} // namespace osaca::html

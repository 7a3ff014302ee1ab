// Numbers of cycles are JSON numbers. Text from the input may hold any bytes: what is not UTF-8 is replaced.
#include "render/json.h"

#include "render/dependencies.h"
#include "render/phrases.h"

#include <nlohmann/json.hpp>

namespace osaca {
namespace {

using Json = nlohmann::ordered_json;

Json place(const SourceLocation &where) {
  return {{"file", where.file}, {"line", where.line}, {"column", where.column}};
}

Json chain_of(const DependencyChain &chain) {
  Json links = Json::array();
  for (const ChainLink &link : chain.links)
    links.push_back({{"instruction", link.instruction},
                     {"cycles", link.cycles.to_double()},
                     {"via", link.via},
                     {"through_memory", link.through_memory},
                     {"crosses_iteration", link.crosses_iteration}});
  return {{"cycles", chain.cycles.to_double()},
          {"iterations", chain.iterations},
          {"cycles_per_iteration", chain.per_iteration().to_double()},
          {"links", std::move(links)}};
}

Json instruction_of(const KernelReport &kernel, const InstructionLine &line) {
  Json ports = Json::object();
  for (std::size_t p = 0; p < line.port_cycles.size() && p < kernel.ports.size(); ++p)
    if (!line.port_cycles[p].is_zero())
      ports[kernel.ports[p].name] = line.port_cycles[p].to_double();
  Json inlined_at = Json::array();
  for (const SourceLocation &site : line.inlined_at)
    inlined_at.push_back(place(site));
  return {{"line", line.line},
          {"text", line.text},
          {"opcode", line.opcode},
          {"source", place(line.source)},
          {"inlined_at", std::move(inlined_at)},
          {"ports", std::move(ports)},
          {"latency", line.latency_cycles.to_double()},
          {"on_critical_path", line.on_critical_path},
          {"critical_path", line.critical_path_cycles.to_double()},
          {"on_lcd", line.on_loop_carried},
          {"lcd", line.loop_carried_cycles.to_double()},
          {"unknown", line.unknown},
          {"notes", line.notes},
          {"origin", line.origin},
          {"source_of_figures", line.source_of_figures}};
}

Json finding_of(const Finding &finding) {
  Json steps = Json::array();
  for (const auto &[where, text] : finding.steps) {
    Json step = place(where);
    step["text"] = text;
    steps.push_back(std::move(step));
  }
  return {{"rule", finding.rule},       {"severity", name_of(finding.severity)},
          {"message", finding.message}, {"file", finding.where.file},
          {"line", finding.where.line}, {"column", finding.where.column},
          {"fix", finding.fix},         {"instructions", finding.instructions},
          {"steps", std::move(steps)}};
}

std::string_view name_of(PortColumnKind kind) {
  switch (kind) {
  case PortColumnKind::execution: return "execution";
  case PortColumnKind::load: return "load";
  case PortColumnKind::store: return "store";
  case PortColumnKind::divider: return "divider";
  }
  return "execution";
}

Json bounds_of(const KernelReport &kernel) {
  Json bounds = Json::object();
  for (BoundKind kind : {BoundKind::ports, BoundKind::front_end, BoundKind::divider, BoundKind::stores,
                         BoundKind::loop_carried})
    bounds[std::string(name_of(kind))] = bound_of(kernel, kind).to_double();
  return bounds;
}

Json explanations_of(const KernelReport &kernel) {
  Json explanations = Json::object();
  for (const Bound &bound : kernel.bounds)
    explanations[std::string(name_of(bound.kind))] = bound.explanation;
  return explanations;
}

template <class Range, class Function> Json array_of(const Range &range, Function &&element) {
  Json out = Json::array();
  for (const auto &item : range)
    out.push_back(element(item));
  return out;
}

Json prediction_of(const KernelReport &kernel) {
  Json out = {{"cycles_per_iteration", kernel.cycles_per_iteration.to_double()},
              {"bound_by", name_of(kernel.bound_by)},
              {"lower_bound_only", !kernel.complete}};
  if (kernel.source_iterations)
    out["source_iterations"] = *kernel.source_iterations;
  if (const std::optional<Cycles> each = kernel.cycles_per_source_iteration())
    out["cycles_per_source_iteration"] = each->to_double();
  return out;
}

Json kernel_of(const KernelReport &kernel) {
  Json out;
  out["name"] = kernel.name;
  out["function"] = kernel.function;
  out["source"] = place(kernel.source);
  out["input"] = place(kernel.input);
  out["role"] = kernel.role;
  out["path"] = {{"number", kernel.path_number},
                 {"count", kernel.path_count},
                 {"truncated", kernel.paths_truncated},
                 {"description", kernel.path}};
  out["arch"] = kernel.arch;
  out["arch_title"] = kernel.arch_title;
  out["arch_notes"] = kernel.arch_notes;
  out["annotation"] = kernel.annotation;
  out["prediction"] = prediction_of(kernel);
  out["bounds"] = bounds_of(kernel);
  out["explanations"] = explanations_of(kernel);
  out["critical_path"] = kernel.critical_path.cycles.to_double();
  out["ports"] = array_of(kernel.ports, [](const PortColumn &port) {
    return Json{{"name", port.name}, {"kind", name_of(port.kind)}, {"cycles", port.total.to_double()}};
  });
  out["instructions"] =
      array_of(kernel.instructions, [&](const InstructionLine &line) { return instruction_of(kernel, line); });
  out["critical_path_chain"] = chain_of(kernel.critical_path);
  out["loop_carried_chains"] = array_of(kernel.loop_carried, chain_of);
  out["dependencies"] = array_of(distinct_edges(kernel), [](const Edge &edge) {
    return Json{{"from", edge.from},         {"to", edge.to},
                {"distance", edge.distance}, {"cycles", edge.cycles.to_double()},
                {"via", edge.via},           {"through_memory", edge.through_memory}};
  });
  out["findings"] = array_of(kernel.findings, finding_of);
  return out;
}

Json annotation_of(const AnnotationReport &annotation) {
  Json out = place(annotation.source);
  out["status"] = name_of(annotation.status);
  out["reason"] = annotation.reason;
  out["kernels"] = annotation.kernels;
  return out;
}

Json problem_of(const Error &problem) {
  Json out = place(problem.where);
  out["message"] = problem.message;
  return out;
}

} // namespace

std::string render_json(const Report &report) {
  Json out;
  out["schema"] = "osaca-report-1";
  out["kernels"] = array_of(report.kernels, kernel_of);
  out["annotated"] = array_of(report.annotated, annotation_of);
  out["problems"] = array_of(report.problems, problem_of);
  out["notes"] = report.notes;
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace osaca

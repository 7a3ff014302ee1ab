#include "render/json/report_json.h"

#include "render/words/words.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace osaca {

std::vector<Edge> distinct_edges(const KernelReport &kernel) {
  using Key = std::tuple<int, int, int, Carrier, bool>;
  std::map<Key, std::size_t> known;
  std::vector<Edge> out;
  for (const Edge &edge : kernel.edges) {
    const auto [place, is_new] =
        known.emplace(Key{edge.from, edge.to, edge.distance, edge.via, edge.through_memory}, out.size());
    if (is_new)
      out.push_back(edge);
    else if (out[place->second].cycles < edge.cycles)
      out[place->second].cycles = edge.cycles;
  }
  return out;
}

// Numbers of cycles are JSON numbers. Text from the input may contain any bytes; invalid UTF-8 is replaced.

namespace {

void write(JsonWriter &out, const SourceLocation &where) {
  out.object([&] { write_place_fields(out, where); });
}

void write(JsonWriter &out, const DependencyChain &chain) {
  out.object([&] {
    out.field("cycles", chain.cycles.to_double());
    out.field("iterations", chain.iterations);
    out.field("cycles_per_iteration", chain.per_iteration().to_double());
    out.key("links");
    out.array(chain.links, [&](const ChainLink &link) {
      out.object([&] {
        out.field("instruction", link.instruction);
        out.field("cycles", link.cycles.to_double());
        out.field("via", text_of(link.via));
        out.field("through_memory", link.through_memory);
        out.field("crosses_iteration", link.crosses_iteration);
      });
    });
  });
}

void write(JsonWriter &out, const KernelReport &kernel, const InstructionLine &line) {
  out.object([&] {
    out.field("line", line.line);
    out.field("text", line.text);
    out.field("opcode", line.opcode);
    out.key("source");
    write(out, line.source);
    out.key("inlined_at");
    out.array(line.inlined_at, [&](const SourceLocation &site) { write(out, site); });
    out.key("ports");
    out.object([&] {
      for (std::size_t p = 0; p < line.port_cycles.size() && p < kernel.ports.size(); ++p)
        if (!line.port_cycles[p].is_zero())
          out.field(kernel.ports[p].name, line.port_cycles[p].to_double());
    });
    out.field("latency", line.latency_cycles.to_double());
    out.field("on_critical_path", line.on_critical_path);
    out.field("critical_path", line.critical_path_cycles.to_double());
    out.field("on_lcd", line.on_loop_carried);
    out.field("lcd", line.loop_carried_cycles.to_double());
    out.field("unknown", line.unknown);
    if (line.taken_probability)
      out.field("taken_probability", *line.taken_probability);
    if (!line.callee.empty())
      out.field("callee", line.callee);
    out.key("notes");
    out.array(line.notes, [&](InstructionNote note) { out.value(name_of(note)); });
    out.field("origin", name_of(line.origin));
    out.field("source_of_figures", line.source_of_figures);
  });
}

void write(JsonWriter &out, const Finding &finding) {
  out.object([&] {
    out.field("rule", finding.rule);
    out.field("severity", name_of(finding.severity));
    out.field("message", message_of(finding));
    write_place_fields(out, finding.where);
    out.field("fix", advice_of(finding));
    out.field("instructions", finding.instructions);
    write_steps(out, finding);
  });
}

void write_prediction(JsonWriter &out, const KernelReport &kernel) {
  out.key("prediction");
  out.object([&] {
    out.field("cycles_per_iteration", kernel.cycles_per_iteration.to_double());
    if (kernel.uncertainty)
      write(out, *kernel.uncertainty);
    if (kernel.confidence)
      write(out, *kernel.confidence);
    out.field("bound_by", name_of(kernel.bound_by));
    if (!kernel.bound_is_known)
      out.field("bound_is_known", false);
    out.field("lower_bound_only", !kernel.complete);
    if (!kernel.branches_back)
      out.field("branches_back", false);
    if (kernel.simulated_cycles)
      out.field("simulated_cycles", kernel.simulated_cycles->to_double());
    out.field("vector_bits", kernel.vector_bits);
    if (kernel.source_iterations)
      out.field("source_iterations", *kernel.source_iterations);
    if (const std::optional<Cycles> each = kernel.cycles_per_source_iteration())
      out.field("cycles_per_source_iteration", each->to_double());
  });
  if (kernel.short_runs)
    write(out, *kernel.short_runs);
  if (kernel.example_of_short_runs)
    write(out, *kernel.example_of_short_runs);
  if (kernel.unaligned_arrays)
    write(out, *kernel.unaligned_arrays);
  if (kernel.placement)
    write(out, *kernel.placement);
  out.key("bounds");
  out.object([&] {
    for (BoundKind kind :
         {BoundKind::ports, BoundKind::front_end, BoundKind::divider, BoundKind::stores, BoundKind::loop_carried})
      out.field(name_of(kind), kernel.bound(kind).to_double());
    if (kernel.bound_by == BoundKind::memory)
      out.field(name_of(BoundKind::memory), kernel.bound(BoundKind::memory).to_double());
  });
  out.key("explanations");
  out.object([&] {
    for (const Bound &bound : kernel.bounds)
      out.field(name_of(bound.kind), text_of(bound.facts));
  });
}

void write_edges(JsonWriter &out, const KernelReport &kernel) {
  out.key("dependencies");
  out.array(distinct_edges(kernel), [&](const Edge &edge) {
    out.object([&] {
      out.field("from", edge.from);
      out.field("to", edge.to);
      out.field("distance", edge.distance);
      out.field("cycles", edge.cycles.to_double());
      out.field("via", text_of(edge.via));
      out.field("through_memory", edge.through_memory);
    });
  });
}

/// The kinds are written only if a note has one other than a plain remark.
void write_arch_notes(JsonWriter &out, const std::vector<ArchNote> &notes) {
  out.key("arch_notes");
  out.array(notes, [&](const ArchNote &note) { out.value(text_of(note)); });
  const auto name_of_kind = [](const ArchNote &note) -> std::string_view {
    switch (note.kind) {
    case ArchNote::Kind::borrowed_figures: return "borrowed_figures";
    case ArchNote::Kind::in_order: return "in_order";
    case ArchNote::Kind::assumed_core: return "assumed_core";
    default: return "remark";
    }
  };
  if (std::ranges::all_of(notes, [&](const ArchNote &note) { return name_of_kind(note) == "remark"; }))
    return;
  out.key("arch_note_kinds");
  out.array(notes, [&](const ArchNote &note) { out.value(name_of_kind(note)); });
}

void write(JsonWriter &out, const LoopFrequency &frequency) {
  out.key("frequency");
  out.object([&] {
    out.field("source", frequency.source == LoopFrequency::Source::profile ? "profile" : "estimate");
    out.field("iterations", frequency.iterations);
    out.field("entries", frequency.entries);
  });
}

void write(JsonWriter &out, const CodeMix &mix) {
  out.key("mix");
  out.object([&] {
    out.field("instructions", mix.instructions);
    out.field("calls", mix.calls);
    out.field("branches", mix.branches);
    out.field("arithmetic", mix.arithmetic);
    out.field("loads", mix.loads);
    out.field("strided_accesses", mix.strided_accesses);
    out.field("narrow_accesses", mix.narrow_accesses);
  });
}

void write(JsonWriter &out, const Mispredictions &wrong) {
  out.key("mispredictions");
  out.object([&] {
    out.field("told_by", wrong.rate_source == Mispredictions::RateSource::user ? "user" : "profile");
    out.field("branches", wrong.branches);
    out.field("rate", wrong.rate);
    out.field("per_iteration", wrong.per_iteration);
    if (wrong.cycles_each)
      out.field("cycles_each", *wrong.cycles_each);
    if (const std::optional<double> cycles = wrong.cycles())
      out.field("most_cycles", *cycles);
  });
}

void write_heading(JsonWriter &out, const KernelReport &kernel) {
  out.field("name", kernel.name);
  out.field("function", kernel.function);
  out.key("source");
  write(out, kernel.source);
  out.key("input");
  write(out, kernel.input);
  out.field("role", name_of(kernel.role));
  out.key("path");
  out.object([&] {
    out.field("number", kernel.path_number);
    out.field("count", kernel.path_count);
    out.field("truncated", kernel.paths_truncated);
    out.field("description", text_of(kernel.path));
    if (kernel.path_share) {
      out.field("probability", kernel.path_share->probability);
      out.field("followed", kernel.path_share->followed);
    }
  });
  if (kernel.frequency.is_known())
    write(out, kernel.frequency);
  if (kernel.mispredictions)
    write(out, *kernel.mispredictions);
  if (kernel.written) {
    out.key("written");
    out.object([&] {
      out.field("function", kernel.written->function);
      out.key("source");
      write(out, kernel.written->place);
    });
  }
  if (kernel.part.number > 0) {
    out.key("part");
    out.object([&] {
      out.field("number", kernel.part.number);
      out.field("count", kernel.part.count);
    });
  }
  if (!kernel.not_vectorised.empty())
    out.field("not_vectorised", kernel.not_vectorised);
  if (kernel.mix.instructions > 0)
    write(out, kernel.mix);
  out.field("arch", kernel.arch);
  out.field("arch_title", kernel.arch_title);
  if (!kernel.figures_version.empty())
    out.field("figures_version", kernel.figures_version);
  write_arch_notes(out, kernel.arch_notes);
  out.field("annotation", kernel.annotation);
}

void write(JsonWriter &out, const TimelineUop &uop) {
  out.object([&] {
    out.field("iteration", uop.iteration);
    out.field("instruction", uop.instruction);
    out.field("port", uop.port);
    out.field("dispatched", uop.dispatched);
    out.field("ready", uop.ready);
    out.field("issued", uop.issued);
  });
}

void write(JsonWriter &out, const Stall &stall) {
  out.object([&] {
    out.field("instruction", stall.instruction);
    out.field("cause", name_of(stall.cause));
    out.field("cycles", stall.cycles.to_double());
    if (stall.of >= 0) {
      out.field("of", stall.of);
      out.field("distance", stall.distance);
    }
    if (!stall.port.empty())
      out.field("port", stall.port);
  });
}

} // namespace

void write_place_fields(JsonWriter &out, const SourceLocation &where) {
  out.field("file", where.file);
  out.field("line", where.line);
  out.field("column", where.column);
}

void write_steps(JsonWriter &out, const Finding &finding) {
  out.key("steps");
  out.array(*finding.steps, [&](const FindingStep &step) {
    out.object([&] {
      write_place_fields(out, step.where);
      out.field("text", text_of(step));
    });
  });
}

void write_kernel_members(JsonWriter &out, const KernelReport &kernel) {
  write_heading(out, kernel);
  write_prediction(out, kernel);
  out.field("critical_path", kernel.critical_path.cycles.to_double());
  out.key("ports");
  out.array(kernel.ports, [&](const PortColumn &port) {
    out.object([&] {
      out.field("name", port.name);
      out.field("kind", name_of(port.kind));
      out.field("cycles", port.total.to_double());
    });
  });
  out.key("instructions");
  out.array(kernel.instructions, [&](const InstructionLine &line) { write(out, kernel, line); });
  out.key("critical_path_chain");
  write(out, kernel.critical_path);
  out.key("loop_carried_chains");
  out.array(kernel.loop_carried, [&](const DependencyChain &chain) { write(out, chain); });
  write_edges(out, kernel);
  out.key("findings");
  out.array(kernel.findings, [&](const Finding &finding) { write(out, finding); });
  if (!kernel.findings_if_hot.empty()) {
    out.key("findings_if_hot");
    out.array(kernel.findings_if_hot, [&](const Finding &finding) { write(out, finding); });
  }
  if (kernel.memory) {
    out.key("memory");
    write(out, *kernel.memory);
  }
  if (kernel.roofline) {
    out.key("roofline");
    write_roofline(out, kernel);
  }
  write_calls(out, kernel);
  if (!kernel.timeline.empty()) {
    out.key("timeline");
    out.array(kernel.timeline, [&](const TimelineUop &uop) { write(out, uop); });
  }
  if (!kernel.stalls.empty()) {
    out.key("stalls");
    out.array(kernel.stalls, [&](const Stall &stall) { write(out, stall); });
  }
}

void write(JsonWriter &out, const AnnotationReport &annotation) {
  out.object([&] {
    write_place_fields(out, annotation.source);
    out.field("status", name_of(annotation.status));
    out.field("asked_by", name_of(annotation.requested_by));
    out.field("reason", annotation.reason);
    out.field("kernels", annotation.kernels);
    out.key("findings");
    out.array(annotation.findings, [&](const Finding &finding) { write(out, finding); });
  });
}

void write(JsonWriter &out, const Error &problem) {
  out.object([&] {
    write_place_fields(out, problem.where);
    out.field("message", problem.message);
  });
}

} // namespace osaca

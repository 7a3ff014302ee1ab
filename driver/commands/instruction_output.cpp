#include "driver/commands/instruction_output.h"

#include "base/format.h"
#include "base/printable.h"
#include "base/text.h"
#include "render/json/json_writer.h"
#include "render/text/table.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace osaca::driver {
namespace {

using Status = CoreFigures::Status;

/// "4", "0.33".
std::string short_figure(Cycles cycles) {
  std::string digits = cycles.text(2);
  if (digits.ends_with(".0"))
    digits.resize(digits.size() - 2);
  return digits;
}

std::string short_figure(const std::optional<Cycles> &cycles) { return cycles ? short_figure(*cycles) : "?"; }

/// "4", "4-11", "?" for unknown; "-" if nothing depends on an operand.
std::string latency_range(const std::vector<OperandLatencyFigure> &latencies) {
  std::optional<Cycles> least;
  std::optional<Cycles> most;
  bool has_unknown = false;
  for (const OperandLatencyFigure &latency : latencies) {
    has_unknown = has_unknown || !latency.cycles;
    if (!latency.cycles)
      continue;
    least = std::min(least.value_or(*latency.cycles), *latency.cycles);
    most = std::max(most.value_or(*latency.cycles), *latency.cycles);
  }
  if (!least)
    return has_unknown ? "?" : "-";
  const std::string range =
      *least == *most ? short_figure(*least) : format_text("{}-{}", short_figure(*least), short_figure(*most));
  return has_unknown ? range + ", ?" : range;
}

/// Sources with the same figure for the same results: "ymm0, ymm1 -> ymm2: 4".
struct LatencyGroup {
  std::vector<std::string> from;
  std::vector<std::string> to;
  std::optional<Cycles> cycles;
  std::optional<Cycles> renamed_cycles;
};

/// LLVM's registers cf and eflags (the other flags) together are the flags.
std::string listed(std::vector<std::string> names) {
  const auto carry = std::ranges::find(names, "cf");
  const auto others = std::ranges::find(names, "eflags");
  if (carry != names.end() && others != names.end()) {
    *others = "flags";
    names.erase(carry);
  }
  return joined(names);
}

std::string text_of_group(const LatencyGroup &group) {
  return format_text("{} -> {}: {}{}", listed(group.from), listed(group.to),
                     group.cycles ? short_figure(*group.cycles) : "not known",
                     group.renamed_cycles ? format_text(" (renamed: {})", short_figure(*group.renamed_cycles)) : "");
}

std::string grouped_latencies(const std::vector<OperandLatencyFigure> &latencies) {
  std::vector<LatencyGroup> by_result;
  for (const OperandLatencyFigure &latency : latencies) {
    const auto known = std::ranges::find_if(by_result, [&](const LatencyGroup &group) {
      return group.to.front() == latency.to && group.cycles == latency.cycles &&
             group.renamed_cycles == latency.renamed_cycles;
    });
    if (known != by_result.end())
      known->from.push_back(latency.from);
    else
      by_result.push_back({{latency.from}, {latency.to}, latency.cycles, latency.renamed_cycles});
  }
  std::vector<LatencyGroup> groups;
  for (LatencyGroup &one : by_result) {
    const auto known = std::ranges::find_if(groups, [&](const LatencyGroup &group) {
      return group.from == one.from && group.cycles == one.cycles && group.renamed_cycles == one.renamed_cycles;
    });
    if (known != groups.end())
      known->to.push_back(one.to.front());
    else
      groups.push_back(std::move(one));
  }
  std::vector<std::string> texts;
  for (const LatencyGroup &group : groups)
    texts.push_back(text_of_group(group));
  return joined(texts, "; ");
}

/// "FP01" for FP0 and FP1, as tables of instructions write it; other names are joined by '|'.
std::string short_ports(const std::vector<std::string> &ports) {
  std::map<std::string, std::string> digits; ///< by the letters before them
  for (const std::string &port : ports) {
    const bool has_digit = port.size() >= 2 && std::isdigit(static_cast<unsigned char>(port.back())) != 0 &&
                           std::isdigit(static_cast<unsigned char>(port[port.size() - 2])) == 0;
    if (!has_digit)
      return joined(ports, "|");
    digits[port.substr(0, port.size() - 1)] += port.back();
  }
  std::string text;
  for (const auto &[letters, all] : digits)
    text += format_text("{}{}{}", text.empty() ? "" : "|", letters, all);
  return text;
}

std::string ports_text(const std::vector<PortUse> &uses) {
  std::string text;
  for (const PortUse &use : uses)
    text += format_text("{}{}{}", text.empty() ? "" : " + ",
                        use.cycles == Cycles(1) ? "" : short_figure(use.cycles) + "*", short_ports(use.ports));
  return text.empty() ? "none" : text;
}

std::string details_of(const CoreFigures &core) {
  std::vector<std::string> parts;
  if (core.shortcut != RenameShortcut::none)
    parts.emplace_back(name_of(core.shortcut));
  if (core.breaks_dependency)
    parts.emplace_back("does not wait for its sources");
  if (std::string latencies = grouped_latencies(core.latencies); !latencies.empty())
    parts.push_back(std::move(latencies));
  return joined(parts, "; ");
}

std::string_view status_text(const CoreFigures &core) {
  switch (core.status) {
  case Status::known: return "";
  case Status::no_figures:
    return core.is_absent ? "this core does not support this instruction"
                          : "no table of this core lists this instruction";
  case Status::repeats: return "the cost depends on the number of repetitions, which is in a register";
  case Status::other_isa: return "not of this instruction set";
  }
  return "";
}

/// Numbers the different sources of figures, in the order of their first use.
class SourceList {
public:
  std::string mark(const CoreFigures &core) {
    const std::string origin(name_of(core.origin));
    const std::string source = one_line(core.source);
    const std::string text = source.starts_with(origin + ":") ? source : format_text("{}: {}", origin, source);
    auto known = std::ranges::find(sources_, text);
    if (known == sources_.end())
      known = sources_.insert(sources_.end(), text);
    return format_text("{} [{}]", origin, known - sources_.begin() + 1);
  }
  [[nodiscard]] std::string text(int width) const {
    std::string out;
    for (std::size_t i = 0; i < sources_.size(); ++i)
      out += wrapped(format_text("[{}] {}", i + 1, sources_[i]), width, 4) + "\n";
    return out;
  }

private:
  std::vector<std::string> sources_;
};

std::string heading_of(const InstructionFigures &instruction) {
  return format_text("{}  ({}{}{}, {})", one_line(instruction.text), instruction.prefix,
                     instruction.prefix.empty() ? "" : " + ", instruction.opcode, instruction.isa);
}

/// What to do about cores without figures; empty: all have them.
std::string advice_on_gaps(const InstructionFigures &instruction) {
  const auto has_gap = [](const CoreFigures &core) { return core.status == Status::no_figures; };
  if (std::ranges::none_of(instruction.cores, has_gap))
    return "";
  const bool is_measurable =
      std::ranges::any_of(instruction.cores, [&](const CoreFigures &core) { return has_gap(core) && !core.is_absent; });
  std::vector<std::string> advice;
  if (!instruction.known_on.empty())
    advice.push_back(format_text("cores that have figures (--arch): {}", joined(instruction.known_on)));
  if (is_measurable && instruction.prefix.empty()) // 'osaca measure' measures instructions without a prefix
    advice.push_back(format_text("to measure it on a machine with this core: osaca measure instructions --only {}",
                                 instruction.opcode));
  return joined(advice, "; ");
}

Table figures_table(const std::vector<AnsweredQuery> &answers, SourceList &sources) {
  using Align = Table::Align;
  Table table({{"core", Align::left, ""},
               {"latency", Align::left, "  "},
               {"throughput", Align::right, "  "},
               {"limit", Align::left, "  "},
               {"uops", Align::right, "  "},
               {"ports", Align::left, "  "},
               {"source", Align::left, "  "},
               {"from -> to: cycles", Align::left, "  "}});
  for (const AnsweredQuery &answer : answers)
    for (const InstructionFigures &instruction : answer.result.instructions)
      for (const CoreFigures &core : instruction.cores) {
        if (core.status != Status::known) {
          table.add_row({{core.arch}, {"?"}, {"?"}, {""}, {"?"}, {"?"}, {""}, {std::string(status_text(core))}});
          continue;
        }
        table.add_row({{core.arch},
                       {latency_range(core.latencies)},
                       {short_figure(core.throughput_cycles)},
                       {core.throughput_cycles ? std::string(name_of(core.limit)) : ""},
                       {short_figure(core.dispatch_slots)},
                       {ports_text(core.ports)},
                       {sources.mark(core)},
                       {details_of(core)}});
      }
  return table;
}

} // namespace

std::string instruction_tables(const std::vector<AnsweredQuery> &answers, bool colour, int width) {
  SourceList sources;
  const std::vector<std::string> lines = lines_of(figures_table(answers, sources).text(colour, width));
  // The first column is never empty, so a line that begins with a blank continues the row before it.
  std::size_t next = 1; // after the titles
  while (next < lines.size() && lines[next].starts_with('-'))
    ++next;
  std::string out;
  if (!lines.empty())
    out += lines.front() + "\n";
  for (const AnsweredQuery &answer : answers) {
    for (const InstructionFigures &instruction : answer.result.instructions) {
      out += "\n" + coloured(heading_of(instruction), Colour::bold, colour) + "\n";
      for (std::size_t core = 0; core < instruction.cores.size() && next < lines.size(); ++core)
        do
          out += lines[next++] + "\n";
        while (next < lines.size() && lines[next].starts_with(' '));
      if (const std::string advice = advice_on_gaps(instruction); !advice.empty())
        out += wrapped(advice, width, 2) + "\n";
    }
    if (answer.result.more_forms > 0)
      out += format_text("\n{} more {} of {} not shown: pass a longer name, or --limit N\n", answer.result.more_forms,
                         answer.result.more_forms == 1 ? "form" : "forms", one_line(answer.query));
  }
  return out + "\n" + sources.text(width);
}

namespace {

void write_cycles(JsonWriter &out, std::string_view name, const std::optional<Cycles> &cycles) {
  if (cycles)
    out.field(name, cycles->to_double());
}

void write_core(JsonWriter &out, const CoreFigures &core) {
  out.object([&] {
    out.field("arch", core.arch);
    out.field("isa", core.isa);
    out.field("status", name_of(core.status));
    if (core.is_absent)
      out.field("absent", true);
    if (core.status != Status::known)
      return;
    out.key("latencies");
    out.array(core.latencies, [&](const OperandLatencyFigure &latency) {
      out.object([&] {
        out.field("from", latency.from);
        out.field("to", latency.to);
        write_cycles(out, "cycles", latency.cycles);
        write_cycles(out, "renamed_cycles", latency.renamed_cycles);
      });
    });
    out.field("breaks_dependency", core.breaks_dependency);
    write_cycles(out, "throughput_cycles", core.throughput_cycles);
    if (core.throughput_cycles)
      out.field("throughput_limit", name_of(core.limit));
    out.field("uops", core.dispatch_slots.to_double());
    out.key("ports");
    out.array(core.ports, [&](const PortUse &use) {
      out.object([&] {
        out.field("ports", use.ports);
        out.field("cycles", use.cycles.to_double());
      });
    });
    if (core.shortcut != RenameShortcut::none)
      out.field("shortcut", name_of(core.shortcut));
    out.field("origin", name_of(core.origin));
    out.field("source", core.source);
  });
}

void write_instruction(JsonWriter &out, const InstructionFigures &instruction) {
  out.object([&] {
    out.field("text", instruction.text);
    if (!instruction.prefix.empty())
      out.field("prefix", instruction.prefix);
    out.field("opcode", instruction.opcode);
    out.field("mnemonic", instruction.mnemonic);
    out.field("isa", instruction.isa);
    out.key("cores");
    out.array(instruction.cores, [&](const CoreFigures &core) { write_core(out, core); });
    if (!instruction.known_on.empty())
      out.field("known_on", instruction.known_on);
  });
}

} // namespace

std::string instruction_json(const std::vector<AnsweredQuery> &answers, const std::vector<LookupNote> &notes) {
  JsonWriter out;
  out.object([&] {
    out.field("schema", "osaca-instruction-1");
    out.key("notes");
    out.array(notes, [&](const LookupNote &note) {
      out.object([&] {
        out.field("arch", note.arch);
        out.field("text", note.text);
      });
    });
    out.key("queries");
    out.array(answers, [&](const AnsweredQuery &answer) {
      out.object([&] {
        out.field("query", answer.query);
        out.key("instructions");
        out.array(answer.result.instructions,
                  [&](const InstructionFigures &instruction) { write_instruction(out, instruction); });
        out.field("more_forms", static_cast<std::int64_t>(answer.result.more_forms));
      });
    });
  });
  return out.take() + "\n";
}

} // namespace osaca::driver

#include "render/text/kernel_tables.h"

#include "base/format.h"
#include "base/index.h"
#include "render/phrases.h"
#include "render/text/table.h"
#include "render/words/words.h"

#include <algorithm>
#include <string_view>

namespace osaca {

std::string_view short_name_of(BoundKind kind) {
  switch (kind) {
  case BoundKind::ports: return "ports";
  case BoundKind::divider: return "divider";
  case BoundKind::front_end: return "front end";
  case BoundKind::stores: return "stores";
  case BoundKind::loop_carried: return "loop-carried";
  case BoundKind::memory: return "memory";
  }
  return "?";
}

std::string overview_of(const Report &report, const RenderOptions &options) {
  using Align = Table::Align;
  // The column is omitted if the number of source iterations is unknown for all kernels.
  const bool per_source = std::ranges::any_of(
      report.kernels, [](const KernelReport &kernel) { return kernel.source_iterations.value_or(0) > 0; });
  std::vector<Table::Column> columns = {{"no.", Align::right, " "}, {"cycles", Align::right, "  "}};
  if (per_source)
    columns.push_back({"per source it.", Align::right, "  "});
  for (const char *title : {"bound by", "findings", "arch", "place", "kernel"})
    columns.push_back({title, std::string_view(title) == "findings" ? Align::right : Align::left, "  "});
  Table table(std::move(columns));
  int number = 0;
  for (const KernelReport &kernel : report.kernels) {
    const SourceLocation &place = kernel.source.known() ? kernel.source : kernel.input;
    const std::string path = phrase_of_path(kernel);
    const std::string at_least = kernel.complete ? "" : ">= ";
    std::vector<Table::Cell> row = {{std::to_string(++number), Colour::dim},
                                    {at_least + kernel.cycles_per_iteration.text(), Colour::bold}};
    if (per_source) {
      const std::string each = cycles_of_source_iteration(kernel);
      row.push_back({each.empty() ? kernel.source_iterations ? "?" : "" : at_least + each});
    }
    row.push_back({std::string(phrase_of_bound(kernel))});
    row.push_back({std::to_string(kernel.findings.size())});
    row.push_back({one_line(kernel.arch)});
    row.push_back({one_line(place.text()), Colour::cyan});
    row.push_back({title_of(kernel) + (path.empty() ? "" : ", " + path)});
    table.add_row(std::move(row));
  }
  return table.text(options.colour, options.width);
}

namespace {

/// Indices of the ports that get a column.
std::vector<std::size_t> shown_ports(const KernelReport &kernel, const RenderOptions &options) {
  std::vector<std::size_t> shown;
  for (std::size_t p = 0; p < kernel.ports.size(); ++p) {
    const bool used =
        !kernel.ports[p].total.is_zero() || std::ranges::any_of(kernel.instructions, [p](const auto &line) {
          return p < line.port_cycles.size() && !line.port_cycles[p].is_zero();
        });
    if (used || options.verbose)
      shown.push_back(p);
  }
  return shown;
}

Cycles busiest_total(const KernelReport &kernel) {
  Cycles most;
  for (const PortColumn &port : kernel.ports)
    most = std::max(most, port.total, [](const Cycles &a, const Cycles &b) { return a < b; });
  return most;
}

std::string figure(const Cycles &cycles, int digits) { return cycles.is_zero() ? "" : cycles.text(digits); }

/// "12" if the line is in the kernel's own file, "other.h:12" if not.
std::string source_cell(const SourceLocation &source, const SourceLocation &kernel_source) {
  if (!source.known())
    return "";
  if (source.file == kernel_source.file || source.file.empty())
    return std::to_string(source.line);
  const std::size_t slash = source.file.find_last_of('/');
  const std::string name = slash == std::string::npos ? source.file : source.file.substr(slash + 1);
  return format_text("{}:{}", one_line(name), source.line);
}

bool has_sources(const KernelReport &kernel) {
  return std::ranges::any_of(kernel.instructions, [](const InstructionLine &line) { return line.source.known(); });
}

/// "measured: on an EPYC"; the origin is not repeated ("composed: composed: ...").
std::string phrase_of_origin(const InstructionLine &line) {
  const std::string source = one_line(line.source_of_figures);
  const std::string origin(name_of(line.origin));
  return source.empty() ? origin : source.starts_with(origin) ? source : format_text("{}: {}", origin, source);
}

/// The origins of this kernel's figures, each once, in the order of the instructions.
std::vector<std::string> origins_of(const KernelReport &kernel) {
  std::vector<std::string> origins;
  for (const InstructionLine &line : kernel.instructions)
    if (std::string origin = phrase_of_origin(line);
        !origin.empty() && std::ranges::find(origins, origin) == origins.end())
      origins.push_back(std::move(origin));
  return origins;
}

std::string instruction_cell(const InstructionLine &line, const std::vector<std::string> &origins) {
  std::string text = one_line(line.text);
  std::string remark = line.callee.empty() ? "" : format_text("in {}", one_line(line.callee));
  for (const InstructionNote note : line.notes)
    remark.append(remark.empty() ? "" : ", ").append(name_of(note));
  const auto origin = std::ranges::find(origins, phrase_of_origin(line));
  if (origin != origins.end())
    remark += format_text("{}[{}]", remark.empty() ? "" : " ", origin - origins.begin() + 1);
  return remark.empty() ? text : format_text("{}  ; {}", text, remark);
}

std::string mark_of(const InstructionLine &line) {
  if (line.unknown)
    return "X";
  return line.origin == Origin::compiler ? "~" : "";
}

std::vector<Table::Column> columns_of(const KernelReport &kernel, const std::vector<std::size_t> &shown, bool sources) {
  std::vector<Table::Column> columns = {{"line", Table::Align::right, " "}, {"", Table::Align::left, " "}};
  bool first = true;
  PortColumnKind group = PortColumnKind::execution;
  for (std::size_t p : shown) {
    const bool new_group = first || kernel.ports[p].kind != group;
    columns.push_back({one_line(kernel.ports[p].name), Table::Align::right, new_group ? " | " : "  "});
    group = kernel.ports[p].kind;
    first = false;
  }
  columns.push_back({"LAT", Table::Align::right, " || "});
  columns.push_back({"CP", Table::Align::right, " | "});
  columns.push_back({"LCD", Table::Align::right, " | "});
  if (sources)
    columns.push_back({"source", Table::Align::right, " | "});
  columns.push_back({"instruction", Table::Align::left, " | "});
  return columns;
}

std::string share_of_chain(bool member, const Cycles &cycles) { return member ? cycles.text(1) : ""; }

void add_instruction(Table &table, const KernelReport &kernel, const InstructionLine &line,
                     const std::vector<std::size_t> &shown, bool sources, const std::vector<std::string> &origins) {
  std::vector<Table::Cell> row = {{line.line > 0 ? std::to_string(line.line) : "", Colour::dim},
                                  {mark_of(line), line.unknown ? Colour::red : Colour::dim}};
  for (std::size_t p : shown)
    row.push_back({p < line.port_cycles.size() ? figure(line.port_cycles[p], 2) : ""});
  row.push_back({line.unknown ? "?" : figure(line.latency_cycles, 1)});
  row.push_back({share_of_chain(line.on_critical_path, line.critical_path_cycles), Colour::yellow});
  row.push_back({share_of_chain(line.on_loop_carried, line.loop_carried_cycles), Colour::red});
  if (sources)
    row.push_back({source_cell(line.source, kernel.source), Colour::cyan});
  row.push_back({instruction_cell(line, origins), line.unknown ? Colour::red : Colour::none});
  table.add_row(std::move(row));
}

void add_sums(Table &table, const KernelReport &kernel, const std::vector<std::size_t> &shown, bool sources) {
  const Cycles most = busiest_total(kernel);
  std::vector<Table::Cell> row = {{"sum", Colour::bold}, {""}};
  for (std::size_t p : shown) {
    const bool busiest = !most.is_zero() && kernel.ports[p].total == most;
    row.push_back({figure(kernel.ports[p].total, 2) + (busiest ? "*" : ""), busiest ? Colour::red : Colour::bold});
  }
  row.push_back({""});
  row.push_back({kernel.critical_path.cycles.text(1), Colour::yellow});
  row.push_back({kernel.bound(BoundKind::loop_carried).text(1), Colour::red});
  if (sources)
    row.push_back({""});
  row.push_back({""});
  table.add_row(std::move(row));
}

} // namespace

std::string instruction_table(const KernelReport &kernel, const RenderOptions &options) {
  const std::vector<std::size_t> shown = shown_ports(kernel, options);
  const bool sources = has_sources(kernel);
  Table table(columns_of(kernel, shown, sources));
  table.add_rule();
  const std::vector<std::string> origins = options.verbose ? origins_of(kernel) : std::vector<std::string>{};
  for (const InstructionLine &line : kernel.instructions)
    add_instruction(table, kernel, line, shown, sources, origins);
  table.add_rule();
  add_sums(table, kernel, shown, sources);
  return table.text(options.colour, options.width);
}

std::string legend_of(const KernelReport &kernel, const RenderOptions &options) {
  std::string out =
      " LAT latency\n CP  share of the critical path\n LCD share of the longest loop-carried dependency\n";
  if (!busiest_total(kernel).is_zero())
    out += " *   the busiest port\n";
  const auto any = [&kernel](auto predicate) { return std::ranges::any_of(kernel.instructions, predicate); };
  if (any([](const InstructionLine &line) { return line.unknown; }))
    out += " X   no figures for this instruction; its cost is not included\n";
  if (any([](const InstructionLine &line) { return !line.unknown && line.origin == Origin::compiler; }))
    out += " ~   figures from the compiler's scheduling model, not from the data of this core\n";
  const std::size_t unused = kernel.ports.size() - shown_ports(kernel, options).size();
  if (unused > 0)
    out += format_text(" {} unused {} not shown\n", unused, unused == 1 ? "port is" : "ports are");
  if (options.verbose) {
    int number = 0;
    for (const std::string &origin : origins_of(kernel)) {
      const std::string label = format_text(" [{}] ", ++number);
      out += format_text("{}{}\n", label, wrapped(origin, options.width, static_cast<int>(label.size())));
    }
  }
  return out;
}

namespace {

constexpr int widest_timeline = 120; ///< number of cycles that are drawn
constexpr std::size_t widest_instruction = 40;

std::string ruler(int cycles) {
  std::string out;
  while (static_cast<int>(out.size()) < cycles) {
    std::string mark = std::to_string(out.size());
    mark.resize(10, ' ');
    out += mark;
  }
  return out.substr(0, static_cast<std::size_t>(cycles));
}

/// D: dispatched, =: waits for its inputs, -: is ready and waits for a port, E: issued.
std::string row_of(const TimelineUop &uop, int cycles) {
  std::string row(static_cast<std::size_t>(cycles), ' ');
  const auto put = [&](int cycle, char mark) {
    if (cycle >= 0 && cycle < cycles)
      row[at(cycle)] = mark;
  };
  for (int cycle = uop.dispatched + 1; cycle < uop.issued; ++cycle)
    put(cycle, cycle < uop.ready ? '=' : '-');
  put(uop.dispatched, 'D');
  put(uop.issued, 'E');
  row.erase(row.find_last_not_of(' ') + 1);
  return row + (uop.issued >= cycles ? format_text(" ... {}", uop.issued) : "");
}

} // namespace

std::string stall_table(const KernelReport &kernel, const RenderOptions &options) {
  constexpr std::size_t most = 8;
  std::vector<const Stall *> stalls;
  Cycles width = 0;
  for (const Stall &stall : kernel.stalls)
    if (stall.cause == Stall::Cause::width)
      width += stall.cycles;
    else
      stalls.push_back(&stall);
  std::ranges::stable_sort(stalls, [](const Stall *a, const Stall *b) { return b->cycles < a->cycles; });
  const std::size_t shown = options.verbose ? stalls.size() : std::min(most, stalls.size());
  Table table({{"cycles", Table::Align::right, " "}, {"why", Table::Align::left, "  "}});
  Cycles others = 0;
  for (std::size_t i = 0; i < stalls.size(); ++i)
    if (i < shown)
      table.add_row({{stalls[i]->cycles.text()}, {one_line(text_of(*stalls[i], kernel))}});
    else
      others += stalls[i]->cycles;
  if (shown < stalls.size())
    table.add_row({{others.text()}, {format_text("{} shorter stalls (--verbose)", stalls.size() - shown)}});
  if (!width.is_zero())
    table.add_row({{width.text()}, {"no stall: the core issued as many instructions as it can in a cycle"}});
  return table.text(options.colour, options.width);
}

std::string timeline_text(const KernelReport &kernel, const RenderOptions &options) {
  if (kernel.timeline.empty())
    return "";
  int cycles = 0;
  for (const TimelineUop &uop : kernel.timeline)
    cycles = std::max(cycles, uop.issued + 1);
  cycles = std::min(cycles, widest_timeline);
  Table table({{"iteration", Table::Align::right, " "},
               {"instruction", Table::Align::left, "  "},
               {"port", Table::Align::left, "  "},
               {ruler(cycles), Table::Align::left, "  "}});
  for (const TimelineUop &uop : kernel.timeline) {
    std::string text = one_line(kernel.instructions[at(uop.instruction)].text);
    if (text.size() > widest_instruction)
      text = text.substr(0, widest_instruction - 3) + "...";
    table.add_row({{std::to_string(uop.iteration)}, {text}, {uop.port}, {row_of(uop, cycles)}});
  }
  return table.text(options.colour, 0) +
         "  D dispatched, = waits for its inputs, - ready and waits for a port, E issued (in the steady state)\n";
}

} // namespace osaca

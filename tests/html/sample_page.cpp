// sample_page OUT.html COUNT [LOOPS_PER_PART]: a page of made-up loops for the tests in a browser, without any
// analysis. With LOOPS_PER_PART it is in parts, however many loops it has. Loop number i takes i % 97 + 1 cycles, so
// that a test knows what filters and sorting have to show. Of those bound by memory the data are in L3, which takes
// four times as long as L1; those bound by a loop-carried dependency could have them anywhere.
#include "collection/baseline.h"
#include "collection/collect.h"
#include "render/html.h"

#include <array>
#include <fstream>
#include <iostream>

namespace {

using namespace osaca;

constexpr std::array bounds = {BoundKind::ports,  BoundKind::divider,      BoundKind::front_end,
                               BoundKind::stores, BoundKind::loop_carried, BoundKind::memory};

InstructionLine instruction(int at, const std::string &text, const std::string &file, int line) {
  InstructionLine out;
  out.text = text;
  out.opcode = "OP" + std::to_string(at);
  out.line = at + 1;
  out.source = {file, line, 5};
  out.port_cycles = {Cycles(1, 2), Cycles(1, 2), Cycles(at % 2)};
  out.latency_cycles = at + 1;
  out.origin = Origin::measured;
  out.source_of_figures = "made up";
  return out;
}

void add_chains(KernelReport &kernel) {
  const int last = static_cast<int>(kernel.instructions.size()) - 1;
  for (int at = 0; at < last; ++at) {
    kernel.critical_path.links.push_back({at, at + 1, CarrierRegister{"xmm" + std::to_string(at % 16)}, false, false});
    kernel.edges.push_back({at, at + 1, 0, at + 1, CarrierRegister{"xmm" + std::to_string(at % 16)}, at % 3 == 2});
  }
  kernel.critical_path.links.push_back({last, 1, {}, false, false});
  kernel.critical_path.cycles = 6;
  kernel.loop_carried = {{2, 1, {{0, 2, CarrierRegister{"rax"}, false, true}}}};
  kernel.edges.push_back({0, 0, 1, 2, CarrierRegister{"rax"}, false});
  for (InstructionLine &line : kernel.instructions) {
    line.on_critical_path = true;
    line.critical_path_cycles = 1;
  }
  kernel.instructions[0].on_loop_carried = true;
}

MemoryLevelFigures level(const std::string &name, std::int64_t bytes, Cycles cycles, LevelTraffic traffic) {
  MemoryLevelFigures out;
  out.name = name;
  out.bytes = bytes;
  out.cycles_per_iteration = cycles;
  out.traffic = traffic;
  out.bound_by = name == "L1" ? MemoryBoundKind::core : MemoryBoundKind::transfers;
  out.transfers_of = name == "L1" ? "" : name;
  out.origin = Origin::measured;
  out.source_of_figures = "made up";
  return out;
}

MemoryReport memory(Cycles core) {
  MemoryReport out;
  out.streams = {{"a[i]", StreamKind::contiguous, 32, 32, true, false, false, {0, 2}, Cycles(1, 2)},
                 {"list->next", StreamKind::chased, {}, 8, true, true, false, {1}, 1}};
  out.levels = {level("L1", 48 << 10, core, {}), level("L2", 2 << 20, core * Cycles(2), {Cycles(3, 2), Cycles(1, 2)}),
                level("L3", 260 << 20, core * Cycles(4), {2, 1}), level("MEM", 0, core * Cycles(10), {3, 1})};
  out.levels[2].most_cycles = core * Cycles(6);
  out.levels[3].domain_cycles = 3;
  out.levels[3].saturating_cores = 7;
  for (std::size_t farther = 1; farther < out.levels.size(); ++farther)
    out.levels[farther].leg_cycles = core * Cycles(static_cast<int>(farther));
  out.layer_conditions = {{"a[i]", "L2", 3, 699050, 8000, 1}};
  out.memory_bound_from = 1;
  return out;
}

RooflineReport roofline() {
  RooflineReport out;
  out.work = {{FloatFormat::double_precision, 20}};
  out.bytes_loaded = 32;
  out.bytes_stored = 8;
  out.peak = RooflineReport::Peak{16, "FUSED"};
  out.clock_ghz = 2;
  return out;
}

KernelReport made_up(int number, const std::string &arch, int instruction_count) {
  const std::string file = "src/part" + std::to_string(number / 20) + ".c";
  const int line = 10 + 10 * (number % 20);
  KernelReport kernel;
  kernel.name = ".L" + std::to_string(number);
  kernel.function = "work_" + std::to_string(number);
  kernel.source = {file, line, 3};
  kernel.arch = arch;
  kernel.arch_title = "Core of " + arch;
  kernel.cycles_per_iteration = number % 97 + 1;
  kernel.bound_by = bounds[static_cast<std::size_t>(number) % bounds.size()];
  if (kernel.bound_by == BoundKind::memory) {
    kernel.memory = memory(kernel.cycles_per_iteration / Cycles(4));
    kernel.memory->data_in = 2;
    kernel.complete = false; // a range
  } else if (kernel.bound_by == BoundKind::loop_carried) {
    kernel.memory = memory(kernel.cycles_per_iteration);
    kernel.roofline = roofline();
  }
  for (const BoundKind kind : bounds)
    if (kind != BoundKind::memory || kind == kernel.bound_by)
      kernel.bounds.push_back(
          {kind, kind == kernel.bound_by ? kernel.cycles_per_iteration : Cycles(1, 2), WrittenExplanation{"made up"}});
  kernel.source_iterations = number % 3 == 0 ? 4 : 1;
  kernel.ports = {
      {"P0", PortColumnKind::execution, 2}, {"P1", PortColumnKind::execution, 2}, {"P2", PortColumnKind::load, 1}};
  for (int at = 0; at < instruction_count; ++at)
    kernel.instructions.push_back(instruction(at, "op" + std::to_string(at) + " %rax, %rbx", file, line + at % 3));
  add_chains(kernel);
  if (number % 5 == 1)
    kernel.findings = {Finding{"osaca-divider-bound",
                               Severity::note,
                               {file, line + 1, 5},
                               {1},
                               WrittenFinding{"a division as " + arch + " does it", "multiply instead"},
                               {}}};
  for (int iteration = 0; iteration < 2; ++iteration)
    for (int at = 0; at < std::min(instruction_count, 20); ++at)
      kernel.timeline.push_back({iteration, at, "P0", iteration + at, iteration + at + 1, iteration + at + 3});
  return kernel;
}

KernelReport hostile(int number) {
  KernelReport kernel = made_up(number, "one", 4);
  kernel.function = "<img src=x onerror=\"document.title='hurt'\">";
  kernel.role = loop_role_named("</script><script>document.title='hurt'</script>");
  kernel.memory = memory(1);
  kernel.memory->streams[0].array = "<b>array</b><script>document.title='hurt'</script>";
  kernel.memory->levels[1].name = "<img src=x onerror=\"document.title='hurt'\">\xe2\x80\xae";
  kernel.memory->levels[2].transfers_of = "<i>slow</i>";
  kernel.memory->layer_conditions[0].array = "</script><i>rows</i>";
  kernel.instructions[0].text = "op \"quotes\" 'and' \xff\xfe \x1b[31m \xe2\x80\xae reversed & &lt;";
  kernel.findings = {Finding{"osaca-expectation",
                             Severity::warning,
                             kernel.source,
                             {},
                             WrittenFinding{"<b>bold</b>", "<script>document.title='hurt'</script>"},
                             {}}};
  return kernel;
}

SourceFile source_text(const std::string &) {
  std::string out;
  for (int line = 1; line <= 230; ++line)
    out += "\tline(" + std::to_string(line) + "); // <b>&amp;</b>\n";
  return SourceFile::with(std::move(out));
}

Collection collected(const Report &report) { return collect({{"sample.o", report}}, {"", "/sample"}, source_text); }

} // namespace

int main(int count, char **words) {
  if (count != 3 && count != 4) {
    std::cerr << "usage: sample_page OUT.html COUNT [LOOPS_PER_PART]\n";
    return 2;
  }
  HtmlOptions options;
  if (count == 4)
    options = {.details = {}, .most_loops_at_once = 0, .loops_per_part = static_cast<std::size_t>(std::atoi(words[3]))};
  Report report;
  for (int number = 0; number < std::atoi(words[2]); ++number) {
    report.kernels.push_back(made_up(number, "one", number == 7 ? 900 : 4));
    report.kernels.push_back(made_up(number, "two", number == 7 ? 900 : 4));
  }
  Baseline before = baseline_of(collected(report));
  for (LoopRecord &loop : before.loops)
    loop.code_hash = "of other code";
  report.kernels[0].cycles_per_iteration = 50;
  report.kernels.push_back(hostile(static_cast<int>(report.kernels.size())));
  report.annotated = {{{"src/gone.c", 3, 1}, AnnotationStatus::vanished, "unrolled completely", {}}};
  report.notes = {"a note <i>on all</i>"};
  std::ofstream out(words[1], std::ios::binary);
  out << render_html(with_baseline(collected(report), before, 5), options);
  return out.flush() ? 0 : 2;
}

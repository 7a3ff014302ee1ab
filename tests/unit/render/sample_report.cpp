#include "sample_report.h"

#include <sstream>

namespace osaca::testing {
namespace {

InstructionLine instruction(int line, const std::string &text) {
  InstructionLine out;
  out.text = text;
  out.opcode = "VDIVSDrr";
  out.line = line;
  out.source = {"pi.c", 13, 25};
  out.port_cycles.resize(14);
  out.port_cycles[0] = Cycles(1, 3);
  out.port_cycles[13] = Cycles(5, 3);
  out.latency_cycles = 13;
  out.origin = Origin::measured;
  out.source_of_figures = "own measurement";
  return out;
}

} // namespace

KernelReport sample_kernel() {
  KernelReport kernel;
  kernel.name = ".L4";
  kernel.function = "pi";
  kernel.source = {"pi.c", 12, 3};
  kernel.input = {"pi.s", 40, 0};
  kernel.arch = "zen4";
  kernel.arch_title = "AMD Zen 4";
  kernel.cycles_per_iteration = 5;
  kernel.bound_by = BoundKind::divider;
  kernel.bounds = {{BoundKind::ports, Cycles(3, 2), WrittenExplanation{"FP0|FP1 busy 3.0 of 2 cycles"}},
                   {BoundKind::divider, 5, WrittenExplanation{"DIV busy 5.0 of 5.0 cycles"}},
                   {BoundKind::front_end, Cycles(4, 3), WrittenExplanation{"8 macro-ops at 6 per cycle"}},
                   {BoundKind::loop_carried, 4, WrittenExplanation{"xmm1 from one iteration to the next"}}};
  for (int port = 0; port < 13; ++port)
    kernel.ports.push_back(
        {"ALU" + std::to_string(port), PortColumnKind::execution, port == 0 ? Cycles(1) : Cycles(0)});
  kernel.ports.push_back({"DIV", PortColumnKind::divider, 5});
  kernel.instructions = {instruction(41, "\tvmovapd\t%xmm3, %xmm1"), instruction(42, "\tvdivsd\t%xmm1, %xmm2, %xmm1"),
                         instruction(43, "\tjne\t.L4")};
  kernel.instructions[1].on_critical_path = true;
  kernel.instructions[1].critical_path_cycles = 13;
  kernel.instructions[1].on_loop_carried = true;
  kernel.instructions[1].loop_carried_cycles = 4;
  kernel.critical_path = {13, 1, {{1, 13, CarrierRegister{"xmm1"}, false, false}}};
  kernel.loop_carried = {{8, 2, {{1, 8, CarrierRegister{"xmm1"}, false, true}}}};
  kernel.edges = {{0, 1, 0, 1, CarrierRegister{"xmm1"}, false}, {1, 1, 2, 8, CarrierRegister{"xmm1"}, false}};
  kernel.findings = {
      Finding{"osaca-divider-bound",
              Severity::note,
              {"pi.c", 13, 25},
              {1},
              WrittenFinding{"vdivsd occupies the divider 5.0 of 5.0 cycles", "multiply by a reciprocal"},
              std::vector<FindingStep>{{{"pi.c", 13, 25}, WrittenStep{"vdivsd: 4.0 cycles"}}}}};
  kernel.annotation = 0;
  return kernel;
}

RooflineReport sample_roofline() {
  RooflineReport roofline;
  roofline.work = {{FloatFormat::single_precision, Cycles(4)}, {FloatFormat::double_precision, Cycles(16)}};
  roofline.bytes_loaded = 96;
  roofline.bytes_stored = 64;
  roofline.uncounted_operations = 1;
  roofline.unsized_accesses = 2;
  roofline.masked_operations = 3;
  roofline.peak = RooflineReport::Peak{Cycles(16), "VFMADD213PDYr"};
  roofline.clock_ghz = 2.5;
  return roofline;
}

MemoryReport sample_memory() {
  MemoryReport memory;
  memory.streams = {{"a[i - 1][j]", StreamKind::contiguous, 32, 32, true, false, false, {0}, Cycles(1, 2)},
                    {"b", StreamKind::contiguous, -64, 64, false, true, true, {1}, 1},
                    {"-8(%rsi,%rax)", StreamKind::chased, {}, 8, true, true, false, {0, 2}, 1},
                    {"table", StreamKind::unknown, {}, 0, true, false, false, {1}, 0}};
  const auto level = [](const std::string &name, std::int64_t bytes, Cycles cycles, MemoryBoundKind bound) {
    MemoryLevelFigures made;
    made.name = name;
    made.bytes = bytes;
    made.cycles_per_iteration = cycles;
    made.bound_by = bound;
    made.origin = Origin::measured;
    made.source_of_figures = "own measurement";
    return made;
  };
  memory.levels = {level("L1", 48 << 10, 5, MemoryBoundKind::core),
                   level("L2", 2 << 20, Cycles(11, 2), MemoryBoundKind::transfers),
                   level("L3", 260 << 20, Cycles(15, 2), MemoryBoundKind::latency),
                   level("MEM", 0, Cycles(83, 4), MemoryBoundKind::transfers)};
  memory.levels[1].traffic = {Cycles(3, 2), Cycles(1, 2)};
  memory.levels[1].leg_cycles = Cycles(9, 4);
  memory.levels[1].transfers_of = "L2";
  memory.levels[2].most_cycles = Cycles(19, 2);
  memory.levels[2].traffic = {Cycles(5, 2), Cycles(1, 4)};
  memory.levels[3].transfers_of = "MEM";
  memory.levels[3].domain_cycles = 3;
  memory.levels[3].saturating_cores = 7;
  memory.levels[3].traffic = {3, 0};
  memory.layer_conditions = {{"a[i - 1][j]", "L1", 3, 16384, {}, 2},
                             {"a[i - 1][j]", "L2", 3, 699050, 8000, Cycles(3, 2)},
                             {"b", "L1", 2, 4096, 8000, Cycles(1, 2)}};
  memory.memory_bound_from = 2;
  return memory;
}

KernelReport hostile_kernel() { return hostile_kernel("a\"b\\c\n\t\033[31md\xff</script>|{}<>"); }

KernelReport hostile_kernel(const std::string &nasty) {
  KernelReport kernel = sample_kernel();
  kernel.name = nasty;
  kernel.function = nasty;
  kernel.role = loop_role_named(nasty);
  kernel.path.written = nasty;
  kernel.source.file = nasty;
  kernel.arch_notes = {{ArchNote::Kind::remark, nasty}};
  kernel.memory = sample_memory();
  for (MemoryStream &stream : kernel.memory->streams)
    stream.array = nasty;
  for (MemoryLevelFigures &level : kernel.memory->levels) {
    level.name = nasty;
    level.transfers_of = nasty;
    level.source_of_figures = nasty;
  }
  for (LayerCondition &condition : kernel.memory->layer_conditions) {
    condition.array = nasty;
    condition.level = nasty;
  }
  for (InstructionLine &line : kernel.instructions)
    line.text = nasty;
  for (Edge &edge : kernel.edges)
    edge.via = WrittenCarrier{nasty};
  for (Shared<Finding> &shared : kernel.findings) {
    Finding &finding = shared.edit();
    finding.facts = WrittenFinding{nasty, nasty};
    finding.where.file = nasty;
  }
  return kernel;
}

Report report_of(std::vector<KernelReport> kernels) {
  Report report;
  report.kernels = std::move(kernels);
  AnnotationReport analysed;
  analysed.source = {"pi.c", 12, 3};
  for (std::size_t k = 0; k < report.kernels.size(); ++k)
    analysed.kernels.push_back(static_cast<int>(k));
  report.annotated = {analysed};
  return report;
}

std::vector<std::string> lines_of(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

} // namespace osaca::testing

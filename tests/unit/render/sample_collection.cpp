#include "sample_collection.h"

#include "collection/baseline.h"
#include "collection/collect.h"
#include "collection/source_loops.h"
#include "sample_report.h"

namespace osaca::testing {
namespace {

const std::map<std::string, std::string> files = {
    {"/project/src/pi.c",
     "\n\n\n\n\n\n\n\n\n\n\n  for (int i = 0; i < steps; ++i) {\n    sum += 4.0 / (1.0 + x * x);\n  }\n"},
    {"/project/src/sweep.cpp", "void sweep(double *a) {\n  for (int i = 1; i < n; ++i)\n"
                               "    a[i] += a[i - 1]; // osaca: ignore[lcd-bound]\n  for (;;)\n    f();\n}\n"},
    {"/project/src/\xc3\xbcmlaut.c", "/* \xc3\xbc\xf0\x9f\x99\x82 */ for (;;) s += a[i];\n"}};

SourceFile read_source(const std::string &path) {
  const auto found = files.find(path);
  return found == files.end() ? SourceFile() : SourceFile::with(found->second);
}

Finding finding(const std::string &rule, Severity severity, const std::string &message, const SourceLocation &where,
                const std::string &advice = "") {
  Finding out;
  out.rule = rule;
  out.severity = severity;
  out.facts = WrittenFinding{message, advice};
  out.where = where;
  return out;
}

KernelReport pi_on(const std::string &arch, Cycles cycles) {
  KernelReport kernel = sample_kernel();
  kernel.arch = arch;
  kernel.source.file = "src/pi.c";
  kernel.findings.front().edit().where.file = "src/pi.c";
  kernel.findings.front().edit().steps.edit() = {{{"src/pi.c", 13, 25}, WrittenStep{"vdivsd: 4.0 cycles, to xmm1"}},
                                                 {{"src/pi.c", 12, 3}, WrittenStep{"and into the next iteration"}}};
  for (InstructionLine &line : kernel.instructions)
    line.source.file = "src/pi.c";
  kernel.cycles_per_iteration = cycles;
  kernel.source_iterations = 2;
  kernel.annotation = 0;
  return kernel;
}

KernelReport sweep_on_path(int path) {
  KernelReport kernel = sample_kernel();
  kernel.name = ".L8";
  kernel.function = "_Z5sweepPd";
  kernel.source = {"src/sweep.cpp", 2, 3};
  kernel.path_number = path;
  kernel.path_count = 2;
  kernel.path.decisions = {{path == 1 ? BranchDecision::Kind::taken : BranchDecision::Kind::not_taken, ".L9", 0}};
  kernel.cycles_per_iteration = Cycles(25 - path, 3);
  kernel.bound_by = BoundKind::loop_carried;
  kernel.vector_bits = 256;
  kernel.role.kind = LoopRole::Kind::vector_body;
  kernel.complete = path == 2;
  for (InstructionLine &line : kernel.instructions)
    line.opcode = "ADDSDrm";
  kernel.findings.clear();
  kernel.findings.push_back(
      finding("osaca-lcd-bound", Severity::note, "a chain of 8 cycles", {"src/sweep.cpp", 3, 10}));
  kernel.findings.push_back(
      finding("osaca-call", Severity::warning, "the loop calls f", {"src/sweep.cpp", 2, 3}, "inline it"));
  if (path == 2)
    kernel.findings.push_back(
        finding("osaca-port-bound", Severity::note, "only on a path that is not the slowest", {}));
  kernel.annotation = 1;
  return kernel;
}

KernelReport umlaut() {
  KernelReport kernel = sample_kernel();
  kernel.function = "s";
  kernel.source = {"src/\xc3\xbcmlaut.c", 1, 14};
  kernel.findings.front().edit().where = {"src/\xc3\xbcmlaut.c", 1, 23};
  kernel.findings.front().edit().severity = Severity::error;
  for (InstructionLine &line : kernel.instructions)
    line.opcode = "ADDPSrr";
  kernel.annotation = -1;
  return kernel;
}

Report report_with(std::vector<KernelReport> kernels) {
  Report report;
  report.kernels = std::move(kernels);
  report.annotated.push_back({{"src/pi.c", 12, 3}, AnnotationStatus::analysed, "", {0, 1}});
  report.annotated.push_back({{"src/sweep.cpp", 2, 3}, AnnotationStatus::analysed, "", {2, 3}});
  report.annotated.push_back({{"src/sweep.cpp", 4, 3}, AnnotationStatus::vanished, "it was unrolled completely", {}});
  report.annotated.back().findings.push_back(
      finding("osaca-loop-vanished", Severity::note, "no machine code: unrolled", {"src/sweep.cpp", 4, 3}));
  report.problems.push_back({"an instruction that cannot be read", {"src/pi.s", 7, 0}});
  report.notes.push_back("no core was named: these figures are for the one of this machine");
  return report;
}

const CollectOptions options = {"/project", "/project"};

} // namespace

Collection collection_without_baseline() {
  return collect({{"pi.o", report_with({pi_on("core_a", 5), pi_on("core_b", Cycles(13, 3)), sweep_on_path(1),
                                        sweep_on_path(2), umlaut()})}},
                 options, read_source);
}

Collection sample_collection() {
  const Collection collection = collection_without_baseline();
  Baseline baseline = baseline_of(collection);
  baseline.name = "osaca-baseline.json";
  for (LoopRecord &loop : baseline.loops)
    if (loop.file == "src/pi.c") {
      loop.code_hash = "of other code";
      loop.figures.cycles_per_iteration = Cycles(8, 3);
      loop.figures.bound_by = BoundKind::ports;
      if (loop.arch == "core_a")
        loop.accepted.clear();
    }
  LoopRecord gone = baseline.loops.front();
  gone.id = "an id of its own";
  gone.file = "src/gone.c";
  gone.function = "gone";
  gone.source_text_hash = "0";
  gone.opcodes_hash = "0";
  gone.code_hash = "0";
  baseline.loops.push_back(gone);
  for (LoopRecord &loop : baseline.loops)
    if (loop.file != "src/pi.c")
      loop.accepted = {"osaca-call"};
  return with_baseline(collection, baseline, 5);
}

Collection hostile_collection() { return hostile_collection(hostile_kernel().name); }

Collection hostile_collection(const std::string &nasty) {
  const std::string more =
      nasty + "%::warning,file=x: [a](1) {0} ]]> <!-- `` | \\| 'x' # - ...\r\n--- \x01\x7f \xed\xa0\x80";
  Report report = report_of({hostile_kernel(nasty), sample_kernel()});
  for (KernelReport &kernel : report.kernels) {
    kernel.name = kernel.function = kernel.path.written = more;
    kernel.role = loop_role_named(more);
    kernel.arch = "core " + more;
    kernel.source = {"dir with spaces/" + more, 3, 5};
    for (Bound &bound : kernel.bounds)
      bound.facts = WrittenExplanation{more};
    for (Shared<Finding> &shared : kernel.findings) {
      Finding &finding = shared.edit();
      finding.facts = WrittenFinding{more, more};
      finding.steps.edit() = {{{}, WrittenStep{more}}, {{"/" + more, 3, 0}, WrittenStep{more}}};
      finding.where = {};
    }
    kernel.findings.push_back(finding("osaca-of-tomorrow", Severity::warning, more, {more, 0, 0}));
    kernel.findings.push_back(
        finding("osaca-port-bound", Severity::error, "{1} {%k1} a[i] " + more, {"/usr/a b.h", 3, 5}));
  }
  report.kernels.back().cycles_per_iteration = Cycles(1, 3);
  report.annotated.front().kernels.clear();
  for (KernelReport &kernel : report.kernels)
    kernel.annotation = -1;
  report.annotated.push_back({{}, AnnotationStatus::not_a_loop, more, {}});
  report.annotated.back().findings.push_back(finding(more, Severity::warning, more, {}));
  report.problems.push_back({more, {more, 3, 4}});
  report.problems.push_back({more, {}});
  report.notes.push_back(more);
  const Collection collection =
      collect({{more, report}}, {}, [&](const std::string &) { return SourceFile::with(more); });
  Baseline baseline = baseline_of(collection);
  baseline.name = more;
  for (LoopRecord &loop : baseline.loops) {
    loop.figures.cycles_per_iteration = loop.figures.cycles_per_iteration / Cycles(3);
    loop.code_hash = "of other code";
    loop.accepted.clear();
  }
  return with_baseline(collection, baseline, 5);
}

Collection large_collection(int count) {
  Report report;
  for (int i = 0; i < count; ++i) {
    KernelReport kernel = sample_kernel();
    kernel.name = ".L" + std::to_string(i);
    kernel.function = "f" + std::to_string(i);
    kernel.source = {"src/f" + std::to_string(i / 10) + ".c", 1 + 10 * (i % 10), 3};
    kernel.cycles_per_iteration = Cycles(1 + i * 7919 % count);
    kernel.annotation = -1;
    kernel.findings.front().edit().where = kernel.source;
    kernel.findings.front().edit().severity = i % 100 == 99 ? Severity::warning : Severity::note;
    report.kernels.push_back(std::move(kernel));
  }
  return collect({{"all.o", report}}, {}, [](const std::string &) { return SourceFile(); });
}

Collection counted_collection(const std::vector<double> &iterations) {
  Collection collection = large_collection(static_cast<int>(iterations.size()));
  for (std::size_t i = 0; i < iterations.size(); ++i) {
    KernelReport &report = collection.loops[i].report;
    report.frequency = {LoopFrequency::Source::profile, iterations[i], 1};
    report.cycles_per_iteration = 4;
  }
  return with_source_loops(std::move(collection));
}

Collection copies_of_a_loop(int count) {
  Report report;
  for (int i = 1; i <= count; ++i) {
    KernelReport kernel = sample_kernel();
    kernel.name = ".L" + std::to_string(i);
    kernel.function = "caller" + std::to_string(i);
    kernel.source = {"src/inlined.h", 5, 3};
    kernel.cycles_per_iteration = Cycles(i);
    kernel.source_iterations.reset();
    kernel.role.kind = i == 1 ? LoopRole::Kind::vector_body : LoopRole::Kind::plain;
    kernel.annotation = -1;
    kernel.findings.front().edit().where = {"src/inlined.h", 5 + i, 3};
    report.kernels.push_back(std::move(kernel));
  }
  return collect({{"all.o", report}}, {}, [](const std::string &) { return SourceFile(); });
}

Collection sampled_collection() {
  Collection collection = counted_collection({1, 1000});
  collection.samples =
      PlacedSamples{.name = "use.data",
                    .event = "cpu-clock",
                    .sample_count = 1000,
                    .placed_share = 0.625,
                    .other_loops_share = 0.125,
                    .unread = {{"/usr/bin/tool", 0.1, "it is stripped"}},
                    .hot_functions = {{"solve", {"src/joint.c", 3, 0}, false, 0.25, {"src/joint.c", 8, 0}, "step", 2}},
                    .unreported = {{"g", {"src/g.c", 7, 0}, 0.125}}};
  return collection;
}

} // namespace osaca::testing

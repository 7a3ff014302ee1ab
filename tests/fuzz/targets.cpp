#include "targets.h"

#include "annotated_target.h"
#include "calls/call_table.h"
#include "editor_target.h"
#include "measured_target.h"
#include "model/read/model_reader.h"
#include "osaca/analyze.h"
#include "osaca/analyze_inputs.h"
#include "osaca/baseline.h"
#include "osaca/blocks.h"
#include "osaca/embedded_reports.h"
#include "osaca/instruction_figures.h"
#include "osaca/read_report.h"
#include "plugin-common/fortran_directives.h"
#include "project_targets.h"
#include "promises.h"
#include "published_target.h"
#include "source_target.h"

#include <algorithm>
#include <array>

namespace osaca::test {

using namespace std::string_view_literals;

namespace {

/// What must hold for an analysis besides.
void check(const Expected<Report> &report) {
  check_shape(report);
  if (!report)
    return;
  for (const KernelReport &kernel : report->kernels)
    for (const Bound &bound : kernel.bounds) {
      require(bound.cycles >= Cycles(0), "no bound is negative");
      require(bound.cycles <= kernel.cycles_per_iteration, "the prediction is the largest bound");
    }
}

AnalyzeOptions on(const char *arch) {
  AnalyzeOptions options;
  options.archs = {arch};
  return options;
}

void assembly(const std::string &input) { check(analyze(input, "fuzz.s", on("skl"))); }

void assembly_for_arm(const std::string &input) { check(analyze(input, "fuzz.s", on("neoverse-v2"))); }

void assembly_for_riscv(const std::string &input) { check(analyze(input, "fuzz.s", on("sifive-p670"))); }

void capture(const std::string &input) {
  check(analyze_capture(input, on("skl")));
  const Expected<std::string> marked = marked_assembly(input);
  require(marked || !marked.error().message.empty(), "an error has a message");
}

void check_order(const fortran::Statement &statement) {
  require(statement.last.place.line >= statement.first.line, "a statement ends behind its begin");
  require(statement.end.place.line >= statement.last.place.line, "and its construct behind it");
}

void fortran_text(const std::string &input) {
  for (const fortran::Form form : {fortran::Form::free, fortran::Form::fixed}) {
    fortran::Dialect dialect;
    dialect.form = form;
    dialect.has_openmp = input.size() % 2 == 0;
    const fortran::Source source = fortran::read_source(input, "fuzz.f90", dialect);
    require(source.directives.empty() || fortran::may_have_sentinel(input), "the quick look misses no directive");
    for (const fortran::Directive &directive : source.directives) {
      require(directive.place.file < static_cast<int>(source.files.size()), "a directive stands in a file");
      require(directive.statement < static_cast<int>(source.statements.size()), "and belongs to a statement");
    }
    for (const fortran::Statement &statement : source.statements)
      check_order(statement);
  }
}

void model(const std::string &input) {
  const ModelReading reading = read_model(input, "fuzz.yml", {});
  require(reading.data.has_value() == reading.problems.empty(), "a model or the reasons why there is none");
  for (const Error &problem : reading.problems)
    require(!problem.message.empty(), "a problem has a message");
}

void memory_overlay(const std::string &input) {
  const MemoryOverlayReading reading = read_memory_overlay(input, "fuzz.yml");
  require(reading.overlay.has_value() == reading.problems.empty(), "a description or the reasons why there is none");
  if (!reading.overlay)
    return;
  const MemoryHierarchy twice = overlaid(reading.overlay->memory, reading.overlay->memory);
  require(twice.levels.size() == reading.overlay->memory.levels.size(), "over itself it stays what it is");
}

void call_table(const std::string &input) {
  for (const bool is_users : {false, true}) {
    const CallTableReading reading = read_call_table(input, "fuzz.yml", is_users);
    require(reading.table.has_value() == reading.problems.empty(), "a table or the reasons why there is none");
    if (!reading.table)
      continue;
    for (const CallEntry &entry : reading.table->functions) {
      require(reading.table->find(entry.name) != nullptr, "a function is found by its name");
      require(entry.find(entry.typical) != nullptr, "and has figures for usual arguments");
      for (const CallFigures &figures : entry.classes)
        require(Cycles(0) < figures.throughput_cycles && figures.throughput_cycles <= Cycles(most_call_cycles) &&
                    figures.latency_cycles.value_or(figures.throughput_cycles) >= figures.throughput_cycles,
                "that a call can have");
    }
  }
}

void report(const std::string &input) { check_shape(read_report(input, "fuzz.json")); }

void baseline(const std::string &input) {
  const Expected<Baseline> read = read_baseline(input, "fuzz.json");
  require(read || !read.error().message.empty(), "an error has a message");
  if (!read)
    return;
  for (const LoopRecord &loop : read->loops)
    require(loop.figures.cycles_per_iteration >= Cycles(0), "no loop takes negative time");
  for (const LoopChange &change : compare(*read, *read, 0).changes)
    require(!change.is_regression, "nothing is slower than itself");
}

/// Machine code for either CPU: one of them is refused at once.
void machine_code(const std::string &input) {
  check(analyze(input, "fuzz.o", on("skl")));
  check(analyze(input, "fuzz.o", on("neoverse-v2")));
}

/// A Windows program, and behind it the database that it finds.
void program_database(const std::string &input) {
  const std::size_t begin = std::min(input.find("Microsoft C/C++ MSF 7.00"), input.size());
  const std::string program = input.substr(0, begin), database = input.substr(begin);
  Inputs inputs;
  inputs.files = {{"fuzz.exe", "fuzz.exe"}};
  inputs.read = [&](const std::string &) { return Expected<std::string>(program); };
  inputs.open = [&](const std::string &) {
    return Expected<std::unique_ptr<ByteSource>>(std::make_unique<WatchedBytes>(database));
  };
  for (const char *arch : {"skl", "neoverse-v2"})
    check(analyze_inputs(inputs, on(arch), {}));
}

/// A program whose separate debug information is the program itself.
void separate_debug(const std::string &input) {
  Inputs inputs;
  inputs.files = {{"fuzz", "fuzz"}};
  inputs.read = [&input](const std::string &) { return Expected<std::string>(input); };
  inputs.open = [&input](const std::string &) {
    return Expected<std::unique_ptr<ByteSource>>(std::make_unique<WatchedBytes>(input));
  };
  check(analyze_inputs(inputs, on("skl"), {}));
}

/// Every file that a thin archive names is the archive itself.
void embedded(const std::string &input) {
  const auto open = [&input](const std::string &) {
    return Expected<std::unique_ptr<ByteSource>>(std::make_unique<WatchedBytes>(input));
  };
  const EmbeddedReports found = embedded_reports(WatchedBytes(input), "fuzz.o", open);
  for (const Error &problem : found.problems)
    require(!problem.message.empty(), "a problem has a message");
  for (const EmbeddedReports::Document &document : found.documents)
    check_shape(read_report(document.json, document.name));
}

void blocks(const std::string &input) {
  static const Expected<BlockAnalyzer> analyzer = BlockAnalyzer::create("skl");
  require(static_cast<bool>(analyzer), "the model is there");
  std::size_t begin = 0;
  while (begin < input.size()) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    const BlockResult result = analyzer->analyze(std::string_view(input).substr(begin, end - begin));
    require(result.status != BlockResult::Status::ok || result.cycles >= Cycles(0), "no block takes negative time");
    begin = end + 1;
  }
}

/// Each line is looked up.
void instructions(const std::string &input) {
  static const Expected<InstructionLookup> lookup = InstructionLookup::create(
      {.archs = {"skl", "neoverse-v2", "sifive-p670"}, .intel_syntax = false, .most_forms = 3});
  require(static_cast<bool>(lookup), "the models are there");
  std::size_t begin = 0;
  while (begin < input.size()) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    const Expected<LookupResult> found = lookup->find(input.substr(begin, end - begin));
    require(found ? !found->instructions.empty() : !found.error().message.empty(), "an answer, or the reason");
    begin = end + 1;
  }
}

// clang-format off
constexpr std::string_view instruction_words[] = {
    "*", "?", "%ymm0", "%rax", "(%rdi,%rcx,8)", "v0.2d", "x1", "fa0", "lock ", "rep ", "{evex} ", "$0x7fffffffffffffff",
    "VPADD*", "ADD?4rr", "qword ptr [rdi]", "{%k1}{z}", "; ", "#", "\\", ".rept 1000000000; ", "lsl #3", "vsetvli "};
constexpr std::string_view assembly_words[] = {
    "\n# OSACA-BEGIN\n",   "\n# OSACA-END\n",      "\n# LLVM-MCA-BEGIN x\n", "\n# LLVM-MCA-END x\n",
    "\n.rept 1000000000\n", "\n.endr\n",           "\n.macro m\nm\n.endm\nm\n", "\n.include \"/etc/passwd\"\n",
    "\n.incbin \"/dev/zero\"\n", "\n.fill 1000000000,8,0\n", "\n.zero 9223372036854775807\n", "\n.org 4294967296\n",
    "\n.intel_syntax noprefix\n", "\n.loc 1 1 1 view .LVU1\n", "\n.if 1\n", "\n.set x, x+1\n",
    "\n.irp r,a,b\n",       "\nmovl $111, %ebx\n.byte 100,103,144\n", "\n.L3:\n", "\tjne .L3\n",
    "(%rax,%rax,8)",        "lock ",               "rep ",                "\nvgatherdpd (%rax,%ymm1,8), %zmm2{%k1}\n"};
constexpr std::string_view json_words[] = {"[",      "]",     "{",         "}",          "null",   "true",
                                           "\"\\u0000\"", "1e999", "-0",   "\"lines\":", "[[1,1]]", "\"\\ud800\"",
                                           "\"header_line\":", "[1,999999999,0]", "\"not_vectorised\":",
                                           "\"options\":{\"level\":3,\"vectorises\":true},"};
constexpr std::string_view shard_words[] = {"{\"objects\": [", "\"a.o\"", "{\"reports\": 1}", "{\"schema\": \"osaca-shard-1\"}", "%SRCROOT%/", "\n", "\\n", "]}", "18446744073709551615"};
constexpr std::string_view editor_words[] = {"\n",        "null",  "[]",       "{}",    "-1",           "2147483647",     "1.5",
                                             "\"line\":", "\\r\\n", "\\ud83d\\ude42", "[[[[[[", "\"id\":1", "\"character\":", "9999999999",
                                             "Content-Length: 2\r\n\r\n{}"};
constexpr std::string_view yaml_words[] = {"&a [*a]", "&a ", "*a", "!!binary ", "<<: ", "? ", "- ",  ": ",   "|\n",
                                           "---\n",   "{",   "}",  "extends: zen4\n", "%YAML 9.9\n", "[[[[[[", "1/0"};
constexpr std::string_view hex_words[] = {"c5", "62", "0f", "f3", "66", "67", "48", "e2", "\n", "zz", " ", "c4e2", "f0"};

constexpr std::string_view embedded_words[] = {".osaca", "!<thin>\n", "!<arch>\n", "`\n", "OSACA\r\n\x1a", "//", "/0",
                                               "/0:8", "#1/20", "4294967295", "-1", "\xff\xff\xff\xff\xff\xff\xff\xff"};

constexpr std::string_view coff_words[] = {".debug$S", ".debug_line", ".pdata", "RSDS", "/names", "\xf2\0\0\0"sv, "\xf3\0\0\0"sv, "\xf4\0\0\0"sv,
                                           "?f@@YAXXZ", "?$f@V?$", "\xff\xff\xff\xff"};
constexpr std::string_view library_words[] = {"!<arch>\n", "`\n", "//", "/0", "/<X>/", "#1/20", "__.SYMDEF", "4294967295", "\xca\xfe\xba\xbe",
                                              "\xca\xfe\xba\xbf"};

constexpr std::string_view clause_words[] = {"expect(", "bound(", "no(", "cycles <= ", "vector >= ", " per source iteration",
                                             ", arch zen4", " or ", ")", "((", "1e308", "-1", "99999999999999999999", "/*", "=="};
constexpr std::string_view fortran_words[] = {"!OSACA$ analyze", "\nCOSACA$ ", "!$OSACA", "&", "\n&", ";", "do 10 i = 1, n\n", "\nend do\n", "\n10 continue\n", "'", "\"", "\t1",
                                              "do concurrent (i=1:n)", "\nend where\n", "\n# 7 \"a.h\" 1\n", "\n# 2147483647 \"b\"\n", "!$ ", "\n     & ", "where (", "end\n"};
constexpr std::string_view settings_words[] = {"arch: [", "rules:\n  ", "osaca-call: off\n", "tolerance: ", "1e999%", "exclude: ",
                                               "[\"**\"]", "baseline: ../../", "fail-on: ", "&a [*a]", "*a", "<<: ", "\n", "- "};

constexpr std::string_view sample_words[] = {"cycles:u: ", "task-clock:", ": \n\t", "(/", " ([", ")", "+0x", "7f00", "(", ":", " 99999999999999999999 ", "\n\n"};
constexpr std::string_view mix_words[] = {"mix,cycles,spread,predicted,waiting\n", "1 ADD64rr", " + ", "2 IMUL64rr", ",", ",,", "\n", "nan",
                                          "inf", "1e308", "1e-308", "-1", "99999999999999999999", "100000", "JCC_1 fused not taken"};

constexpr std::string_view instlat_words[] = {"{EVEX} ", "LS pair", " + ", "[m64 + 16]", "xmm{k}{z}, ", "r2_64", "imm8_0", " L: ", " T: ", "ns=", "c", "<xmm0>", "LOCK ", "DIV r64 1/1",
                                              "[r64+r64*8+disp8]", "VCVTPD2PS", "0x", "1e308", "-1", "nan", "[", "]", "PEXTR"};
constexpr std::string_view insn_bench_words[] = {"| ", " |", "(", ")", ";", " -> ", "<<", ">>17", "[7]", "lane = ", "acc. fwd.", "elem", "imm", "reg", ".q", ".s", "mov / movn", "0xffffffffffffffff",
                                                 "len == 9", "ld9.s (multi", "-1", "0.00", "nan"};
constexpr std::string_view markup_words[] = {"<pre class=\"nolabel\">", "</pre>", "<table id=\"tblMaa\"", "</table>", "<tr>", "<td>", "<th>", "&lt;", "&;", "&", "<", ">", "/*", "*/", "\xe2\x89\xa4", "e8mf8", "m", "e",
                                             "(vector, 2S)", " to ", "[1;2]", "1e999", "-1", "0.0"};
constexpr std::string_view source_words[] = {"#pragma osaca analyze\n", "_Pragma(\"osaca analyze\")", "\n#if 0\n", "\n#ifdef A\n", "\n#else\n", "\n#endif\n",
                                             "for (;;) ", "while (", "do ", "R\"x(", ")x\"", "/*", "*/", "//", "\\\n", "{", "}", "else ", "'", "\n#define L(n) "};
// clang-format on

constexpr std::array targets = {
    FuzzTarget{"assembly", "assembly text, x86-64", assembly, assembly_words},
    FuzzTarget{"assembly_arm", "assembly text, AArch64", assembly_for_arm, assembly_words},
    FuzzTarget{"assembly_riscv", "assembly text, RISC-V", assembly_for_riscv, assembly_words},
    FuzzTarget{"object", "ELF files", assembly, {}, true},
    FuzzTarget{"coff", "Windows' objects and programs", machine_code, coff_words, true},
    FuzzTarget{"pdb", "Windows' programs with their program databases", program_database, coff_words, true},
    FuzzTarget{"macho", "macOS's objects, programs and their debug information", machine_code, {}, true},
    FuzzTarget{"libraries", "archives of Windows and macOS, and universal files", machine_code, library_words, true},
    FuzzTarget{"separate_debug", "programs with debug information in another file", separate_debug, {}, true},
    FuzzTarget{"annotated", "programs with annotated sources", annotated_program, {}, true},
    FuzzTarget{"capture", "what a compiler plugin hands over", capture, json_words},
    FuzzTarget{"report", "a report in JSON", report, json_words},
    FuzzTarget{"baseline", "a baseline in JSON", baseline, json_words},
    FuzzTarget{"collection", "a report in JSON, in all forms of `osaca report`", collection, json_words},
    FuzzTarget{"summary", "a report in an index", summary, {}, true},
    FuzzTarget{"shard", "a shard of a build", shard, shard_words},
    FuzzTarget{"editor", "what an editor says to the language server", editor_messages, editor_words},
    FuzzTarget{"expectations", "clauses of a pragma", expectations, clause_words},
    FuzzTarget{"fortran", "Fortran's text, in both forms", fortran_text, fortran_words},
    FuzzTarget{"settings", "a project's .osaca.yml", settings, settings_words},
    FuzzTarget{"model", "a machine model in YAML", model, yaml_words},
    FuzzTarget{"memory", "a description of a system's memory, in YAML", memory_overlay, yaml_words},
    FuzzTarget{"calls", "a table with the costs of calls, in YAML", call_table, yaml_words},
    FuzzTarget{"measured", "what was measured of a core, and the model made of it", measured, yaml_words},
    FuzzTarget{"mixes", "mixes of an earlier run of measure ports, as CSV", mixes, mix_words},
    FuzzTarget{"instlatx64", "an instruction table of InstLatx64", instlatx64_table, instlat_words},
    FuzzTarget{"insn_bench", "an instruction table of insn_bench_aarch64", insn_bench_table, insn_bench_words},
    FuzzTarget{"applecpu", "an instruction table of applecpu", applecpu_table, markup_words},
    FuzzTarget{"rvv_bench", "an instruction table of rvv-bench-results", rvv_bench_table, markup_words},
    FuzzTarget{"source_text", "C and C++ source text with pragmas", source_text, source_words},
    FuzzTarget{"samples", "samples as perf script prints them", samples, sample_words},
    FuzzTarget{"recording", "counts of events, recorded", recording, yaml_words},
    FuzzTarget{"embedded", "objects and archives with reports in them", embedded, embedded_words, true},
    FuzzTarget{"instructions", "instructions and names of instructions", instructions, instruction_words},
    FuzzTarget{"blocks", "basic blocks in hexadecimal", blocks, hex_words},
};

} // namespace

std::span<const FuzzTarget> fuzz_targets() { return targets; }

const FuzzTarget *find_fuzz_target(std::string_view name) {
  const auto found = std::ranges::find_if(targets, [&](const FuzzTarget &one) { return one.name == name; });
  return found == targets.end() ? nullptr : &*found;
}

} // namespace osaca::test

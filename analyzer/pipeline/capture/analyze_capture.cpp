#include "pipeline/capture/annotation_findings.h"

#include "base/format.h"
#include "base/index.h"
#include "expectation/expectation.h"
#include "osaca/capture.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/kernel_reports.h"
#include "plugin-common/called_texts.h"
#include "report/rules.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace osaca {

namespace {

void add_fate(const AnnotationReport &annotation, const AnnotationTraits &traits, Findings &findings) {
  if (annotation.status == AnnotationStatus::analysed && annotation.reason.empty())
    return;
  Finding finding;
  finding.rule = annotation.status == AnnotationStatus::not_a_loop ? "osaca-not-a-loop" : "osaca-loop-vanished";
  finding.severity = traits.is_harmless ? Severity::note : find_rule(finding.rule)->severity;
  finding.where = annotation.source;
  finding.facts = LoopLost{annotation.status, annotation.reason, traits.is_statement};
  findings.push_back(std::move(finding));
}

/// Replaces each core's name by the model's own name: "znver4" becomes "zen4".
void resolve(std::vector<Expectation> &expectations, std::vector<std::string> &problems) {
  for (Expectation &expectation : expectations)
    for (std::string &arch : expectation.archs)
      if (const Expected<MachineModel> model = resolve_arch(arch))
        arch = model->name();
      else
        problems.push_back(model.error().message);
}

} // namespace

Findings annotation_findings(const AnnotationReport &annotation, const AnnotationTraits &traits,
                             ParsedExpectations expected, const Report &report) {
  Findings findings;
  if (traits.kind != capture::AnnotationKind::all) // otherwise the loop has no pragma that could expect anything
    add_fate(annotation, traits, findings);
  if (traits.is_harmless)
    expected.expectations.clear();
  resolve(expected.expectations, expected.problems);
  for (const std::string &problem : expected.problems)
    findings.push_back(unreadable_expectation(problem, annotation.source));
  std::vector<const KernelReport *> kernels;
  for (const int kernel : annotation.kernels)
    kernels.push_back(&report.kernels[at(kernel)]);
  std::ranges::move(broken_expectations(expected.expectations, annotation, kernels), std::back_inserter(findings));
  return findings;
}

// Analyses a plugin's capture. The report lists every annotation.

namespace {

/// The compiler's target options, most specific first. Generic targets ("x86-64", "armv8-a", "rv64gc") are not cores,
/// so resolve_archs() does not accept them and this machine's core is used.
struct CaptureArchs {
  ResolvedArchs archs;
  bool named = true;        ///< false: no known core was specified, so it is this machine's
  std::string unknown = {}; ///< the compiler's name of a core that stands for no known one; empty: there is none
};

Expected<CaptureArchs> named(const std::vector<std::string> &names, const AnalyzeOptions &options) {
  Expected<ResolvedArchs> archs = resolve_archs(names, options.memory_file, options.calls_file);
  return archs ? CaptureArchs{*std::move(archs), true} : Expected<CaptureArchs>(archs.error());
}

Expected<CaptureArchs> archs_of(const Capture &capture, const AnalyzeOptions &options) {
  if (!options.archs.empty())
    return named(options.archs, options);
  std::string unknown;
  for (const std::string &name : {capture.cpu, capture.mtune, capture.march}) {
    if (name.empty() || name.find("generic") == 0 || name.starts_with("x86-64"))
      continue;
    if (resolve_arch(name)) {
      OSACA_TRY(CaptureArchs found, named({name}, options));
      found.unknown = unknown;
      return found;
    }
    if (unknown.empty() && (name == capture.cpu || name == capture.mtune)) // -march= may name an instruction set
      unknown = name;
  }
  if (const Expected<MachineModel> host = resolve_arch("native"); host && name_of(host->data().isa) == capture.isa) {
    OSACA_TRY(ResolvedArchs archs, resolve_archs({}, options.memory_file, options.calls_file));
    return CaptureArchs{std::move(archs), false, unknown};
  }
  return Error{format_text("the {} core to analyse for cannot be determined{}: specify it with arch= (compiler plugin) "
                           "or --arch, or compile with -mcpu=",
                           capture.isa, unknown.empty() ? "" : format_text(" ('{}' is not a known core)", unknown))};
}

/// What users have to know if the compiler's options name no core, or one that is not known. Empty: nothing.
std::string note_on_cores(const CaptureArchs &found) {
  if (found.unknown.empty())
    return found.named ? "" : note_on_host_core(found.archs, "arch=, -march=, -mtune=");
  return format_text("'{}' is not a known core (choose one with arch=): figures are for {}, {}", found.unknown,
                     found.archs.models.front().name(),
                     found.named ? "which -march= names" : "the core of this machine");
}

RequestedBy requested_by(capture::AnnotationKind kind) {
  switch (kind) {
  case capture::AnnotationKind::pragma: return RequestedBy::pragma;
  case capture::AnnotationKind::function: return RequestedBy::function;
  case capture::AnnotationKind::all: return RequestedBy::all;
  }
  return RequestedBy::pragma;
}

class CaptureAnalysis {
public:
  CaptureAnalysis(const Capture &capture, const AnalyzeOptions &options, const ResolvedArchs &archs)
      : capture_(capture), options_(options), archs_(archs), costs_(form_costs(archs)),
        decoding_(decode_options(archs, options)), roles_(numbered_roles(capture)),
        failures_(capture.annotations.size()) {
    decoding_.intel_syntax = decoding_.intel_syntax || capture.intel_syntax;
    decoding_.regions = {};
    for (const Capture::Function &function : capture.functions)
      texts_.push_back({&function.name, &function.assembly});
    for (const Capture::Annotation &annotation : capture.annotations) {
      expected_.push_back(parse_expectations(annotation.expectations));
      data_.push_back(expected_.back().data);
    }
  }

  Report run() {
    for (std::size_t f = 0; f < capture_.functions.size(); ++f)
      add_function(f);
    add_annotations();
    return std::move(report_);
  }

private:
  SourceLocation location(int index) const { return index >= 0 ? capture_.locations[at(index)] : SourceLocation{}; }

  std::vector<SourceLocation> inlined_at(int index) const {
    std::vector<SourceLocation> sites;
    if (index >= 0)
      for (int site : capture_.inlined_at[at(index)])
        sites.push_back(location(site));
    return sites;
  }

  std::vector<LineOrigin> origins_of(const Capture::Function &function) const {
    std::vector<int> by_line(static_cast<std::size_t>(function.line_count) + 1, -1);
    for (const Capture::LineRange &range : function.lines)
      for (int line = range.first; line <= range.last; ++line)
        by_line[at(line)] = range.location;
    std::vector<std::string> arrays(by_line.size());
    for (const auto &[line, array] : function.arrays)
      arrays[at(line)] = array;
    std::vector<std::optional<double>> taken(by_line.size());
    for (const auto &[line, probability] : function.branches)
      taken[at(line)] = probability;
    std::vector<LineOrigin> origins;
    for (std::size_t line = 1; line < by_line.size(); ++line)
      if (by_line[line] >= 0 || !arrays[line].empty() || taken[line])
        origins.push_back(
            {static_cast<int>(line), location(by_line[line]), inlined_at(by_line[line]), arrays[line], taken[line]});
    return origins;
  }

  SourceLocation source_of(const Capture::Loop &loop) const {
    if (loop.location >= 0)
      return location(loop.location);
    return loop.annotation >= 0 ? location(capture_.annotations[at(loop.annotation)].location) : SourceLocation{};
  }

  [[nodiscard]] bool is_pointed_at(const Capture::Loop &loop) const {
    return loop.annotation < 0 || capture_.annotations[at(loop.annotation)].kind != capture::AnnotationKind::all;
  }

  void add_function(std::size_t f) {
    const Capture::Function &function = capture_.functions[f];
    if (function.loops.empty())
      return;
    std::vector<KnownLoop> loops;
    for (std::size_t i = 0; i < function.loops.size(); ++i) {
      const Capture::Loop &loop = function.loops[i];
      loops.push_back({.lines = loop.lines,
                       .header_line = loop.header_line,
                       .role = roles_[f][i],
                       .source = source_of(loop),
                       .annotation = loop.annotation,
                       .source_iterations = loop.source_iterations,
                       .nest = loop.nest,
                       .frequency = loop.frequency,
                       .options = function.options,
                       .not_vectorised = loop.not_vectorised,
                       .written = loop.written,
                       .part = loop.part,
                       .is_pointed_at = is_pointed_at(loop),
                       .whole_function = loop.is_whole_function ? function.name : ""});
    }
    Expected<DecodedInput> decoded_or_error = decode_with_callees(f, loops);
    if (!decoded_or_error)
      decoded_or_error =
          decoder_.decode_function(function.assembly, function.name, loops, origins_of(function), decoding_);
    if (!decoded_or_error) {
      fail(function, decoded_or_error.error());
      return;
    }
    DecodedInput decoded = *std::move(decoded_or_error);
    report_.problems.insert(report_.problems.end(), decoded.problems.begin(), decoded.problems.end());
    append_kernel_reports(report_, decoded.kernels, decoded.compiler, costs_, options_, data_);
  }

  /// The text of the function, followed by those of the functions that it calls, as far as they were captured.
  Expected<DecodedInput> decode_with_callees(std::size_t f, const std::vector<KnownLoop> &loops) {
    const Capture::Function &function = capture_.functions[f];
    std::string assembly = function.assembly;
    std::vector<LineOrigin> origins = origins_of(function);
    for (const std::size_t callee : called_texts(texts_, {f})) {
      const Capture::Function &called = capture_.functions[callee];
      if (assembly.empty() || assembly.back() != '\n')
        assembly += '\n';
      const auto lines = static_cast<int>(std::ranges::count(assembly, '\n'));
      assembly += called.assembly;
      for (LineOrigin &origin : origins_of(called)) {
        origin.line += lines;
        origins.push_back(std::move(origin));
      }
    }
    return decoder_.decode_function(assembly, function.name, loops, origins, decoding_);
  }

  void fail(const Capture::Function &function, const Error &error) {
    report_.problems.push_back({format_text("in the assembly of '{}': {}", function.name, error.message), error.where});
    for (const Capture::Loop &loop : function.loops)
      if (loop.annotation >= 0)
        failures_[at(loop.annotation)] = error.message;
  }

  void add_annotations() {
    for (std::size_t a = 0; a < capture_.annotations.size(); ++a) {
      const Capture::Annotation &annotation = capture_.annotations[a];
      AnnotationReport out;
      out.source = location(annotation.location);
      out.requested_by = requested_by(annotation.kind);
      for (std::size_t k = 0; k < report_.kernels.size(); ++k)
        if (report_.kernels[k].annotation == static_cast<int>(a))
          out.kernels.push_back(static_cast<int>(k));
      set_status(out, annotation, failures_[a]);
      out.findings = annotation_findings(out, {annotation.kind, annotation.is_statement, annotation.is_harmless},
                                         std::move(expected_[a]), report_);
      report_.annotated.push_back(std::move(out));
    }
  }

  static void set_status(AnnotationReport &out, const Capture::Annotation &annotation, const std::string &failure) {
    out.reason = annotation.reason;
    if (!out.kernels.empty()) {
      out.status = AnnotationStatus::analysed;
      return;
    }
    const bool is_found = annotation.status == capture::AnnotationStatus::found;
    out.status = annotation.status == capture::AnnotationStatus::not_a_loop ? AnnotationStatus::not_a_loop
                                                                            : AnnotationStatus::vanished;
    if (!is_found && !out.reason.empty())
      return;
    if (!failure.empty())
      out.reason = "its machine code could not be read: " + failure;
    else if (is_found)
      out.reason = "the compiler kept the loop, but its machine code could not be analysed";
    else if (out.status == AnnotationStatus::vanished)
      out.reason = "the compiler gave no reason";
  }

  const Capture &capture_;
  const AnalyzeOptions &options_;
  const ResolvedArchs &archs_;
  std::vector<FormCosts> costs_;
  DecodeOptions decoding_;
  std::vector<FunctionText> texts_; ///< parallel to the functions of the capture
  AssemblyDecoder decoder_;
  std::vector<std::vector<LoopRole>> roles_;
  std::vector<ParsedExpectations> expected_; ///< by annotation
  std::vector<DataPlace> data_;              ///< by annotation
  std::vector<std::string> failures_;        ///< by annotation: why its code could not be read
  Report report_;
};

} // namespace

Expected<Report> analyze_capture(const Capture &capture, const AnalyzeOptions &options) {
  try {
    OSACA_TRY(const CaptureArchs found, archs_of(capture, options));
    const ResolvedArchs &archs = found.archs;
    const MachineModel &model = archs.models.front();
    if (name_of(model.data().isa) != capture.isa)
      return Error{format_text("the compiler generated {} code, but '{}' is a core of {}: choose another arch",
                               capture.isa, model.name(), name_of(model.data().isa))};
    Report report = CaptureAnalysis(capture, options, archs).run();
    if (!capture.compiler.empty() && !report.kernels.empty())
      report.compilers.insert(capture.compiler);
    if (std::string note = note_on_cores(found); !note.empty() && !report.kernels.empty())
      report.notes.push_back(std::move(note));
    return report;
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what(), {capture.unit, 0, 0}};
  }
}

Expected<Report> analyze_capture(const std::string &capture, const AnalyzeOptions &options) {
  const Expected<Capture> read = read_capture(capture);
  return read ? analyze_capture(*read, options) : Expected<Report>(read.error());
}

} // namespace osaca

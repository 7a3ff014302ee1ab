// Each input is processed separately: open it, scan its code, read its sources, decode the functions that contain code
// of annotated statements, then analyse their loops. The threads share scanning, decoding and analysing.
#include "osaca/annotated_loops.h"

#include "base/index.h"
#include "base/parallel.h"
#include "container/file_kind.h"
#include "decode/formats/read_image.h"
#include "expectation/expectation.h"
#include "pipeline/annotated/annotated_groups.h"
#include "pipeline/annotated/program_sources.h"
#include "pipeline/capture/annotation_findings.h"
#include "pipeline/opened_input.h"

#include <algorithm>
#include <exception>

namespace osaca {
namespace {

using Workers = std::vector<std::unique_ptr<Worker>>;

/// Messages about unreadable clauses quote them.
ParsedExpectations expectations_of(const SourceAnnotation &annotation) {
  ParsedExpectations expected = parse_expectations(annotation.clauses);
  if (!annotation.may_be_quoted && !expected.problems.empty())
    expected.problems = {"the clauses are not shown, because the source is outside of the project's root and of "
                         "--source-path"};
  return expected;
}

template <class T> void append(std::vector<T> &all, std::vector<T> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

class AnnotatedProgram {
public:
  AnnotatedProgram(const InputFile &program, ObjectFile file, const SourceFinder &finder, bool all, Workers &workers)
      : file_(std::move(file)), sources_(program, file_.source_files(), finder, all), workers_(workers) {}

  Report analyze() {
    const ObjectPlan plan = planned();
    sources_.find_annotations();
    report_.notes = sources_.notes();
    if (sources_.annotations().empty())
      return std::move(report_);
    const AnnotatedCode code = plan.annotated_code(sources_.annotated());
    sources_.read_statements(code.files);
    decode(plan, code.groups);
    give_machine_roles(groups_);
    analyze_groups();
    add_annotations(plan.remarks().with_unknown_jumps, code.lines);
    return std::move(report_);
  }

private:
  ObjectPlan planned() {
    std::vector<ScannedRange> scanned(file_.range_count());
    for_each_index(threads(), scanned.size(),
                   [&](int worker, std::size_t r) { scanned[r] = workers_[at(worker)]->decoder().scan(file_, r); });
    RegionSelection wanted;
    wanted.mode = RegionSelection::Mode::statements;
    return {file_, std::move(scanned), wanted};
  }

  void decode(const ObjectPlan &plan, const std::vector<std::size_t> &groups) {
    groups_.resize(groups.size());
    std::vector<std::optional<Error>> failures(groups.size());
    for_each_index(threads(), groups.size(), [&](int worker, std::size_t g) {
      Expected<AnnotatedGroup> decoded =
          workers_[at(worker)]->decoder().annotated(plan, groups[g], sources_.annotated());
      if (decoded)
        groups_[g] = std::move(decoded).value();
      else
        failures[g] = decoded.error();
    });
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (failures[g])
        report_.problems.push_back(*failures[g]);
      append(report_.problems, std::move(groups_[g].input.problems));
    }
  }

  void analyze_groups() {
    for (const SourceAnnotation &annotation : sources_.annotations())
      expected_.push_back(expectations_of(annotation));
    std::vector<DataPlace> data;
    for (const ParsedExpectations &expected : expected_)
      data.push_back(expected.data);
    std::vector<Report> parts(groups_.size());
    for_each_index(threads(), groups_.size(), [&](int worker, std::size_t g) {
      workers_[at(worker)]->add_reports(parts[g], groups_[g].input.kernels, groups_[g].input.compiler, data);
    });
    for (Report &part : parts)
      append(report_.kernels, std::move(part.kernels));
  }

  void add_annotations(const std::set<std::string> &with_unknown_jumps, const std::map<int, std::set<int>> &lines) {
    const std::vector<SourceAnnotation> &annotations = sources_.annotations();
    std::vector<AnnotationReport> reports(annotations.size());
    for (std::size_t k = 0; k < report_.kernels.size(); ++k)
      reports[at(report_.kernels[k].annotation)].kernels.push_back(static_cast<int>(k));
    const std::vector<AnnotationFate> fates = fates_of(annotations, groups_, with_unknown_jumps, lines);
    for (std::size_t a = 0; a < annotations.size(); ++a) {
      AnnotationReport &report = reports[a];
      report.source = annotations[a].place;
      report.requested_by =
          annotations[a].kind == capture::AnnotationKind::all ? RequestedBy::all : RequestedBy::pragma;
      if (report.kernels.empty()) {
        report.status = fates[a].status;
        report.reason = fates[a].reason;
      }
      const bool is_harmless = report.kernels.empty() && fates[a].is_harmless;
      report.findings = annotation_findings(report, {annotations[a].kind, annotations[a].is_statement, is_harmless},
                                            std::move(expected_[a]), report_);
    }
    report_.annotated = std::move(reports);
    forget_loops_without_code();
  }

  /// Removes loops that were requested only by `all` if the program has no code of them, or if they are outer loops
  /// that are not analysed themselves.
  void forget_loops_without_code() {
    std::set<int> has_code;
    for (const AnnotatedGroup &group : groups_)
      for (const auto &[annotation, remains] : group.remains)
        has_code.insert(annotation);
    std::vector<int> kept(report_.annotated.size(), -1);
    std::vector<AnnotationReport> annotated;
    for (std::size_t a = 0; a < report_.annotated.size(); ++a) {
      const SourceAnnotation &asked = sources_.annotations()[a];
      const bool is_reported = asked.kind == capture::AnnotationKind::pragma || !report_.annotated[a].kernels.empty() ||
                               (asked.is_innermost && has_code.contains(static_cast<int>(a)));
      if (!is_reported)
        continue;
      kept[a] = static_cast<int>(annotated.size());
      annotated.push_back(std::move(report_.annotated[a]));
    }
    for (KernelReport &kernel : report_.kernels)
      kernel.annotation = kept[at(kernel.annotation)];
    report_.annotated = std::move(annotated);
  }

  [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()); }

  ObjectFile file_;
  ProgramSources sources_;
  Workers &workers_;
  std::vector<AnnotatedGroup> groups_;
  std::vector<ParsedExpectations> expected_; ///< by annotation
  Report report_;
};

void add(Report &all, Report part) {
  const int kernels = static_cast<int>(all.kernels.size());
  const int annotations = static_cast<int>(all.annotated.size());
  for (KernelReport &kernel : part.kernels)
    kernel.annotation += annotations;
  for (AnnotationReport &annotation : part.annotated)
    for (int &kernel : annotation.kernels)
      kernel += kernels;
  append(all.kernels, std::move(part.kernels));
  append(all.annotated, std::move(part.annotated));
  append(all.problems, std::move(part.problems));
  append(all.notes, std::move(part.notes));
}

Report of_input(const InputFile &program, const RawInput &input, const SourceFinder &sources, bool all,
                Workers &workers) {
  const auto only = [&](Error error) { return Report{.kernels = {}, .annotated = {}, .problems = {std::move(error)}}; };
  if (input.error)
    return only(*input.error);
  const FileIdentity identity = identity_of(input.bytes);
  if (!has_machine_code(identity.kind)) {
    const std::string why = why_no_code(identity.kind);
    return only({why.empty() ? "this is not a file with machine code: pass a program, a library or an object" : why,
                 {input.name, 0, 0}});
  }
  if (const std::optional<Error> other = workers.front()->error_of_other_isa(identity.machine, input.name))
    return only(*other);
  Expected<ObjectFile> file = ObjectFile::open(input.bytes, input.name, input.debug_bytes, true);
  if (!file)
    return only(file.error());
  if (file->source_files().size() <= 1)
    return only(
        {"the file has no source lines, so annotations cannot be assigned to its loops: compile and link with -g "
         "(with Clang, -gline-tables-only is enough)",
         {input.name, 0, 0}});
  return AnnotatedProgram(program, std::move(file).value(), sources, all, workers).analyze();
}

Report of_inputs(const Inputs &inputs, const SourceFinder &sources, bool all, Workers &workers) {
  Report report;
  for (const InputFile &program : inputs.files) {
    const Expected<std::string> bytes = inputs.read(program.path);
    if (!bytes) {
      report.problems.push_back(bytes.error());
      continue;
    }
    std::vector<RawInput> raw;
    (void)add_inputs(program, *bytes, inputs.open, *workers.front(), raw);
    for (const RawInput &input : raw)
      add(report, of_input(program, input, sources, all, workers));
  }
  if (!report.kernels.empty())
    append(report.notes, workers.front()->notes());
  return report;
}

} // namespace

Report analyze_annotated_loops(const Inputs &inputs, const SourceFinder &sources, bool all,
                               const AnalyzeOptions &options, const WorkOptions &work) {
  Report failed;
  try {
    const Expected<ResolvedArchs> archs = resolve_archs(options.archs, options.memory_file, options.calls_file);
    if (archs) {
      Workers workers;
      for (int worker = 0; worker < std::max(work.jobs, 1); ++worker)
        workers.push_back(std::make_unique<Worker>(options, *archs));
      return of_inputs(inputs, sources, all, workers);
    }
    failed.problems.push_back(archs.error());
  } catch (const std::exception &problem) {
    failed.problems.push_back({std::string("internal error: ") + problem.what()});
  }
  return failed;
}

} // namespace osaca

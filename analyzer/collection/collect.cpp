#include "collection/collect.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "base/index.h"
#include "base/parallel.h"
#include "base/source_location.h"
#include "base/text.h"
#include "collection/collected_findings.h"
#include "collection/loop_identity.h"
#include "report/rules.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

namespace osaca {

// Three steps: collect every loop of every object by its content, so that equal code is kept once; sort the loops in
// the order of the source and name them; collect their findings, one per line and rule.

namespace {

struct LoopDraft {
  std::unique_ptr<CollectedLoop> loop; ///< moved to the collection in the end
  std::set<std::string> objects;
  std::set<std::pair<double, double>> counted; ///< iterations and entries in the profiles of the objects
  int index = -1;                              ///< index into Collection::loops

  [[nodiscard]] const KernelReport &report() const { return loop->report; }
};

using Drafts = std::unordered_map<std::string, LoopDraft>; ///< by content

struct DraftAnnotation {
  AnnotationReport report;
  std::set<const LoopDraft *> drafts;
};

/// A loop with the properties that order loops. The content decides last, so that the order is unique.
struct RankedDraft {
  LoopDraft *draft;
  const std::string *key;
  std::string role;

  [[nodiscard]] auto rank() const {
    const KernelReport &kernel = draft->report();
    const SourceLocation &where = kernel.source.known() ? kernel.source : kernel.input;
    return std::tie(where.file, where.line, where.column, kernel.function, role, kernel.path_number, kernel.name, *key);
  }
};

class Collector {
public:
  Collector(const CollectOptions &options, const SourceReader &read_source, const Configure &configure)
      : jobs_(options.jobs), paths_(options, read_source), configure_(configure) {}

  void add(NamedReport named, int number) {
    Report report = paths_.renamed(std::move(named.report), named.object);
    if (configure_)
      report = configure_(std::move(report));
    std::vector<const LoopDraft *> drafts;
    for (KernelReport &kernel : report.kernels)
      drafts.push_back(add_kernel(std::move(kernel), named.object, number));
    for (AnnotationReport &annotation : report.annotated)
      add_annotation(std::move(annotation), drafts);
    for (const Error &problem : report.problems)
      problems_.emplace(problem.text(), problem);
    notes_.insert(report.notes.begin(), report.notes.end());
    compilers_.merge(report.compilers);
  }

  Collection collection() {
    Collection out;
    out.withheld_sources = paths_.withheld();
    out.sources = paths_.take_sources();
    list_loops(out);
    list_annotations(out);
    drafts_.clear();
    for (const auto &[text, problem] : problems_)
      out.problems.push_back(problem);
    for (const Error &problem : unknown_rules_in_comments(out.sources))
      out.problems.push_back(problem);
    out.notes.assign(notes_.begin(), notes_.end());
    out.compilers = compilers_;
    out.findings = collected_findings(out);
    return out;
  }

private:
  const LoopDraft *add_kernel(KernelReport report, const std::string &object, int number) {
    std::string key = format_text("{}{}{}{}{}{}{}{}{}{}{}{}", place_of(report).text(), key_separator, report.function,
                                  key_separator, name_of(report.role), key_separator, report.path_number, key_separator,
                                  report.arch, key_separator, report.cycles_per_iteration.text(), key_separator);
    key += opcodes_of(report);
    const auto [known, is_new] = drafts_.try_emplace(std::move(key));
    LoopDraft &draft = known->second;
    // Labels differ between objects. Those of the first object by name are used, so that the order of reading does not
    // matter.
    const LoopFrequency frequency = report.frequency;
    if (is_new)
      draft.loop = std::make_unique<CollectedLoop>();
    if (is_new || object < *draft.objects.begin()) {
      draft.loop->report = std::move(report);
      draft.loop->from_report = number;
    }
    draft.objects.insert(object);
    // Each object counts its own copy. Equal counts are from the same object, which is also in an archive.
    if (frequency.source == LoopFrequency::Source::profile)
      draft.counted.emplace(frequency.iterations, frequency.entries);
    return &draft;
  }

  static LoopFrequency total_frequency(const LoopDraft &draft) {
    if (draft.counted.empty())
      return draft.report().frequency;
    LoopFrequency total{.source = LoopFrequency::Source::profile};
    for (const auto &[iterations, entries] : draft.counted) {
      total.iterations += iterations;
      total.entries += entries;
    }
    return total;
  }

  void add_annotation(AnnotationReport annotation, const std::vector<const LoopDraft *> &drafts) {
    const auto key = std::tuple(annotation.source.file, annotation.source.line, annotation.source.column);
    const auto [known, is_new] = annotations_.try_emplace(key);
    DraftAnnotation &draft = known->second;
    for (const int kernel : annotation.kernels)
      draft.drafts.insert(drafts[at(kernel)]);
    // A loop in a header may have vanished in one object but not in another.
    const bool says_more =
        !is_new && draft.report.status != AnnotationStatus::analysed && annotation.status == AnnotationStatus::analysed;
    const bool says_less =
        !is_new && draft.report.status == AnnotationStatus::analysed && annotation.status != AnnotationStatus::analysed;
    const RequestedBy requested_by =
        is_new ? annotation.requested_by : std::min(annotation.requested_by, draft.report.requested_by);
    if (is_new || says_more)
      draft.report = std::move(annotation);
    else if (!says_less)
      for (Finding &finding : annotation.findings)
        draft.report.findings.push_back(std::move(finding));
    draft.report.requested_by = requested_by;
  }

  void list_loops(Collection &out) {
    std::vector<RankedDraft> order;
    order.reserve(drafts_.size());
    for (auto &[key, draft] : drafts_)
      order.push_back({&draft, &key, name_of(draft.report().role)});
    std::ranges::sort(order, [](const RankedDraft &a, const RankedDraft &b) { return a.rank() < b.rank(); });
    std::vector<std::string> groups(order.size());
    for_each_index(jobs_, order.size(), [&](int /*worker*/, std::size_t index) {
      order[index].draft->index = static_cast<int>(index);
      finish(*order[index].draft, out.sources);
      groups[index] = key_of_group(*order[index].draft->loop);
    });
    out.loops.reserve(order.size());
    for (const RankedDraft &ranked : order)
      out.loops.push_back(std::move(ranked.draft->loop));
    std::unordered_map<std::string, int> numbers;
    Ordinals ordinals;
    for (std::size_t i = 0; i < out.loops.size(); ++i) {
      CollectedLoop &loop = out.loops[i];
      loop.group = numbers.try_emplace(std::move(groups[i]), static_cast<int>(numbers.size())).first->second;
      loop.record.id = id_of(loop.record, ordinals);
    }
  }

  /// Sets all members of the loop but `group` and `record.id`.
  static void finish(LoopDraft &draft, const SourceLines &sources) {
    CollectedLoop &loop = *draft.loop;
    loop.record = record_of(loop.report, sources);
    loop.objects.assign(draft.objects.begin(), draft.objects.end());
    loop.report.frequency = total_frequency(draft);
    loop.report.annotation = -1;
  }

  using Ordinals = std::unordered_map<std::string, int>; ///< the number of loops so far with equal keys

  /// Equal for the same machine loop and path on all cores.
  static std::string key_of_group(const CollectedLoop &loop) {
    const KernelReport &kernel = loop.report;
    const LoopRecord &record = loop.record;
    std::string key = record.file;
    for (const std::string &part :
         {std::to_string(record.line), std::to_string(place_of(kernel).column), kernel.function, name_of(kernel.role),
          kernel.name, record.opcodes_hash, std::to_string(kernel.path_number)})
      (key += key_separator) += part;
    return key;
  }

  static LoopRecord record_of(const KernelReport &kernel, const SourceLines &sources) {
    const SourceLocation &where = place_of(kernel);
    LoopRecord record;
    record.file = where.file;
    record.line = where.line;
    record.function = kernel.function;
    record.role = kernel.role;
    record.path_number = kernel.path_number;
    record.arch = kernel.arch;
    record.figures = kernel.figures();
    record.source_text_hash = source_text_hash_of(where, sources);
    record.opcodes_hash = opcodes_hash_of(kernel);
    return record;
  }

  static std::string id_of(const LoopRecord &record, Ordinals &ordinals) {
    const std::string key =
        format_text("{}{}{}{}{}{}{}{}{}{}{}", record.file, key_separator, record.function, key_separator,
                    name_of(without_copies(record.role)), key_separator, record.path_number, key_separator, record.arch,
                    key_separator, record.source_text_hash);
    return fingerprint_of(format_text("{}{}{}", key, key_separator, ordinals[key]++));
  }

  void list_annotations(Collection &out) {
    for (auto &[place, draft] : annotations_) {
      std::set<int> kernels;
      for (const LoopDraft *loop : draft.drafts)
        kernels.insert(loop->index);
      draft.report.kernels.assign(kernels.begin(), kernels.end());
      for (const int kernel : kernels)
        out.loops[at(kernel)].report.annotation = static_cast<int>(out.annotated.size());
      out.annotated.push_back(std::move(draft.report));
    }
  }

  int jobs_;
  ProjectPaths paths_;
  const Configure &configure_;
  Drafts drafts_;
  std::map<std::tuple<std::string, int, int>, DraftAnnotation> annotations_;
  std::map<std::string, Error> problems_;
  std::set<std::string> notes_;
  std::set<std::string> compilers_;
};

} // namespace

Collection collect(std::vector<NamedReport> reports, const CollectOptions &options, const SourceReader &read_source,
                   const Configure &configure) {
  Collector collector(options, read_source, configure);
  std::vector<int> in_order(reports.size());
  std::iota(in_order.begin(), in_order.end(), 0);
  std::ranges::stable_sort(in_order, {}, [&](int report) -> const std::string & { return reports[at(report)].object; });
  for (const int report : in_order)
    collector.add(std::move(reports[at(report)]), report);
  return collector.collection();
}

namespace {

constexpr int most_folders_above = 6;

/// "out/liba.a(b.o)" -> "out"
std::string folder_of_object(const std::string &object) {
  return std::string(folder_of(object.substr(0, object.find('('))));
}

} // namespace

ProjectPaths::ProjectPaths(CollectOptions options, SourceReader read_source)
    : options_(std::move(options)), read_source_(std::move(read_source)) {}

const std::string &ProjectPaths::name_in_project(const std::string &file, const std::string &object) {
  if (file.empty() || !can_name_a_file(file))
    return file;
  if (names_here_ == nullptr || object != object_here_) { // reports name the same few files many times
    object_here_ = object;
    names_here_ = &names_[folder_of_object(object)];
  }
  const auto [known, is_new] = names_here_->try_emplace(file);
  if (is_new)
    known->second = resolved(file, folder_of_object(object));
  return known->second;
}

void ProjectPaths::rename(SourceLocation &where, const std::string &object) {
  if (const std::string &name = name_in_project(where.file, object); name != where.file)
    where.file = name;
}

void ProjectPaths::rename(Finding &finding, const std::string &object) {
  rename(finding.where, object);
  if (!finding.steps->empty())
    for (FindingStep &step : finding.steps.edit())
      rename(step.where, object);
}

KernelReport ProjectPaths::renamed(KernelReport kernel, const std::string &object) {
  rename(kernel.source, object);
  rename(kernel.input, object);
  for (InstructionLine &line : kernel.instructions) {
    rename(line.source, object);
    for (SourceLocation &site : line.inlined_at)
      rename(site, object);
  }
  std::erase_if(kernel.findings, [](const Finding &finding) { return finding.rule == regression_rule; });
  for (Finding &finding : kernel.findings)
    rename(finding, object);
  for (Finding &finding : kernel.findings_if_hot)
    rename(finding, object);
  return kernel;
}

Report ProjectPaths::renamed(Report report, const std::string &object) {
  for (const std::string &file : report.files_of_instructions)
    static_cast<void>(name_in_project(file, object)); // the file is a source of the project, which may be shown
  for (KernelReport &kernel : report.kernels)
    kernel = renamed(std::move(kernel), object);
  for (AnnotationReport &annotation : report.annotated) {
    rename(annotation.source, object);
    for (Finding &finding : annotation.findings)
      rename(finding, object);
  }
  for (Error &problem : report.problems)
    rename(problem.where, object);
  return report;
}

std::string ProjectPaths::resolved(const std::string &file, const std::string &folder) {
  if (is_absolute_path(file)) {
    const std::string absolute = normal_path(file);
    is_there(absolute);
    return below_root(absolute);
  }
  if (options_.working_dir.empty())
    return normal_path(file);
  const std::string here = normal_path(options_.working_dir, file);
  std::string candidate = here;
  std::string above = normal_path(options_.working_dir, folder);
  for (int i = 0; i <= most_folders_above; ++i) {
    if (is_there(candidate))
      return below_root(candidate);
    candidate = normal_path(above, file);
    above = folder_of(above);
  }
  return below_root(here);
}

/// Only existing files are cached, because the number of names of missing files is not limited.
bool ProjectPaths::is_there(const std::string &absolute) {
  if (found_.contains(absolute))
    return true;
  SourceFile source = read_source_ ? read_source_(absolute) : SourceFile();
  if (source.access == SourceFile::Access::missing)
    return false;
  if (source.access == SourceFile::Access::open)
    sources_.emplace(below_root(absolute), LinedText(std::move(source.text)));
  else
    withheld_.insert(below_root(absolute));
  found_.insert(absolute);
  return true;
}

std::string ProjectPaths::below_root(const std::string &path) const {
  if (options_.root.empty())
    return path;
  const std::string root = options_.root.ends_with('/') ? options_.root : options_.root + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

} // namespace osaca

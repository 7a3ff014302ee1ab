#include "collection/collect.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "base/index.h"
#include "base/parallel.h"
#include "collection/collected_findings.h"
#include "collection/loop_identity.h"
#include "collection/numbered_fingerprints.h"
#include "collection/source_loops.h"
#include "collection/text_ranks.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace osaca {

// Three steps: collect every loop of every object by its content, so that equal code is kept once; sort the loops in
// the order of the source and name them; collect their findings, one per line and rule.

namespace {

/// A loop that is not named yet. Equal drafts are the same loop in several objects.
struct LoopDraft {
  LoopDraft(KernelReport report, const std::string &object, int number) : loop(std::make_unique<CollectedLoop>()) {
    // Each object counts its own copy. Equal counts are from the same object, which is also in an archive.
    if (report.frequency.source == LoopFrequency::Source::profile)
      counted.emplace(report.frequency.iterations, report.frequency.entries);
    loop->report = std::move(report);
    loop->objects.push_back(object);
    loop->from_report = number;
    hash = hash_of(loop->report);
  }

  [[nodiscard]] const KernelReport &report() const { return loop->report; }

  std::unique_ptr<CollectedLoop> loop;         ///< moved to the collection in the end
  std::set<std::pair<double, double>> counted; ///< iterations and entries in the profiles of the objects
  std::size_t hash = 0;                        ///< equal for equal drafts
  int index = -1;                              ///< index into Collection::loops

private:
  static std::size_t hash_of(const KernelReport &report) {
    const std::hash<std::string_view> hash;
    const SourceLocation &where = place_of(report);
    std::size_t out = hash(where.file);
    for (const std::size_t part : {static_cast<std::size_t>(where.line), static_cast<std::size_t>(where.column),
                                   static_cast<std::size_t>(report.path_number), hash(report.function),
                                   hash(report.arch), hash(opcodes_of(report))})
      out = out * 31 + part;
    return out;
  }
};

struct HashOfDraft {
  std::size_t operator()(const LoopDraft *draft) const { return draft->hash; }
};

struct SameDraft {
  bool operator()(const LoopDraft *a, const LoopDraft *b) const {
    const auto properties = [](const KernelReport &kernel) {
      return std::tie(place_of(kernel), kernel.function, kernel.role, kernel.path_number, kernel.arch,
                      kernel.cycles_per_iteration);
    };
    return a->hash == b->hash && properties(a->report()) == properties(b->report()) &&
           opcodes_of(a->report()) == opcodes_of(b->report());
  }
};

using OwnedDraft = std::unique_ptr<LoopDraft>;

struct DraftAnnotation {
  AnnotationReport report;
  std::set<const LoopDraft *> drafts;
};

/// A loop with the properties that order loops. The order is unique.
struct RankedDraft {
  LoopDraft *draft;
  PlaceRank place;
  std::string role;

  friend bool operator<(const RankedDraft &a, const RankedDraft &b) {
    if (a.place != b.place)
      return a.place < b.place;
    const auto names = [](const RankedDraft &ranked) {
      const KernelReport &kernel = ranked.draft->report();
      return std::tie(kernel.function, ranked.role, kernel.path_number, kernel.name, kernel.arch);
    };
    return names(a) != names(b) ? names(a) < names(b) : content_of(a) < content_of(b);
  }

private:
  using Content = std::tuple<std::string, std::string, Cycles>;

  static Content content_of(const RankedDraft &ranked) {
    const KernelReport &kernel = ranked.draft->report();
    return {kernel.cycles_per_iteration.text(), opcodes_of(kernel), kernel.cycles_per_iteration};
  }
};

class Collector {
public:
  Collector(const CollectOptions &options, const SourceReader &read_source, const Configure &configure)
      : jobs_(options.jobs), paths_(options, read_source), configure_(configure) {}

  /// With the project's names and settings.
  Report prepared(NamedReport named) {
    Report report = paths_.renamed(std::move(named.report), named.object);
    return configure_ ? configure_(std::move(report)) : report;
  }

  /// `drafts`: of the report's loops. Labels differ between objects: those of the first report are used, so reports
  /// are added in the order of their objects.
  void add(Report report, std::vector<OwnedDraft> drafts) {
    std::vector<const LoopDraft *> known;
    for (OwnedDraft &draft : drafts)
      known.push_back(add(std::move(draft)));
    for (AnnotationReport &annotation : report.annotated)
      add_annotation(std::move(annotation), known);
    for (const Error &problem : report.problems)
      problems_.emplace(problem.text(), problem);
    notes_.insert(report.notes.begin(), report.notes.end());
    compilers_.merge(report.compilers);
  }

  /// May be called once.
  Collection take_collection() {
    Collection out;
    out.withheld_sources = paths_.withheld();
    out.sources = paths_.take_sources();
    list_loops(out);
    take_annotations(out);
    known_.clear();
    drafts_.clear();
    for (const auto &[text, problem] : problems_)
      out.problems.push_back(problem);
    for (const Error &problem : unknown_rules_in_comments(out.sources))
      out.problems.push_back(problem);
    out.notes.assign(notes_.begin(), notes_.end());
    out.compilers = compilers_;
    out = with_source_loops(std::move(out), jobs_);
    out.findings = collected_findings(out, jobs_);
    return out;
  }

private:
  const LoopDraft *add(OwnedDraft draft) {
    const auto [known, is_new] = known_.insert(draft.get());
    if (is_new)
      return drafts_.emplace_back(std::move(draft)).get();
    std::vector<std::string> &objects = (*known)->loop->objects;
    if (const std::string &object = draft->loop->objects.front(); objects.back() != object)
      objects.push_back(object);
    (*known)->counted.merge(draft->counted);
    return *known;
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
      std::ranges::move(annotation.findings, std::back_inserter(draft.report.findings));
    draft.report.requested_by = requested_by;
  }

  void list_loops(Collection &out) {
    std::vector<RankedDraft> order = ordered();
    for_each_index(jobs_, order.size(), [&](int /*worker*/, std::size_t index) {
      order[index].draft->index = static_cast<int>(index);
      finish(*order[index].draft, out.sources);
    });
    out.loops.reserve(order.size());
    for (const RankedDraft &ranked : order)
      out.loops.push_back(std::move(ranked.draft->loop));
    const std::vector<Fingerprint> ids = numbered_fingerprints(
        {.count = out.loops.size(),
         .same_file = [&](std::size_t a, std::size_t b) { return file_of(out.loops[a]) == file_of(out.loops[b]); },
         .content = [&](std::size_t loop) { return identity_of(out.loops[loop]); }},
        jobs_);
    for (std::size_t i = 0; i < out.loops.size(); ++i)
      out.loops[i].id = ids[i];
    number_groups(out.loops);
  }

  [[nodiscard]] std::vector<RankedDraft> ordered() const {
    TextRanks files;
    for (const OwnedDraft &draft : drafts_)
      files.add(place_of(draft->report()).file);
    files.rank();
    std::vector<RankedDraft> order;
    order.reserve(drafts_.size());
    for (const OwnedDraft &draft : drafts_)
      order.push_back({draft.get(), rank_of(place_of(draft->report()), files), name_of(draft->report().role)});
    std::sort(order.begin(), order.end());
    return order;
  }

  /// The loops of a group differ in their cores only, so they are close together.
  static void number_groups(BoxedVector<CollectedLoop> &loops) {
    const auto is_alike = [](const KernelReport &a, const KernelReport &b) {
      return place_of(a) == place_of(b) && a.function == b.function && a.role == b.role && a.name == b.name &&
             a.path_number == b.path_number;
    };
    std::map<Fingerprint, int> numbers; // by their opcodes, of the loops that are alike
    int next = 0;
    for (std::size_t i = 0; i < loops.size(); ++i) {
      if (i > 0 && !is_alike(loops[i - 1].report, loops[i].report))
        numbers.clear();
      const auto [number, is_new] = numbers.try_emplace(loops[i].opcodes, next);
      next += is_new ? 1 : 0;
      loops[i].group = number->second;
    }
  }

  /// Sets all members of the loop but `group` and `id`.
  static void finish(LoopDraft &draft, const SourceLines &sources) {
    CollectedLoop &loop = *draft.loop;
    loop.source_text = source_text_of(place_of(loop.report), sources);
    loop.opcodes = fingerprint_of(opcodes_of(loop.report));
    loop.report.frequency = total_frequency(draft);
    loop.report.annotation = -1;
  }

  static const std::string &file_of(const CollectedLoop &loop) { return place_of(loop.report).file; }

  /// What stays the same from build to build.
  static std::string identity_of(const CollectedLoop &loop) {
    const KernelReport &kernel = loop.report;
    return format_text("{}{}{}{}{}{}{}{}{}{}{}", file_of(loop), key_separator, kernel.function, key_separator,
                       name_of(without_copies(kernel.role)), key_separator, kernel.path_number, key_separator,
                       kernel.arch, key_separator, loop.source_text ? loop.source_text->text() : "");
  }

  void take_annotations(Collection &out) {
    out.annotated.reserve(annotations_.size());
    while (!annotations_.empty()) { // each is freed before the next one is listed
      const auto node = annotations_.extract(annotations_.begin());
      DraftAnnotation &draft = node.mapped();
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
  std::vector<OwnedDraft> drafts_;
  std::unordered_set<LoopDraft *, HashOfDraft, SameDraft> known_; ///< all drafts
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
  std::vector<Report> prepared(reports.size());
  for (const int report : in_order)
    prepared[at(report)] = collector.prepared({reports[at(report)].object, std::move(reports[at(report)].report)});
  std::vector<std::vector<OwnedDraft>> drafts(reports.size());
  for_each_index(options.jobs, reports.size(), [&](int /*worker*/, std::size_t report) {
    for (KernelReport &kernel : prepared[report].kernels)
      drafts[report].push_back(
          std::make_unique<LoopDraft>(std::move(kernel), reports[report].object, static_cast<int>(report)));
    prepared[report].kernels = std::vector<KernelReport>(); // frees the memory
  });
  for (const int report : in_order)
    collector.add(std::move(prepared[at(report)]), std::move(drafts[at(report)]));
  return collector.take_collection();
}

} // namespace osaca

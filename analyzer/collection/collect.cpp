#include "collection/collect.h"

#include "base/compiler_facts.h"
#include "base/fingerprint.h"
#include "base/index.h"
#include "base/index_table.h"
#include "base/parallel.h"
#include "collection/collected_findings.h"
#include "collection/ignore_comments.h"
#include "collection/loop_identity.h"
#include "collection/numbered_fingerprints.h"
#include "collection/source_loops.h"
#include "collection/text_ranks.h"
#include "report/rules.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace osaca {

// Four steps: give each report the project's names; collect every loop of every object by its content, so that equal
// code is kept once; sort the loops in the order of the source and name them; collect their findings, one per line and
// rule.

namespace {

/// A loop that is not named yet. Equal drafts are the same loop in several objects.
struct LoopDraft {
  LoopDraft(KernelReport &&report, const std::string &object, int number)
      : loop(new CollectedLoop{.id = {},
                               .source_text = {},
                               .opcodes = fingerprint_of_opcodes(report),
                               .report = std::move(report),
                               .objects = std::vector<std::string>(1, object),
                               .from_report = number}),
        role(name_of(loop->report.role)) {
    // Each object counts its own copy. Equal counts are from the same object, which is also in an archive.
    if (const LoopFrequency &frequency = loop->report.frequency; frequency.source == LoopFrequency::Source::profile)
      counted.emplace(frequency.iterations, frequency.entries);
    hash = hash_of(*loop);
  }

  [[nodiscard]] const KernelReport &report() const { return loop->report; }

  std::unique_ptr<CollectedLoop> loop;         ///< moved to the collection in the end
  std::set<std::pair<double, double>> counted; ///< iterations and entries in the profiles of the objects
  std::string role;
  std::size_t hash = 0; ///< equal for equal drafts
  int index = -1;       ///< index into Collection::loops

private:
  static std::size_t hash_of(const CollectedLoop &loop) {
    const std::hash<std::string_view> hash;
    const KernelReport &report = loop.report;
    const SourceLocation &where = place_of(report);
    std::size_t out = hash(where.file);
    for (const std::size_t part : {static_cast<std::size_t>(where.line), static_cast<std::size_t>(where.column),
                                   static_cast<std::size_t>(report.path_number), hash(report.function),
                                   hash(report.arch), static_cast<std::size_t>(loop.opcodes.value)})
      out = out * 31 + part;
    return out;
  }
};

bool are_same(const LoopDraft &a, const LoopDraft &b) {
  const auto properties = [](const KernelReport &kernel) {
    return std::tie(place_of(kernel), kernel.written_at(), kernel.part, kernel.function, kernel.role,
                    kernel.path_number, kernel.arch, kernel.cycles_per_iteration);
  };
  return a.hash == b.hash && properties(a.report()) == properties(b.report()) &&
         have_same_opcodes(a.report(), b.report());
}

/// The loops of one report. Results of an earlier comparison are removed.
std::vector<LoopDraft> drafts_of(std::vector<KernelReport> kernels, const std::string &object, int number) {
  std::vector<LoopDraft> drafts;
  drafts.reserve(kernels.size());
  for (KernelReport &kernel : kernels) {
    std::erase_if(kernel.findings, [](const Finding &finding) { return finding.rule == regression_rule; });
    drafts.emplace_back(std::move(kernel), object, number);
  }
  return drafts;
}

/// A loop with the properties that order loops. The order is unique.
struct RankedDraft {
  LoopDraft *draft;
  PlaceRank place;

  friend bool operator<(const RankedDraft &a, const RankedDraft &b) {
    if (a.place != b.place)
      return a.place < b.place;
    const auto names = [](const RankedDraft &ranked) {
      const KernelReport &kernel = ranked.draft->report();
      const SourceLocation &written = kernel.written_at();
      return std::tie(kernel.function, written.file, written.line, written.column, kernel.part, ranked.draft->role,
                      kernel.path_number, kernel.name, kernel.arch);
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

/// One of two annotations of the same place. A loop in a header may have vanished in one object but not in another.
AnnotationReport joined(AnnotationReport held, AnnotationReport other) {
  std::vector<int> kernels = std::move(held.kernels);
  kernels.insert(kernels.end(), other.kernels.begin(), other.kernels.end());
  const RequestedBy requested_by = std::min(held.requested_by, other.requested_by);
  const bool held_is_analysed = held.status == AnnotationStatus::analysed;
  const bool other_is_analysed = other.status == AnnotationStatus::analysed;
  if (other_is_analysed && !held_is_analysed)
    held = std::move(other);
  else if (other_is_analysed == held_is_analysed)
    std::ranges::move(other.findings, std::back_inserter(held.findings));
  held.requested_by = requested_by;
  held.kernels = std::move(kernels);
  return held;
}

class Collector {
public:
  /// `drafts` and `annotations`: the most that will be added.
  Collector(std::size_t drafts, std::size_t annotations, const CollectOptions &options)
      : jobs_(options.jobs), has_ids_(options.has_ids), known_(drafts) {
    drafts_.reserve(drafts);
    annotations_.reserve(annotations);
  }

  /// `drafts`: of the report's loops; they are kept until the collection was taken. Labels differ between objects:
  /// those of the first report are used, so reports are added in the order of their objects.
  void add(Report report, std::vector<LoopDraft> &drafts) {
    std::vector<int> numbers;
    numbers.reserve(drafts.size());
    for (LoopDraft &draft : drafts)
      numbers.push_back(add(draft));
    for (AnnotationReport &annotation : report.annotated) {
      for (int &kernel : annotation.kernels)
        kernel = numbers[at(kernel)];
      annotations_.push_back(std::move(annotation));
    }
    for (const Error &problem : report.problems)
      problems_.emplace(problem.text(), problem);
    notes_.insert(report.notes.begin(), report.notes.end());
    compilers_.merge(report.compilers);
  }

  /// May be called once.
  Collection take_collection(ProjectPaths &paths) {
    Collection out;
    out.withheld_sources = paths.withheld();
    out.sources = paths.take_sources(jobs_);
    list_loops(out);
    take_annotations(out);
    for (const auto &[text, problem] : problems_)
      out.problems.push_back(problem);
    for (const Error &problem : unknown_rules_in_comments(out.sources))
      out.problems.push_back(problem);
    out.notes.assign(notes_.begin(), notes_.end());
    out.compilers = compilers_;
    out = with_source_loops(std::move(out), jobs_);
    out.findings = collected_findings(out, jobs_, has_ids_);
    return out;
  }

private:
  /// The number of the draft among the different ones.
  int add(LoopDraft &draft) {
    const int number = static_cast<int>(drafts_.size());
    const int same =
        known_.first_same(draft.hash, number, [&](int other) { return are_same(*drafts_[at(other)], draft); });
    if (same == number) {
      drafts_.push_back(&draft);
      return number;
    }
    LoopDraft &first = *drafts_[at(same)];
    std::vector<std::string> &objects = first.loop->objects;
    if (const std::string &object = draft.loop->objects.front(); objects.back() != object)
      objects.push_back(object);
    first.counted.merge(draft.counted);
    return same;
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

  void list_loops(Collection &out) {
    const std::vector<RankedDraft> order = ordered();
    const std::vector<std::size_t> files = ranges_of_files(
        order.size(), [&](std::size_t a, std::size_t b) { return order[a].place.file == order[b].place.file; });
    for_each_index(jobs_, files.size() - 1, [&](int /*worker*/, std::size_t file) {
      SourceCursor sources(out.sources);
      NumberedFingerprints ids(files[file + 1] - files[file]);
      for (std::size_t i = files[file]; i < files[file + 1]; ++i) {
        LoopDraft &draft = *order[i].draft;
        draft.index = static_cast<int>(i);
        finish(draft);
        if (!has_ids_)
          continue;
        draft.loop->source_text = source_text_of(place_of(draft.report()), sources);
        if (draft.report().written)
          draft.loop->written_text = source_text_of(draft.report().written_at(), sources);
        draft.loop->id = ids.next(identity_of(*draft.loop));
      }
    });
    out.loops.reserve(order.size());
    for (const RankedDraft &ranked : order)
      out.loops.push_back(std::move(ranked.draft->loop));
    number_groups(order, out.loops);
  }

  [[nodiscard]] std::vector<RankedDraft> ordered() const {
    TextRanks files;
    for (const LoopDraft *draft : drafts_)
      files.add(place_of(draft->report()).file);
    files.rank();
    std::vector<RankedDraft> order;
    order.reserve(drafts_.size());
    for (LoopDraft *draft : drafts_)
      order.push_back({draft, rank_of(place_of(draft->report()), files)});
    std::sort(order.begin(), order.end());
    return order;
  }

  /// The loops of a group differ in their cores only, so they are close together.
  static void number_groups(const std::vector<RankedDraft> &order, BoxedVector<CollectedLoop> &loops) {
    const auto is_alike = [&](std::size_t i, std::size_t j) {
      const KernelReport &a = loops[i].report;
      const KernelReport &b = loops[j].report;
      return order[i].place == order[j].place && a.function == b.function && a.role == b.role && a.name == b.name &&
             a.path_number == b.path_number;
    };
    int next = 0;
    for (std::size_t begin = 0, end = 1; begin < loops.size(); begin = end++) {
      while (end < loops.size() && is_alike(end - 1, end))
        ++end;
      std::map<Fingerprint, int> numbers; // by their opcodes, of the loops that are alike
      for (std::size_t i = begin; i < end; ++i)
        loops[i].group = end - begin == 1 || numbers.try_emplace(loops[i].opcodes, next).second
                             ? next++
                             : numbers.at(loops[i].opcodes);
    }
  }

  static void finish(LoopDraft &draft) {
    CollectedLoop &loop = *draft.loop;
    loop.report.frequency = total_frequency(draft);
    loop.report.annotation = -1;
  }

  /// Of what stays the same from build to build.
  static Fingerprint identity_of(const CollectedLoop &loop) {
    const KernelReport &kernel = loop.report;
    const std::string role = name_of(without_copies(kernel.role));
    const std::string path = std::to_string(kernel.path_number);
    const std::string_view separator(&key_separator, 1);
    Fingerprint out = fingerprint_of(place_of(kernel).file);
    for (const std::string *part : {&kernel.function, &role, &path, &kernel.arch})
      out = out.followed_by(separator).followed_by(*part);
    out = out.followed_by(separator).followed_by(loop.source_text);
    return with_origin(out, kernel, loop.written_text);
  }

  /// In the order of their places.
  void take_annotations(Collection &out) {
    TextRanks files;
    for (const AnnotationReport &annotation : annotations_)
      files.add(annotation.source.file);
    files.rank();
    std::vector<std::pair<PlaceRank, std::size_t>> order;
    order.reserve(annotations_.size());
    for (std::size_t i = 0; i < annotations_.size(); ++i)
      order.emplace_back(rank_of(annotations_[i].source, files), i);
    std::ranges::sort(order);
    out.annotated.reserve(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      AnnotationReport &annotation = annotations_[order[i].second];
      if (i > 0 && order[i].first == order[i - 1].first)
        out.annotated.back() = joined(std::move(out.annotated.back()), std::move(annotation));
      else
        out.annotated.push_back(std::move(annotation));
    }
    annotations_.clear();
    for (std::size_t i = 0; i < out.annotated.size(); ++i) {
      std::vector<int> &kernels = out.annotated[i].kernels;
      for (int &kernel : kernels)
        kernel = drafts_[at(kernel)]->index;
      std::ranges::sort(kernels);
      kernels.erase(std::ranges::unique(kernels).begin(), kernels.end());
      for (const int kernel : kernels)
        out.loops[at(kernel)].report.annotation = static_cast<int>(i);
    }
  }

  int jobs_;
  bool has_ids_;
  std::vector<LoopDraft *> drafts_;           ///< different ones, by number
  IndexTable known_;                          ///< of drafts_
  std::vector<AnnotationReport> annotations_; ///< their kernels are numbers of drafts
  std::map<std::string, Error> problems_;
  std::set<std::string> notes_;
  std::set<std::string> compilers_;
};

/// The reports in the order of their objects.
std::vector<std::size_t> in_order(const std::vector<NamedReport> &reports) {
  std::vector<std::size_t> order(reports.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {},
                           [&](std::size_t report) -> const std::string & { return reports[report].object; });
  return order;
}

/// By report: the project's names of its files.
std::vector<NewNames> names_in_project(const std::vector<NamedReport> &reports, const std::vector<std::size_t> &order,
                                       ProjectPaths &paths, int jobs, const ReadAhead &read_ahead) {
  constexpr std::size_t reports_at_once = 1000; // so that few sources are in memory before they are needed
  std::vector<NewNames> out(reports.size());
  for (std::size_t begin = 0; begin < order.size(); begin += reports_at_once) {
    const std::size_t count = std::min(reports_at_once, order.size() - begin);
    std::vector<std::vector<std::string>> files(count);
    for_each_index(jobs, count,
                   [&](int /*worker*/, std::size_t i) { files[i] = files_named_in(reports[order[begin + i]].report); });
    if (read_ahead) {
      std::vector<std::string> next;
      for (const std::vector<std::string> &some : files)
        for (const std::string &file : some)
          if (std::string path = paths.next_path_for(file); !path.empty())
            next.push_back(std::move(path));
      read_ahead(next);
    }
    for (std::size_t i = 0; i < count; ++i)
      for (const std::string &file : files[i])
        out[order[begin + i]].add(file, paths.name_in_project(file, reports[order[begin + i]].object));
  }
  return out;
}

} // namespace

Collection collect(std::vector<NamedReport> reports, const CollectOptions &options, const SourceReader &read_source,
                   const Configure &configure, const ReadAhead &read_ahead) {
  ProjectPaths paths(options, read_source);
  const std::vector<std::size_t> order = in_order(reports);
  const std::vector<NewNames> names = names_in_project(reports, order, paths, options.jobs, read_ahead);
  for_each_index(options.jobs, reports.size(), [&](int /*worker*/, std::size_t report) {
    reports[report].report = renamed(std::move(reports[report].report), names[report]);
  });
  if (configure)
    for (const std::size_t report : order)
      reports[report].report = configure(std::move(reports[report].report));
  std::vector<std::vector<LoopDraft>> drafts(reports.size());
  for_each_index(options.jobs, reports.size(), [&](int /*worker*/, std::size_t report) {
    drafts[report] =
        drafts_of(std::exchange(reports[report].report.kernels, {}), reports[report].object, static_cast<int>(report));
  });
  std::size_t most_drafts = 0;
  std::size_t most_annotations = 0;
  for (const std::size_t report : order) {
    most_drafts += drafts[report].size();
    most_annotations += reports[report].report.annotated.size();
  }
  Collector collector(most_drafts, most_annotations, options);
  for (const std::size_t report : order)
    collector.add(std::move(reports[report].report), drafts[report]);
  return collector.take_collection(paths);
}

} // namespace osaca

#include "collection/collected_findings.h"

#include "base/index.h"
#include "base/parallel.h"
#include "collection/ignore_comments.h"
#include "collection/loop_identity.h"
#include "collection/numbered_fingerprints.h"
#include "collection/text_ranks.h"
#include "report/report.h"
#include "report/rules.h"

#include <algorithm>
#include <compare>
#include <deque>
#include <map>
#include <tuple>

namespace osaca {

namespace {

constexpr double secondary_weight = 0.1;

double share_left_by_next_bound(const KernelReport &kernel) {
  const double cycles = kernel.cycles_per_iteration.to_double();
  double next = 0;
  for (const Bound &bound : kernel.bounds)
    if (bound.kind != kernel.bound_by)
      next = std::max(next, bound.cycles.to_double());
  return cycles > 0 ? std::clamp((cycles - next) / cycles, 0.0, 1.0) : 0;
}

bool explains_the_bound(const Finding &finding, BoundKind bound) {
  return finding.rule == rule_of(bound) || finding.rule == "osaca-memory-carried" ||
         (bound == BoundKind::memory && finding.rule == "osaca-latency-bound");
}

double share_of_work(const Finding &finding, const KernelReport &kernel) {
  if (explains_the_bound(finding, kernel.bound_by))
    return share_left_by_next_bound(kernel);
  if (kernel.bound_by == BoundKind::memory)
    return 0; // with memory as the limit, a faster core gains nothing
  if (finding.rule == "osaca-scalar-code")
    return 0.5;
  if (finding.rule == "osaca-missed-fma" && kernel.instruction_count() > 0)
    return 1.0 / kernel.instruction_count();
  return 0;
}

} // namespace

double gain_share(const Finding &finding, const KernelReport &kernel) {
  return share_of_work(finding, kernel) * (kernel.role.is_secondary() ? secondary_weight : 1);
}

namespace {

/// By loop: whether it represents its source loop.
std::vector<bool> speakers(const Collection &collection) {
  std::vector<bool> out(collection.loops.size(), false);
  for (const SourceLoop &loop : collection.source_loops)
    for (const LoopOnCore &core : loop.cores)
      out[at(core.representative)] = true;
  return out;
}

/// By loop: whether its machine loop takes less than a tenth of the time of the hottest machine loop of its source loop
/// on the same core.
std::vector<bool> cold_copies(const Collection &collection) {
  constexpr double hot_part = 0.1;
  std::vector<bool> cold(collection.loops.size(), false);
  for (const SourceLoop &source_loop : collection.source_loops)
    for (const LoopOnCore &core : source_loop.cores) {
      double most = 0;
      for (const int loop : core.loops)
        most = std::max(most, collection.loops[at(loop)].machine_time.value_or(0));
      for (const int loop : core.loops) {
        const std::optional<double> &time = collection.loops[at(loop)].machine_time;
        cold[at(loop)] = time && *time < most * hot_part;
      }
    }
  return cold;
}

/// Distinguishes findings of one rule about the same annotation.
struct Subject {
  std::string operator()(const WrittenFinding &written) const { return written.message; }
  std::string operator()(const LoopLost &lost) const { return lost.reason; }
  std::string operator()(const ExpectationUnreadable &unreadable) const { return unreadable.problem; }
  std::string operator()(const ExpectationBroken &broken) const {
    return broken.expected + key_separator + broken.arch + key_separator + broken.written.place.text() + key_separator +
           std::to_string(broken.part.number);
  }
  template <class Others> std::string operator()(const Others & /*others*/) const { return {}; }
};

std::string subject_of(const Finding &finding) { return std::visit(Subject{}, *finding.facts); }

/// A finding of a loop or an annotation, before findings at the same place are joined.
struct FoundFinding {
  const Shared<Finding> *finding;
  const SourceLocation *where;
  int loop;                           ///< -1: it is about an annotation
  const AnnotationReport *annotation; ///< if it is about one
  std::string_view subject;           ///< only of findings about annotations

  [[nodiscard]] Shared<Finding> placed() const {
    Shared<Finding> out = *finding;
    if (where != &(*finding)->where)
      out.edit().where = *where;
    return out;
  }
};

/// Refers to a finding. Findings with equal ranks are joined.
struct RankedFinding {
  PlaceRank place;
  int rule = 0;
  int subject = 0;
  std::size_t found = 0; ///< index into the findings

  [[nodiscard]] bool is_joined_with(const RankedFinding &other) const {
    return place == other.place && rule == other.rule && subject == other.subject;
  }
  friend auto operator<=>(const RankedFinding &, const RankedFinding &) = default;
};

class FindingCollector {
public:
  FindingCollector(const Collection &collection, int jobs)
      : collection_(collection), jobs_(jobs), speakers_(speakers(collection)), is_cold_(cold_copies(collection)) {
    find_all();
  }

  [[nodiscard]] std::vector<CollectedFinding> collect(bool has_fingerprints) const {
    const std::vector<RankedFinding> order = ordered();
    std::vector<std::size_t> begins;
    begins.reserve(order.size() + 1);
    for (std::size_t i = 0; i < order.size(); ++i)
      if (i == 0 || !order[i].is_joined_with(order[i - 1]))
        begins.push_back(i);
    const std::vector<std::size_t> files = ranges_of_files(begins.size(), [&](std::size_t a, std::size_t b) {
      return order[begins[a]].place.file == order[begins[b]].place.file;
    });
    begins.push_back(order.size());
    std::vector<CollectedFinding> out(begins.size() - 1);
    for_each_index(jobs_, files.size() - 1, [&](int /*worker*/, std::size_t file) {
      IgnoreComments comments(collection_.sources);
      SourceCursor sources(collection_.sources);
      NumberedFingerprints fingerprints(files[file + 1] - files[file]);
      for (std::size_t i = files[file]; i < files[file + 1]; ++i) {
        out[i] = joined(order, begins[i], begins[i + 1], comments);
        if (has_fingerprints)
          out[i].fingerprint = fingerprints.next(identity_of(out[i], sources));
      }
    });
    return out;
  }

private:
  [[nodiscard]] const CollectedLoop &loop(int index) const { return collection_.loops[at(index)]; }
  [[nodiscard]] Cycles cycles_of(int index) const { return loop(index).report.cycles_per_iteration; }
  [[nodiscard]] double time_of(int index) const { return loop(index).machine_time.value_or(0); }

  void add(const Findings &findings, const SourceLocation &place, int loop) {
    for (const Shared<Finding> &finding : findings)
      found_.push_back({&finding, finding->where.known() ? &finding->where : &place, loop, nullptr, {}});
  }

  void find_all() {
    std::size_t most = 0;
    for (const CollectedLoop &loop : collection_.loops)
      most += loop.report.findings.size() + loop.report.findings_if_hot.size();
    for (const AnnotationReport &annotation : collection_.annotated)
      most += annotation.findings.size();
    found_.reserve(most);
    for (int i = 0; i < static_cast<int>(collection_.loops.size()); ++i) {
      const KernelReport &report = loop(i).report;
      add(report.findings, place_of(report), i);
      if (time_of(i) > 0 && !is_cold_[at(i)])
        add(report.findings_if_hot, place_of(report), i);
    }
    for (const AnnotationReport &annotation : collection_.annotated)
      for (const Shared<Finding> &finding : annotation.findings)
        found_.push_back({&finding, finding->where.known() ? &finding->where : &annotation.source, -1, &annotation,
                          subjects_.emplace_back(subject_of(finding))});
  }

  /// By place, rule and subject.
  [[nodiscard]] std::vector<RankedFinding> ordered() const {
    TextRanks files;
    TextRanks rules;
    TextRanks subjects;
    for (const FoundFinding &found : found_) {
      files.add(found.where->file);
      rules.add((*found.finding)->rule);
      subjects.add(found.subject);
    }
    for (TextRanks *texts : {&files, &rules, &subjects})
      texts->rank();
    std::vector<RankedFinding> order;
    order.reserve(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const FoundFinding &found = found_[i];
      order.push_back({rank_of(*found.where, files), rules.of((*found.finding)->rule), subjects.of(found.subject), i});
    }
    sort_by_file(order);
    return order;
  }

  /// Most findings are in the file of their loop, and the loops are in the order of their files.
  void sort_by_file(std::vector<RankedFinding> &order) const {
    if (!std::ranges::is_sorted(order, {}, [](const RankedFinding &finding) { return finding.place.file; })) {
      std::ranges::sort(order);
      return;
    }
    const std::vector<std::size_t> files = ranges_of_files(
        order.size(), [&](std::size_t a, std::size_t b) { return order[a].place.file == order[b].place.file; });
    for_each_index(jobs_, files.size() - 1, [&](int /*worker*/, std::size_t file) {
      std::ranges::sort(order.begin() + static_cast<std::ptrdiff_t>(files[file]),
                        order.begin() + static_cast<std::ptrdiff_t>(files[file + 1]));
    });
  }

  /// The findings from `begin` to `end` in this order as one.
  [[nodiscard]] CollectedFinding joined(const std::vector<RankedFinding> &order, std::size_t begin, std::size_t end,
                                        IgnoreComments &comments) const {
    CollectedFinding out = first(found_[order[begin].found]);
    for (std::size_t i = begin + 1; i < end; ++i)
      if (const FoundFinding &found = found_[order[i].found]; !found.annotation)
        join(found, out);
    if (!out.of_annotation && !out.loops.empty())
      add_cores(on_cores(order, begin, end), out);
    finish(out, comments);
    return out;
  }

  [[nodiscard]] const std::string &arch_of(const FoundFinding &found) const { return loop(found.loop).report.arch; }

  [[nodiscard]] bool speaks_before(const FoundFinding &a, const FoundFinding &b) const {
    const bool minor = is_minor(a);
    return minor != is_minor(b) ? !minor : comes_before(a.loop, b.loop);
  }

  [[nodiscard]] bool is_less_important(const FoundFinding &a, const FoundFinding &b) const {
    const auto rank = [this](const FoundFinding &found) {
      return std::tuple(is_minor(found), speaker_rank(found.loop));
    };
    return rank(b) < rank(a);
  }

  /// CollectedFinding::on_cores
  [[nodiscard]] std::vector<FindingOnCore> on_cores(const std::vector<RankedFinding> &order, std::size_t begin,
                                                    std::size_t end) const {
    const FoundFinding *speaker = nullptr;
    std::map<std::string_view, const FoundFinding *> of_cores;
    for (std::size_t i = begin; i < end; ++i) {
      const FoundFinding &found = found_[order[i].found];
      if (found.annotation)
        continue;
      for (const FoundFinding **best : {&speaker, &of_cores[arch_of(found)]})
        if (*best == nullptr || speaks_before(found, **best))
          *best = &found;
    }
    std::vector<FindingOnCore> out = {{arch_of(*speaker), speaker->placed()}};
    for (const auto &[arch, found] : of_cores)
      if (arch != arch_of(*speaker) && !is_less_important(*found, *speaker))
        out.push_back({std::string(arch), found->placed()});
    return out;
  }

  /// With a single core in the collection, there is nothing to say.
  void add_cores(std::vector<FindingOnCore> cores, CollectedFinding &finding) const {
    const int source_loop = loop(finding.loops.front()).source_loop;
    const std::size_t analysed =
        source_loop < 0 ? cores.size() : collection_.source_loops[at(source_loop)].cores.size();
    finding.lacks_cores = cores.size() < analysed;
    if (cores.size() > 1 || finding.lacks_cores)
      finding.on_cores = std::move(cores);
  }

  [[nodiscard]] bool is_minor(const FoundFinding &found) const {
    return (!loop(found.loop).represents_machine_loop || is_cold_[at(found.loop)]) &&
           (*found.finding)->severity < Severity::warning;
  }

  [[nodiscard]] CollectedFinding first(const FoundFinding &found) const {
    CollectedFinding out;
    out.finding = found.placed();
    if (found.annotation) {
      out.of_annotation = true;
      out.loops = found.annotation->kernels;
      sort(out.loops);
    } else {
      out.minor = is_minor(found);
      out.loops = {found.loop};
    }
    return out;
  }

  /// Adds the finding of another loop at the same place. (Findings about an annotation are about one core each.)
  void join(const FoundFinding &found, CollectedFinding &held) const {
    const bool minor = is_minor(found);
    const bool speaks = (held.minor && !minor) || (held.minor == minor && comes_before(found.loop, held.loops.front()));
    held.minor = held.minor && minor;
    if (!speaks) {
      held.loops.push_back(found.loop);
      return;
    }
    held.finding = found.placed();
    held.loops.insert(held.loops.begin(), found.loop);
  }

  [[nodiscard]] int speaker_rank(int index) const {
    return speakers_[at(index)] ? 0 : loop(index).represents_machine_loop ? 1 : 2;
  }

  [[nodiscard]] bool comes_before(int a, int b) const {
    const auto rank = [this](int index) { return std::tuple(speaker_rank(index), -time_of(index)); };
    return rank(a) != rank(b) ? rank(a) < rank(b) : cycles_of(b) < cycles_of(a);
  }

  void sort(std::vector<int> &loops) const {
    if (loops.size() > 1) // sorting takes memory even for one
      std::ranges::stable_sort(loops, [this](int a, int b) { return comes_before(a, b); });
  }

  /// Sets everything that follows from the loops of the finding, except its fingerprint.
  void finish(CollectedFinding &finding, IgnoreComments &comments) const {
    static const SourceLocation nowhere;
    const SourceLocation *of_loop = &nowhere;
    if (!finding.loops.empty()) {
      sort(finding.loops);
      const KernelReport &report = loop(finding.loops.front()).report;
      finding.gain_share = gain_share(finding.finding, report);
      of_loop = &place_of(report);
    }
    if (comments.ignore(finding.finding->rule, finding.finding->where, *of_loop))
      finding.suppression = Suppression::in_source;
  }

  /// Of the parts that stay the same when lines move: the rule, the file, the function and the words of the line.
  [[nodiscard]] Fingerprint identity_of(const CollectedFinding &finding, SourceCursor &sources) const {
    const std::string_view separator(&key_separator, 1);
    Fingerprint out = fingerprint_of(finding.finding->rule)
                          .followed_by(separator)
                          .followed_by(finding.finding->where.file)
                          .followed_by(separator);
    if (!finding.loops.empty())
      out = out.followed_by(loop(finding.loops.front()).report.function);
    return out.followed_by(separator).followed_by(source_text_of(finding.finding->where, sources));
  }

  const Collection &collection_;
  int jobs_;
  std::vector<bool> speakers_;
  std::vector<bool> is_cold_;
  std::vector<FoundFinding> found_;
  std::deque<std::string> subjects_; ///< texts that found_ refers to
};

} // namespace

std::vector<CollectedFinding> collected_findings(const Collection &collection, int jobs, bool has_fingerprints) {
  return FindingCollector(collection, jobs).collect(has_fingerprints);
}

} // namespace osaca

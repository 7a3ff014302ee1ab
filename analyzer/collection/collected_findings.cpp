#include "collection/collected_findings.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "base/index.h"
#include "collection/ignore_comments.h"
#include "collection/loop_identity.h"
#include "collection/source_loops.h"
#include "report/report.h"
#include "report/rules.h"

#include <algorithm>
#include <set>
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

/// The path of each machine loop on each core that the headline is about.
std::set<int> speaking_paths(const std::vector<CollectedLoop> &loops) {
  std::map<std::string, int> speaking;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const auto [known, is_new] = speaking.try_emplace(key_of_machine_loop(loops[i].report), static_cast<int>(i));
    if (!is_new && is_more_representative(loops[i].report, loops[at(known->second)].report))
      known->second = static_cast<int>(i);
  }
  std::set<int> out;
  for (const auto &[key, loop] : speaking)
    out.insert(loop);
  return out;
}

/// The loops that represent their source loops.
std::set<int> speakers(const std::vector<SourceLoop> &source_loops) {
  std::set<int> out;
  for (const SourceLoop &loop : source_loops)
    for (const LoopOnCore &core : loop.cores)
      out.insert(core.representative);
  return out;
}

using Times = std::vector<std::optional<double>>; ///< by loop: see times_of_machine_loops()

/// Machine loops that take less than a tenth of the time of the hottest machine loop of their source loop on the same
/// core.
std::vector<bool> cold_copies(const std::vector<SourceLoop> &source_loops, const Times &times) {
  constexpr double hot_part = 0.1;
  std::vector<bool> cold(times.size(), false);
  for (const SourceLoop &source_loop : source_loops)
    for (const LoopOnCore &core : source_loop.cores) {
      double most = 0;
      for (const int loop : core.loops)
        most = std::max(most, times[at(loop)].value_or(0));
      for (const int loop : core.loops)
        cold[at(loop)] = times[at(loop)] && *times[at(loop)] < most * hot_part;
    }
  return cold;
}

/// Distinguishes findings of one rule about the same annotation.
struct Subject {
  std::string operator()(const WrittenFinding &written) const { return written.message; }
  std::string operator()(const LoopLost &lost) const { return lost.reason; }
  std::string operator()(const ExpectationUnreadable &unreadable) const { return unreadable.problem; }
  std::string operator()(const ExpectationBroken &broken) const {
    return broken.expected + key_separator + broken.arch;
  }
  template <class Others> std::string operator()(const Others & /*others*/) const { return {}; }
};

std::string subject_of(const Finding &finding) { return std::visit(Subject{}, *finding.facts); }

class FindingCollector {
public:
  explicit FindingCollector(const Collection &collection) : FindingCollector(collection, source_loops(collection)) {}

  std::vector<CollectedFinding> collect() {
    for (std::size_t i = 0; i < collection_.loops.size(); ++i) {
      const CollectedLoop &loop = collection_.loops[i];
      for (const Finding &finding : loop.report.findings)
        add(finding, static_cast<int>(i));
      if (times_[i].value_or(0) > 0 && !is_cold_[i])
        for (const Finding &finding : loop.report.findings_if_hot)
          add(finding, static_cast<int>(i));
    }
    for (const AnnotationReport &annotation : collection_.annotated)
      for (const Finding &finding : annotation.findings)
        add(finding, annotation);
    std::vector<CollectedFinding> out;
    out.reserve(found_.size());
    while (!found_.empty()) // one after the other, so that not all are in memory twice
      out.push_back(std::move(found_.extract(found_.begin()).mapped()));
    finish(out);
    return out;
  }

private:
  FindingCollector(const Collection &collection, const std::vector<SourceLoop> &source_loops)
      : collection_(collection), speaking_(speaking_paths(collection.loops)), speakers_(speakers(source_loops)),
        times_(times_of_machine_loops(collection)), is_cold_(cold_copies(source_loops, times_)) {}

  using Key = std::tuple<std::string, int, int, std::string, std::string>; ///< place, rule, subject

  [[nodiscard]] const CollectedLoop &loop(int index) const { return collection_.loops[at(index)]; }
  [[nodiscard]] Cycles cycles_of(int index) const { return loop(index).report.cycles_per_iteration; }

  void add(const Finding &finding, int index) {
    const SourceLocation where = finding.where.known() ? finding.where : place_of(loop(index).report);
    const bool minor = (!speaking_.contains(index) || is_cold_[at(index)]) && finding.severity < Severity::warning;
    const auto [known, is_new] = found_.try_emplace(Key{where.file, where.line, where.column, finding.rule, ""});
    CollectedFinding &held = known->second;
    const bool speaks =
        is_new || (held.minor && !minor) || (held.minor == minor && comes_before(index, held.loops.front()));
    held.minor = is_new ? minor : held.minor && minor;
    if (!speaks) {
      held.loops.push_back(index);
      return;
    }
    held.finding = finding;
    held.finding.where = where;
    held.loops.insert(held.loops.begin(), index);
  }

  /// Findings about an annotation are about one core each.
  void add(const Finding &finding, const AnnotationReport &annotation) {
    const SourceLocation where = finding.where.known() ? finding.where : annotation.source;
    const auto [known, is_new] =
        found_.try_emplace(Key{where.file, where.line, where.column, finding.rule, subject_of(finding)});
    if (!is_new)
      return;
    known->second.of_annotation = true;
    known->second.finding = finding;
    known->second.finding.where = where;
    known->second.loops = annotation.kernels;
    sort(known->second.loops);
  }

  [[nodiscard]] int rank_of(int index) const {
    return speakers_.contains(index) ? 0 : speaking_.contains(index) ? 1 : 2;
  }

  [[nodiscard]] bool comes_before(int a, int b) const {
    const auto rank = [this](int index) { return std::tuple(rank_of(index), -times_[at(index)].value_or(0)); };
    return rank(a) != rank(b) ? rank(a) < rank(b) : cycles_of(b) < cycles_of(a);
  }

  void sort(std::vector<int> &loops) const {
    std::ranges::stable_sort(loops, [this](int a, int b) { return comes_before(a, b); });
  }

  void finish(std::vector<CollectedFinding> &findings) const {
    std::map<std::string, int> ordinals;
    for (CollectedFinding &finding : findings) {
      if (finding.loops.size() > 1) {
        sort(finding.loops);
        finding.also_on = other_archs(finding);
      }
      if (!finding.loops.empty())
        finding.gain_share = gain_share(finding.finding, loop(finding.loops.front()).report);
      const SourceLocation of_loop =
          finding.loops.empty() ? SourceLocation{} : place_of(loop(finding.loops.front()).report);
      if (is_ignored(collection_.sources, finding.finding.rule, finding.finding.where, of_loop))
        finding.suppression = Suppression::in_source;
      const std::string key = content_of(finding);
      finding.fingerprint = fingerprint_of(format_text("{}{}{}", key, key_separator, ordinals[key]++));
    }
  }

  /// The parts that stay the same when lines move: the rule, the file, the function and the words of the line.
  [[nodiscard]] std::string content_of(const CollectedFinding &finding) const {
    const std::string function = finding.loops.empty() ? "" : loop(finding.loops.front()).report.function;
    return finding.finding.rule + key_separator + finding.finding.where.file + key_separator + function +
           key_separator + source_text_hash_of(finding.finding.where, collection_.sources);
  }

  [[nodiscard]] std::vector<std::string> other_archs(const CollectedFinding &finding) const {
    if (finding.finding.rule == expectation_rule)
      return {};
    std::set<std::string> archs;
    for (const int index : finding.loops)
      archs.insert(loop(index).report.arch);
    archs.erase(loop(finding.loops.front()).report.arch);
    return {archs.begin(), archs.end()};
  }

  const Collection &collection_;
  std::set<int> speaking_; ///< the representatives of their machine loops
  std::set<int> speakers_; ///< the representatives of their source loops
  Times times_;
  std::vector<bool> is_cold_; ///< by loop
  std::map<Key, CollectedFinding> found_;
};

} // namespace

std::vector<CollectedFinding> collected_findings(const Collection &collection) {
  return FindingCollector(collection).collect();
}

} // namespace osaca

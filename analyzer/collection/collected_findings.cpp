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
#include <unordered_map>

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

/// Whether each of the loops represents its source loop.
std::vector<bool> speakers(const std::vector<SourceLoop> &source_loops, std::size_t loop_count) {
  std::vector<bool> out(loop_count, false);
  for (const SourceLoop &loop : source_loops)
    for (const LoopOnCore &core : loop.cores)
      out[at(core.representative)] = true;
  return out;
}

using Times = std::vector<std::optional<double>>; ///< by loop: see SourceAndMachineLoops

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

/// A finding of a loop or an annotation, before findings at the same place are joined.
struct FoundFinding {
  const Finding *finding;
  const SourceLocation *where;
  int loop;                           ///< -1: it is about an annotation
  const AnnotationReport *annotation; ///< if it is about one
  std::string subject;                ///< only of findings about annotations

  [[nodiscard]] auto key() const { return std::tie(where->file, where->line, where->column, finding->rule, subject); }
};

class FindingCollector {
public:
  explicit FindingCollector(const Collection &collection)
      : FindingCollector(collection, source_and_machine_loops(collection)) {}

  std::vector<CollectedFinding> collect() const {
    std::vector<FoundFinding> found = all_findings();
    std::ranges::stable_sort(found, {}, &FoundFinding::key);
    const auto is_first = [&found](std::size_t i) { return i == 0 || found[i].key() != found[i - 1].key(); };
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      count += is_first(i) ? 1 : 0;
    std::vector<CollectedFinding> out;
    out.reserve(count);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (is_first(i))
        out.push_back(first(found[i]));
      else if (!found[i].annotation)
        join(found[i], out.back());
    }
    finish(out);
    return out;
  }

private:
  FindingCollector(const Collection &collection, const SourceAndMachineLoops &loops)
      : collection_(collection), speaking_(loops.represents),
        speakers_(speakers(loops.source_loops, collection.loops.size())), times_(loops.times),
        is_cold_(cold_copies(loops.source_loops, times_)) {}

  [[nodiscard]] const CollectedLoop &loop(int index) const { return collection_.loops[at(index)]; }
  [[nodiscard]] Cycles cycles_of(int index) const { return loop(index).report.cycles_per_iteration; }

  [[nodiscard]] std::vector<FoundFinding> all_findings() const {
    std::vector<FoundFinding> found;
    const auto add = [&found](const std::vector<Finding> &findings, const SourceLocation &place, int loop,
                              const AnnotationReport *annotation) {
      for (const Finding &finding : findings)
        found.push_back({&finding, finding.where.known() ? &finding.where : &place, loop, annotation,
                         annotation == nullptr ? "" : subject_of(finding)});
    };
    for (std::size_t i = 0; i < collection_.loops.size(); ++i) {
      const KernelReport &report = collection_.loops[i].report;
      add(report.findings, place_of(report), static_cast<int>(i), nullptr);
      if (times_[i].value_or(0) > 0 && !is_cold_[i])
        add(report.findings_if_hot, place_of(report), static_cast<int>(i), nullptr);
    }
    for (const AnnotationReport &annotation : collection_.annotated)
      add(annotation.findings, annotation.source, -1, &annotation);
    return found;
  }

  [[nodiscard]] bool is_minor(const FoundFinding &found) const {
    return (!speaking_[at(found.loop)] || is_cold_[at(found.loop)]) && found.finding->severity < Severity::warning;
  }

  [[nodiscard]] CollectedFinding first(const FoundFinding &found) const {
    CollectedFinding out;
    out.finding = *found.finding;
    out.finding.where = *found.where;
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
    held.finding = *found.finding;
    held.finding.where = *found.where;
    held.loops.insert(held.loops.begin(), found.loop);
  }

  [[nodiscard]] int rank_of(int index) const { return speakers_[at(index)] ? 0 : speaking_[at(index)] ? 1 : 2; }

  [[nodiscard]] bool comes_before(int a, int b) const {
    const auto rank = [this](int index) { return std::tuple(rank_of(index), -times_[at(index)].value_or(0)); };
    return rank(a) != rank(b) ? rank(a) < rank(b) : cycles_of(b) < cycles_of(a);
  }

  void sort(std::vector<int> &loops) const {
    std::ranges::stable_sort(loops, [this](int a, int b) { return comes_before(a, b); });
  }

  void finish(std::vector<CollectedFinding> &findings) const {
    std::unordered_map<std::string, int> ordinals;
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
  // By loop:
  std::vector<bool> speaking_; ///< represents its machine loop
  std::vector<bool> speakers_; ///< represents its source loop
  Times times_;
  std::vector<bool> is_cold_;
};

} // namespace

std::vector<CollectedFinding> collected_findings(const Collection &collection) {
  return FindingCollector(collection).collect();
}

} // namespace osaca

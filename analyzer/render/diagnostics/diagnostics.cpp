#include "render/diagnostics/diagnostics.h"

#include "base/format.h"
#include "base/index.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "render/diagnostics/shared_findings.h"
#include "render/phrases.h"
#include "render/words/words.h"
#include "report/report.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace osaca {
namespace {

using Verbosity = DiagnosticOptions::Verbosity;
using Kernels = std::vector<const KernelReport *>;

/// The paths of one machine loop on one arch, in the order of the report.
struct LoopOnArch {
  Kernels paths;

  [[nodiscard]] const KernelReport &representative() const {
    return **std::ranges::min_element(
        paths, [](const KernelReport *a, const KernelReport *b) { return is_more_representative(*a, *b); });
  }
  [[nodiscard]] Cycles least_cycles() const {
    return (*std::ranges::min_element(paths, {}, cycles_of))->cycles_per_iteration;
  }
  [[nodiscard]] Cycles most_cycles() const {
    return (*std::ranges::max_element(paths, {}, cycles_of))->cycles_per_iteration;
  }

private:
  static Cycles cycles_of(const KernelReport *path) { return path->cycles_per_iteration; }
};

std::vector<LoopOnArch> loops_of(const Report &report) {
  std::vector<LoopOnArch> loops;
  for (const KernelReport &kernel : report.kernels) {
    const auto known = std::ranges::find_if(loops, [&](const LoopOnArch &loop) {
      return loop.paths.front()->arch == kernel.arch && same_machine_loop(*loop.paths.front(), kernel);
    });
    if (known == loops.end())
      loops.push_back({{&kernel}});
    else
      known->paths.push_back(&kernel);
  }
  return loops;
}

/// If the line is unknown, the file is still the compiler's own place.
SourceLocation place_of(const KernelReport &kernel) {
  return kernel.source.text().empty() ? kernel.input : kernel.source;
}

/// The level of the data, or from which level on they would matter.
std::string remark_on_data(const KernelReport &kernel) {
  if (!kernel.memory)
    return "";
  const MemoryReport &memory = *kernel.memory;
  if (memory.data_in)
    return format_text("; data in {}{}", one_line(memory.levels[at(*memory.data_in)].name),
                       memory.data_in_source == DataLevelSource::trip_counts || memory.is_contradicted()
                           ? ", " + one_line(data_level_reason(memory))
                           : "");
  if (!memory.memory_bound_from)
    return "";
  return "; " + one_line(text_of_memory_bound(memory, "with data in"));
}

/// The path that the headline is about, and how the others differ.
std::string remark_on_paths(const LoopOnArch &loop) {
  const KernelReport &representative = loop.representative();
  if (!representative.path_share)
    return loop.paths.size() < 2 ? ""
                                 : format_text(" (slowest of {} paths; the fastest takes {})", loop.paths.size(),
                                               loop.least_cycles().text());
  const std::string others = loop.paths.size() < 2
                                 ? ""
                                 : format_text("; {} paths of {} to {} cycles cover {} of the iterations",
                                               loop.paths.size(), loop.least_cycles().text(), loop.most_cycles().text(),
                                               percent_of(representative.path_share->followed));
  return format_text(" (likeliest path: {}{})", percent_of(representative.path_share->probability), others);
}

/// An estimate is mentioned only if it is large enough to be noticed.
std::string remark_on_mispredictions(const KernelReport &kernel) {
  if (!kernel.mispredictions)
    return "";
  constexpr double seen = 0.1;
  const std::optional<double> more = kernel.mispredictions->cycles();
  const bool is_given = kernel.mispredictions->rate_source == Mispredictions::RateSource::user;
  return is_given || (more && *more >= seen * kernel.cycles_per_iteration.to_double())
             ? "; " + text_of(*kernel.mispredictions)
             : "";
}

struct Headline {
  const LoopOnArch *loop = nullptr;
  int copies = 1; ///< that it is about
  bool names_function = false;
};

class Collector {
public:
  Collector(const Report &report, const DiagnosticOptions &options) : report_(report), options_(options) {}

  std::vector<Diagnostic> collect() {
    loops_ = loops_of(report_);
    std::set<const LoopOnArch *> done;
    for (const LoopOnArch &loop : loops_) {
      if (done.contains(&loop))
        continue;
      // All diagnostics about one source loop stay together: the headlines of its machine loops, then their findings.
      std::vector<const LoopOnArch *> group;
      for (const LoopOnArch &other : loops_)
        if (!done.contains(&other) && same_source_loop(loop, other)) {
          group.push_back(&other);
          done.insert(&other);
        }
      if (is_summed_up(loop))
        sum_up(group);
      else
        add_group(group);
    }
    add_notes();
    add_annotations();
    add_problems();
    add_sum();
    for (const Error &problem : options_.source_problems)
      add(Severity::note, {}, "", one_line(problem.text()));
    add_loss();
    return std::move(out_);
  }

private:
  static bool same_source_loop(const LoopOnArch &a, const LoopOnArch &b) {
    const KernelReport &first = *a.paths.front();
    const KernelReport &second = *b.paths.front();
    if (first.annotation >= 0 || second.annotation >= 0)
      return first.annotation == second.annotation;
    return first.source.known() ? first.source == second.source : same_machine_loop(first, second);
  }

  [[nodiscard]] bool is_summed_up(const LoopOnArch &loop) const {
    const int annotation = loop.paths.front()->annotation;
    return options_.summarises_unrequested_loops && options_.verbosity != Verbosity::verbose && annotation >= 0 &&
           report_.annotated[at(annotation)].requested_by == RequestedBy::all;
  }

  void sum_up(const std::vector<const LoopOnArch *> &group) {
    ++summarised_loops_;
    bool has_warnings = false;
    for (const LoopOnArch *loop : group)
      for (const KernelReport *path : loop->paths)
        for (const Finding &finding : path->findings)
          has_warnings = has_warnings || finding.severity >= Severity::warning;
    summarised_with_warnings_ += has_warnings ? 1 : 0;
    add_findings(group, [this](const Finding &finding) {
      return finding.severity >= Severity::warning && options_.chosen_rules.contains(finding.rule);
    });
  }

  void add_loss() {
    if (options_.object_is_deleted && !report_.kernels.empty() && options_.verbosity != Verbosity::quiet)
      add(Severity::note, {}, "",
          format_text("the report{} is not kept, because its object file is deleted after linking; compile with -c, or "
                      "name a file with report=",
                      options_.unit.empty() ? "" : " on " + one_line(options_.unit)));
    if (!options_.replaced_file.empty() && options_.verbosity != Verbosity::quiet)
      add(Severity::note, {}, "",
          format_text("the report on {} in '{}' was replaced by this one; to keep the reports of all sources, use "
                      "report_dir=, with a different name for each object",
                      one_line(options_.replaced_source), one_line(options_.replaced_file)));
  }

  /// About the whole unit, without a place, because compilers would show the line.
  void add_sum() {
    if (summarised_loops_ == 0 || options_.verbosity == Verbosity::quiet)
      return;
    const std::string what = reported_loops_ > 0 ? "other loop" : "loop";
    std::string message = format_text("{}{} analysed", counted(summarised_loops_, what),
                                      options_.unit.empty() ? "" : " of " + one_line(options_.unit));
    if (summarised_with_warnings_ > 0)
      message += format_text(", {} with warnings", summarised_with_warnings_);
    if (!report_.problems.empty() && !reports_whole_unit())
      message += ", part of the input could not be read";
    if (!options_.object_is_deleted)
      message +=
          options_.report_is_kept ? "; 'osaca report' shows them" : "; pass 'embed' to show them with 'osaca report'";
    add(options_.warnings && summarised_with_warnings_ > 0 ? Severity::warning : Severity::note, {}, "",
        std::move(message));
  }

  /// If all loops are summarised, nothing else is shown.
  [[nodiscard]] bool reports_whole_unit() const { return summarised_loops_ == 0 || reported_loops_ > 0; }

  void add(Severity severity, SourceLocation where, std::string rule, std::string message) {
    out_.push_back({severity, std::move(where), std::move(rule), std::move(message)});
  }

  void add_group(const std::vector<const LoopOnArch *> &group) {
    ++reported_loops_;
    std::set<std::string> functions;
    for (const LoopOnArch *loop : group)
      functions.insert(loop->paths.front()->function);
    for (const Headline &headline : headlines_of(group, functions.size() > 1))
      add_headline(headline);
    if (options_.verbosity == Verbosity::quiet)
      return;
    add_findings(group, [](const Finding &) { return true; });
    add_arch_notes(group);
  }

  /// Copies whose figures and findings are equal have one headline.
  [[nodiscard]] std::vector<Headline> headlines_of(const std::vector<const LoopOnArch *> &group,
                                                   bool name_function) const {
    std::vector<Headline> headlines;
    std::map<std::string, std::size_t> known;
    for (const LoopOnArch *loop : group) {
      const KernelReport &kernel = loop->representative();
      const bool may_be_joined = kernel.role.copies > 0 && options_.verbosity != Verbosity::verbose;
      LoopRole role = kernel.role;
      role.copy = 0;
      std::string key = format_text("{}\n{}\n{}", place_of(kernel).text(), name_of(role),
                                    message_after_role(*loop, name_function, ""));
      for (const KernelReport *path : loop->paths)
        for (const Finding &finding : path->findings)
          key += "\n" + message_of(finding);
      const auto [at_key, is_new] = known.emplace(std::move(key), headlines.size());
      if (is_new || !may_be_joined)
        headlines.push_back({loop, 1, name_function});
      else
        ++headlines[at_key->second].copies;
    }
    return headlines;
  }

  void add_headline(const Headline &headline) {
    const LoopOnArch &loop = *headline.loop;
    const KernelReport &kernel = loop.representative();
    const std::string role =
        one_line(headline.copies > 1 ? name_of_copies(kernel.role, headline.copies) : name_of(kernel.role));
    add(Severity::note, place_of(kernel), kernel.bound_is_known ? std::string(limit_of(kernel)) : "",
        message_after_role(loop, headline.names_function, role, headline.copies > 1));
    if (options_.verbosity != Verbosity::verbose || loop.paths.size() < 2)
      return;
    for (const KernelReport *path : loop.paths)
      add(Severity::note, place_of(*path), "", format_text("{}: {}", phrase_of_path(*path), headline_of(*path)));
  }

  /// The message, which begins with the role.
  [[nodiscard]] std::string message_after_role(const LoopOnArch &loop, bool name_function, std::string message,
                                               bool is_about_several = false) const {
    const KernelReport &kernel = loop.representative();
    if (const std::string origin = phrase_of_origin(kernel); !origin.empty())
      message += (message.empty() ? "" : kernel.part.number > 0 ? " of " : " ") + origin;
    if (name_function && !kernel.function.empty())
      message += (message.empty()  ? "in "
                  : kernel.written ? ", in "
                                   : " in ") +
                 one_line(readable_name(kernel.function));
    if (const std::string around = phrase_of_loop_around(kernel); !around.empty())
      message += (message.empty() ? "" : ", ") + around;
    message += format_text("{}{}{}{}{}", message.empty() ? "" : ": ", is_about_several ? "each " : "",
                           headline_of(kernel), remark_on_data(kernel), remark_on_mispredictions(kernel));
    if (options_.verbosity == Verbosity::verbose && kernel.source_iterations == 0)
      message += " (source iterations unknown)";
    return message + remark_on_paths(loop);
  }

  /// "in the loop at a.cc:5", for a loop of another file, such as a header of a library, that was inlined into an
  /// annotated loop; else empty.
  [[nodiscard]] std::string phrase_of_loop_around(const KernelReport &kernel) const {
    if (kernel.annotation < 0 || !kernel.source.known())
      return "";
    const SourceLocation &annotated = report_.annotated[at(kernel.annotation)].source;
    if (!annotated.known() || annotated.file == kernel.source.file)
      return "";
    return "in the loop at " + one_line(SourceLocation{annotated.file, annotated.line, 0}.text());
  }

  template <class IsShown> void add_findings(const std::vector<const LoopOnArch *> &group, const IsShown &is_shown) {
    Kernels loops;
    for (const LoopOnArch *loop : group)
      loops.push_back(loop->paths.front());
    SharedFindings shared(loops);
    for (const LoopOnArch *loop : group) {
      // The path of the headline comes first, so that its wording is kept.
      Kernels paths = loop->paths;
      const KernelReport *representative = &loop->representative();
      std::stable_partition(paths.begin(), paths.end(),
                            [&](const KernelReport *path) { return path == representative; });
      for (const KernelReport *kernel : paths)
        for (const Finding &finding : kernel->findings)
          if (is_shown(finding) && (kernel == representative || speaks_for_other_paths(finding)))
            shared.add(finding, *kernel, place_of(*kernel), kernel == representative);
    }
    for (const SharedFinding &finding : shared.all())
      add_finding(finding, shared.scope_of(finding));
  }

  /// The headline is about one path, and a bottleneck of another path would contradict it. Exceptions are missing
  /// figures (that path might be the slowest) and verbose mode.
  [[nodiscard]] bool speaks_for_other_paths(const Finding &finding) const {
    return options_.verbosity == Verbosity::verbose || finding.severity >= Severity::warning;
  }

  void add_finding(const SharedFinding &shared, const std::string &scope) {
    const Finding &finding = *shared.finding;
    std::string message = one_line(shared.message);
    if (!shared.on_speaking_path)
      message += format_text(" (on path {} of {})", shared.kernel->path_number, shared.kernel->path_count);
    message += scope;
    const Severity severity = options_.warnings ? std::max(finding.severity, Severity::warning) : finding.severity;
    add(severity, shared.where, finding.rule, message);
    if (options_.verbosity == Verbosity::verbose)
      for (const FindingStep &step : *finding.steps)
        add(Severity::note, step.where.known() ? step.where : shared.where, "", one_line(text_of(step)));
    const std::string advice = advice_of(finding);
    const bool is_news = said_advice_.emplace(finding.rule, advice).second;
    if (!advice.empty() && is_news) {
      add(Severity::note, shared.where, "", "... what to try: " + one_line(advice));
      out_.back().continues = true;
    }
  }

  /// Whether users of a prediction have to know this note.
  static bool qualifies_figures(ArchNote::Kind kind) {
    return kind == ArchNote::Kind::borrowed_figures || kind == ArchNote::Kind::in_order ||
           kind == ArchNote::Kind::assumed_core;
  }

  /// Shown once per arch, and not once per loop. A level that the model does not have is reported once per level.
  /// Remarks are shown only in verbose mode.
  void add_arch_notes(const std::vector<const LoopOnArch *> &group) {
    for (const LoopOnArch *loop : group) {
      const KernelReport &kernel = *loop->paths.front();
      const bool is_first = noted_archs_.insert(kernel.arch).second;
      for (const ArchNote &note : kernel.arch_notes) {
        const std::string text = format_text("{}: {}", kernel.arch, one_line(text_of(note)));
        const bool is_shown =
            note.kind == ArchNote::Kind::place_of_data_unknown
                ? noted_places_.insert(text).second
                : is_first && (options_.verbosity == Verbosity::verbose || qualifies_figures(note.kind));
        if (is_shown)
          add(Severity::note, place_of(kernel), "", text);
      }
    }
  }

  /// Shown once per unit, together with its first figures.
  void add_notes() {
    if (!report_.kernels.empty() && reports_whole_unit())
      for (const std::string &note : report_.notes)
        add(Severity::note, place_of(report_.kernels.front()), "", one_line(note));
  }

  void add_annotations() {
    for (const AnnotationReport &annotation : report_.annotated)
      for (const Finding &finding : annotation.findings)
        add(finding.severity, finding.where, finding.rule, one_line(message_of(finding)));
  }

  void add_problems() {
    if (report_.problems.empty() || !reports_whole_unit())
      return;
    const Error &first = report_.problems.front();
    std::string message = one_line(first.text());
    if (report_.problems.size() > 1)
      message += format_text(" (and {} more such problems)", report_.problems.size() - 1);
    const SourceLocation where = !report_.annotated.empty() ? report_.annotated.front().source : first.where;
    add(Severity::note, where, "", "part of the input could not be read: " + message);
  }

  const Report &report_;
  DiagnosticOptions options_;
  std::vector<LoopOnArch> loops_;
  int reported_loops_ = 0;
  int summarised_loops_ = 0; ///< number of loops that are summarised
  int summarised_with_warnings_ = 0;
  std::vector<Diagnostic> out_;
  std::set<std::pair<std::string, std::string>> said_advice_;
  std::set<std::string> noted_archs_;
  std::set<std::string> noted_places_; ///< levels of data that were already reported
};

} // namespace

std::vector<Diagnostic> diagnostics_of(const Report &report, const DiagnosticOptions &options) {
  return Collector(report, options).collect();
}

} // namespace osaca

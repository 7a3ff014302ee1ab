#include "driver/commands/collection_output.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "collection/collection.h"
#include "driver/command_line/messages.h"
#include "driver/command_line/terminal.h"
#include "driver/files/output.h"
#include "render/ci/ci_formats.h"
#include "render/diagnostics/diagnostics.h"
#include "render/html.h"
#include "render/json/json_documents.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/collection_text.h"
#include "render/text/report_text.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>
#include <tuple>

namespace osaca::driver {

namespace {

struct Rendering : RenderOptions {
  DetailsReader details;
  int jobs = 1;
};

using Render = std::string (*)(const Collection &, const Rendering &);

/// What a format shows of loops: rows; their ids, too; the steps of findings; or also the details of loops. A page of
/// many loops reads the details itself, of some loops at a time.
enum class Shows { rows, ids, steps, details_of_few, details };

struct Format {
  const char *name;
  Shows shows;
  Render render;
};

std::string tables(const Collection &collection, const Rendering &options) {
  return render_text(report_of(collection), options);
}

std::string text(const Collection &collection, const Rendering &options) {
  return render_summary(collection, options) + (options.verbose ? "\n" + tables(collection, options) : "");
}

std::string markdown(const Collection &collection, const Rendering &options) {
  return render_markdown(collection, options.top > 0 ? MarkdownOptions{options.top} : MarkdownOptions{});
}

std::string diagnostics(const Collection &collection, const Rendering &options) {
  DiagnosticOptions how;
  if (options.verbose)
    how.verbosity = DiagnosticOptions::Verbosity::verbose;
  return render_diagnostics(report_of(collection), how, options.colour);
}

const std::vector<Format> &formats() {
  static const std::vector<Format> all = {
      {"text", Shows::rows, text},
      {"tables", Shows::details, tables},
      {"diagnostics", Shows::details, diagnostics},
      {"markdown", Shows::ids, markdown},
      {"html", Shows::details_of_few,
       [](const Collection &c, const Rendering &options) {
         return render_html(c, {.details = options.details, .jobs = options.jobs});
       }},
      {"sarif", Shows::steps,
       [](const Collection &c, const Rendering &) {
         return render_sarif(c, {.version = OSACA_VERSION, .information_uri = "", .rules_uri = ""});
       }},
      {"changes", Shows::ids, [](const Collection &c, const Rendering &options) { return render_changes(c, options); }},
      {"github", Shows::ids, [](const Collection &c, const Rendering &) { return render_github(c); }},
      {"gitlab", Shows::ids, [](const Collection &c, const Rendering &) { return render_gitlab(c); }},
      {"junit", Shows::ids, [](const Collection &c, const Rendering &) { return render_junit(c); }},
      {"remarks", Shows::steps, [](const Collection &c, const Rendering &) { return render_remarks(c); }},
      {"json", Shows::details, [](const Collection &c, const Rendering &) { return render_collection_json(c); }},
      {"ctest", Shows::ids, [](const Collection &c, const Rendering &) { return render_ctest(c); }},
      {"dot", Shows::details, [](const Collection &c, const Rendering &) { return render_dot(report_of(c)); }}};
  return all;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format &format : formats())
    names.emplace_back(format.name);
  return names;
}

const Format *find_format(const std::string &name) {
  const auto found = std::ranges::find_if(formats(), [&](const Format &format) { return format.name == name; });
  return found == formats().end() ? nullptr : &*found;
}

bool is_stdout(const std::string &file) { return file.empty() || file == "-"; }

bool write_one(const Collection &collection, const Format &format, const std::string &file,
               const CollectionOutput &output, const DetailsReader &details) {
  Rendering options;
  options.details = details;
  options.jobs = output.jobs;
  options.colour = wants_colour(output.colour, is_stdout(file));
  options.width = output.width >= 0 ? output.width : is_stdout(file) ? terminal_width() : 0;
  options.verbose = output.verbose;
  options.top = output.top;
  return written(file, format.render(collection, options));
}

std::string check_of_also(const std::string &item) {
  const std::size_t equals = item.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == item.size())
    return format_text("'{}' is not of the form FORMAT=FILE, such as sarif=osaca.sarif", item);
  const std::string name = item.substr(0, equals);
  if (find_format(name) != nullptr)
    return "";
  std::string known;
  for (const Format &format : formats())
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  return format_text("unknown format {}; the formats are {}", in_quotes(name), known);
}

} // namespace

void add_collection_output_options(OptionSet &options, CollectionOutput &output) {
  options
      .option("--format", output.format,
              "form of the report: text is an overview, tables shows a table per loop, changes shows what changed "
              "since the baseline, remarks is for opt-viewer (default: text)")
      .one_of(format_names());
  options.option("-o,--out", output.file, "write the report to this file").called("FILE");
  options.repeatable("--also", output.also, "also write the report to FILE in another form; repeatable")
      .called("FORMAT=FILE")
      .checked_by(check_of_also);
  add_colour_option(options, output.colour);
  options.option("--width", output.width, "columns of text (default: width of the terminal; 0: no limit)")
      .called("N")
      .within(0, 100000);
  options
      .option("--top", output.top,
              "show only the N most important loops and findings (text, markdown; default: at most 100 lines of text)")
      .called("N")
      .within(1, 100000);
  options.flag("-v,--verbose", output.verbose,
               "show everything and a table per loop (text), or the origin of each figure (tables)");
}

std::vector<std::string> files_written(const CollectionOutput &output) {
  std::vector<std::string> files = {output.file};
  for (const std::string &item : output.also)
    files.push_back(item.substr(item.find('=') + 1));
  return files;
}

namespace {

bool shows(const CollectionOutput &output, Shows least) {
  const auto shows_it = [least](const std::string &format) { return find_format(format)->shows >= least; };
  return (output.format == "text" && output.verbose) || shows_it(output.format) ||
         std::ranges::any_of(output.also,
                             [&](const std::string &item) { return shows_it(item.substr(0, item.find('='))); });
}

} // namespace

bool shows_details(const CollectionOutput &output, std::size_t loops) {
  return shows(output, loops > HtmlOptions().most_loops_at_once ? Shows::details : Shows::details_of_few);
}
bool has_ranking(const CollectionOutput &output) {
  const auto is_ranked = [](const std::string &format) { return format == "text" || format == "markdown"; };
  return is_ranked(output.format) || std::ranges::any_of(output.also, [&](const std::string &item) {
           return is_ranked(item.substr(0, item.find('=')));
         });
}

bool shows_steps(const CollectionOutput &output) { return shows(output, Shows::steps); }
bool shows_ids(const CollectionOutput &output) { return shows(output, Shows::ids); }

bool write_collection(const Collection &collection, const CollectionOutput &output, const DetailsReader &details) {
  bool good = write_one(collection, *find_format(output.format), output.file, output, details);
  for (const std::string &item : output.also) {
    const std::size_t equals = item.find('=');
    good =
        write_one(collection, *find_format(item.substr(0, equals)), item.substr(equals + 1), output, details) && good;
  }
  return good;
}

ShownFindings findings_shown_to_people(const CollectionOutput &output) {
  if (!is_stdout(output.file))
    return ShownFindings::none;
  if (output.format == "changes")
    return ShownFindings::regressions;
  const bool is_for_people = output.format == "text" || output.format == "tables" || output.format == "diagnostics" ||
                             output.format == "markdown" || output.format == "github";
  return is_for_people ? ShownFindings::all_but_minor : ShownFindings::none;
}

namespace {

bool fails(const CollectedFinding &finding, const std::string &fail_on) {
  if (!finding.open() || fail_on == "never")
    return false;
  if (finding.finding->severity == Severity::error || finding.finding->rule == expectation_rule)
    return true;
  if (fail_on == "regressions")
    return finding.finding->rule == regression_rule;
  return fail_on == "findings" || finding.finding->severity >= Severity::warning;
}

bool is_among(ShownFindings shown, const CollectedFinding &finding) {
  switch (shown) {
  case ShownFindings::none: return false;
  case ShownFindings::regressions: return finding.finding->rule == regression_rule;
  case ShownFindings::all_but_minor: return !finding.minor;
  }
  return false;
}

/// A loop of the source on one core, or a place where there is no loop.
struct FailingLoop {
  const CollectedFinding *first = nullptr;
  int source_loop = -1;
  std::string arch;
  int more = 0;
};

void add(const CollectedFinding &finding, const Collection &collection, std::vector<FailingLoop> &loops) {
  FailingLoop loop{.first = &finding, .source_loop = -1, .arch = ""};
  if (!finding.loops.empty()) {
    const CollectedLoop &slowest = collection.loops[at(finding.loops.front())];
    loop.source_loop = slowest.source_loop;
    loop.arch = slowest.report.arch;
  }
  const auto known = std::ranges::find_if(loops, [&](const FailingLoop &other) {
    return other.source_loop == loop.source_loop && other.arch == loop.arch &&
           (loop.source_loop >= 0 || (other.first->finding->where == finding.finding->where &&
                                      other.first->finding->rule == finding.finding->rule));
  });
  if (known == loops.end())
    loops.push_back(std::move(loop));
  else
    ++known->more;
}

} // namespace

std::string reason_to_fail(const Collection &collection, const std::string &fail_on) {
  int regressions = 0;
  int others = 0;
  for (const CollectedFinding &finding : collection.findings)
    if (fails(finding, fail_on))
      ++(finding.finding->rule == regression_rule ? regressions : others);
  if (regressions + others == 0)
    return "";
  std::string reason = others > 0 ? counted(others, "finding") : "";
  if (regressions > 0)
    reason += format_text("{}{} against {}", reason.empty() ? "" : " and ", counted(regressions, "regression"),
                          collection.comparison->baseline);
  return format_text("{} (--fail-on {})", reason, fail_on);
}

std::string failing_loops(const Collection &collection, const std::string &fail_on, ShownFindings shown) {
  std::vector<const CollectedFinding *> failing;
  for (const CollectedFinding &finding : collection.findings)
    if (fails(finding, fail_on) && !is_among(shown, finding))
      failing.push_back(&finding);
  std::ranges::stable_sort(failing, {}, [&](const CollectedFinding *finding) {
    return std::tuple(!is_about_a_promise(*finding), -static_cast<int>(finding->finding->severity));
  });
  std::vector<FailingLoop> loops;
  for (const CollectedFinding *finding : failing)
    add(*finding, collection, loops);
  std::string out;
  for (const FailingLoop &loop : loops) {
    out += format_text("{}: error: osaca: {} [{}]", one_line(loop.first->finding->where.text()),
                       one_line(message_of(*loop.first)), loop.first->finding->rule);
    out += loop.more > 0 ? format_text(", and {} in this loop\n", counted(loop.more, "more finding")) : "\n";
  }
  return out;
}

} // namespace osaca::driver

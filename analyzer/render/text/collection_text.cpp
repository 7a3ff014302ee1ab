#include "render/text/collection_text.h"

#include "base/format.h"
#include "base/index.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "collection/loop_identity.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/table.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>
#include <array>
#include <set>

namespace osaca {

namespace {

/// The columns of the table, from left to right.
namespace field {
enum Name {
  time,
  cycles,
  measured,
  why,
  per_source_iteration,
  trips,
  iterations,
  bound,
  vectors,
  core,
  count,
  place,
  name,
  rest
};
constexpr std::size_t how_many = rest + 1;
} // namespace field

constexpr int comfortable_name = 30;
constexpr int widest_name = 100;

/// A name that would make the table wider than any screen: first the template arguments are left out, then the
/// beginning, because the end names the loop.
std::string bounded_name(std::string name) {
  if (display_width(name) <= widest_name)
    return name;
  std::string without;
  int depth = 0;
  for (const char c : name) {
    depth -= c == '>' && depth > 0 ? 1 : 0;
    if (depth == 0)
      without += c;
    if (c == '<' && depth++ == 0)
      without += "...";
  }
  return display_width(without) <= widest_name ? without : cut_at_begin(without, widest_name);
}

/// On a narrow terminal, the columns with the largest `expendable` are removed first. The remaining ones identify the
/// loop and show how long it takes and why.
std::array<Table::Column, field::how_many> columns_of_table() {
  using Align = Table::Align;
  using Shorten = Table::Shorten;
  const auto left = [](const char *title, Shorten shorten, int comfortable = 0, int expendable = 0) {
    return Table::Column{title, Align::left, "  ", shorten, comfortable, expendable};
  };
  const auto right = [](const char *title, int expendable = 0) {
    return Table::Column{title, Align::right, "  ", Shorten::no, 0, expendable};
  };
  return {right("time"),
          right("cycles"),
          right("measured"),
          left("reason", Shorten::end),
          right("per source it.", 1),
          right("trips", 6),
          right("iterations", 5),
          left("bound by", Shorten::end),
          right("vectors", 3),
          left("core", Shorten::no, 0, 2),
          right("findings", 4),
          left("place", Shorten::begin, comfortable_name),
          left("loop", Shorten::begin, comfortable_name),
          left("details", Shorten::end, 0, 7)};
}

/// For each source loop, the number of its findings.
std::vector<int> finding_counts(const std::vector<FoldedFinding> &findings, const Collection &collection) {
  std::vector<int> counts(collection.source_loops.size(), 0);
  for (const FoldedFinding &finding : findings)
    if (finding.source_loop >= 0)
      ++counts[at(finding.source_loop)];
  return counts;
}

std::string place_of_row(const SourceLoop &loop, const KernelReport &representative) {
  const std::string text = file_and_line(loop.where.known() ? loop.where : place_of(representative));
  return text.empty() ? "(no source)" : text;
}

using Row = std::array<Table::Cell, field::how_many>;

Row cells_of(const SourceLoop &loop, int findings, const Collection &collection) {
  const CollectedLoop &representative = collection.loops[at(loop.representative())];
  const KernelReport &report = representative.report;
  const std::string at_least = report.complete ? "" : ">= ";
  const std::string of_source = cycles_of_source_iteration(report);
  Row row;
  row[field::time] = {phrase_of_share(loop.weight), Colour::bold};
  row[field::cycles] = {at_least + report.cycles_per_iteration.text(), Colour::bold};
  row[field::measured] = {phrase_of_measured(representative)};
  row[field::why] = {phrase_of_difference(representative)};
  row[field::per_source_iteration] = {of_source.empty() ? "" : at_least + of_source};
  row[field::trips] = {phrase_of_trips(loop, collection)};
  row[field::iterations] = {phrase_of_iterations(loop, collection)};
  row[field::bound] = {std::string(phrase_of_bound(report))};
  row[field::vectors] = {report.vector_bits > 0 ? format_text("{} bits", report.vector_bits) : ""};
  row[field::core] = {phrase_of_cores(loop)};
  row[field::count] = {findings > 0 ? std::to_string(findings) : ""};
  row[field::place] = {place_of_row(loop, report), Colour::cyan};
  row[field::name] = {bounded_name(name_of_loop(loop, collection))};
  row[field::rest] = {phrase_of_rest(loop, collection)};
  return row;
}

Row cells_of(const HotFunction &function) {
  Row row;
  row[field::time] = {percent_of(function.share), Colour::bold};
  row[field::bound] = {phrase_of_loops(function)};
  row[field::rest] = {phrase_of_callers(function)};
  row[field::place] = {function.place.known() ? one_line(file_and_line(function.place)) : "(no source)", Colour::cyan};
  row[field::name] = {bounded_name(one_line(readable_name(function.function)))};
  return row;
}

/// A column that is empty in all rows is left out.
std::string text_of(const std::vector<Row> &rows, bool has_functions, const RenderOptions &options) {
  std::array<Table::Column, field::how_many> columns = columns_of_table();
  if (has_functions) { // their callers are the only details known about them
    columns[field::rest].expendable = 0;
    columns[field::rest].comfortable_width = comfortable_name;
  }
  const auto says_something = [&rows](std::size_t column) {
    return std::ranges::any_of(rows, [column](const Row &row) { return !row[column].text.empty(); });
  };
  std::vector<std::size_t> shown;
  std::vector<Table::Column> heads;
  for (std::size_t column = 0; column < columns.size(); ++column)
    if (says_something(column)) {
      shown.push_back(column);
      heads.push_back(columns[column]);
    }
  Table table(std::move(heads));
  for (const Row &row : rows) {
    std::vector<Table::Cell> cells;
    for (const std::size_t column : shown)
      cells.push_back(row[column]);
    table.add_row(std::move(cells));
  }
  return table.text(options.colour, options.width);
}

/// Returns the core that all loops are predicted for, so that it needs no column; empty: there are several.
std::string take_common_core(std::vector<Row> &rows) {
  std::string common;
  for (const Row &row : rows) {
    const std::string &text = row[field::core].text;
    if (text.empty()) // the row is a function
      continue;
    if (!common.empty() && text != common)
      return "";
    common = text;
  }
  for (Row &row : rows)
    row[field::core].text.clear();
  return common;
}

/// A row for each loop of the source, most important first: at most `most_rows` rows of loops and of hot functions
/// without a loop. The line above them states how they are ordered. Empty if there are no rows. Each row is one line.
/// `findings`: as from finding_counts().
std::string loop_table(const Collection &collection, const std::vector<int> &findings, std::size_t most_rows,
                       const RenderOptions &options) {
  std::vector<Row> rows;
  for (const RankedRow &ranked : ranked_rows(collection)) {
    if (rows.size() == most_rows)
      break;
    rows.push_back(ranked.loop < 0
                       ? cells_of(*ranked.function)
                       : cells_of(collection.source_loops[at(ranked.loop)], findings[at(ranked.loop)], collection));
  }
  if (rows.empty())
    return "";
  const bool has_functions = collection.samples && !collection.samples->hot_functions.empty();
  const std::string common_core = take_common_core(rows);
  return format_text("Loops of the source{} {}\n{}", common_core.empty() ? "" : format_text(" on {},", common_core),
                     phrase_of_order(collection), text_of(rows, has_functions, options));
}

constexpr std::size_t usual_lines = 100; ///< of the whole output, unless the user asks for more
constexpr std::size_t usual_remarks = 8;
constexpr std::size_t all_of_them = static_cast<std::size_t>(-1);

std::size_t lines_in(const std::string &text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

class Summary {
public:
  Summary(const Collection &collection, const RenderOptions &options)
      : collection_(collection), options_(options), findings_(folded_findings(collection)),
        finding_counts_(finding_counts(findings_, collection)), row_count_(ranked_rows(collection_).size()) {
    // Regressions are already listed among the changes.
    std::erase_if(findings_,
                  [](const FoldedFinding &finding) { return finding.first->finding->rule == regression_rule; });
  }

  std::string text() {
    const std::string changes = text_of_changes();
    const std::string remarks = text_of_remarks();
    const std::string samples = phrase_of_samples(collection_);
    const std::string differences = phrase_of_differences(collection_);
    const std::string totals =
        format_text("{}{}{}\n", differences.empty() ? "" : wrapped(differences, options_.width, 0) + "\n",
                    samples.empty() ? "" : wrapped(samples, options_.width, 0) + "\n",
                    coloured(phrase_of_totals(collection_), Colour::bold, options_.colour));
    const std::size_t most_findings = options_.top > 0 ? static_cast<std::size_t>(options_.top) : all_of_them;
    const bool is_limited = options_.top <= 0 && !options_.verbose;
    const std::vector<std::string> findings = texts_of_findings(most_findings, is_limited ? usual_lines : all_of_them);
    const Shown shown = options_.top > 0   ? first_ones(static_cast<std::size_t>(options_.top))
                        : options_.verbose ? first_ones(all_of_them)
                                           : as_fit(findings, lines_in(changes + remarks + totals));
    std::string out = loop_table(collection_, finding_counts_, shown.rows, options_);
    if (!out.empty())
      out += '\n';
    for (std::size_t i = 0; i < shown.findings; ++i)
      out += findings[i];
    if (shown.findings > 0)
      out += '\n';
    return format_text("{}{}{}{}{}", out, changes, remarks, totals, what_is_left_out(shown));
  }

private:
  /// The numbers of rows and findings that fit.
  struct Shown {
    std::size_t rows = 0; ///< of the table
    std::size_t findings = 0;
  };

  [[nodiscard]] Shown first_ones(std::size_t count) const {
    return {std::min(count, row_count_), std::min(count, findings_.size())};
  }

  /// Half of the lines are for loops and half for findings. Lines that one half does not need are available to the
  /// other. `findings`: at least as many of the first ones as fit.
  [[nodiscard]] Shown as_fit(const std::vector<std::string> &findings, std::size_t lines_of_others) const {
    constexpr std::size_t around = 5; // headings, blank lines and the line about omitted entries
    const std::size_t room = usual_lines - std::min(usual_lines, lines_of_others + around);
    std::size_t wanted_by_findings = 0;
    for (const std::string &finding : findings)
      wanted_by_findings += lines_in(finding);
    Shown shown;
    shown.rows = std::min(row_count_, room - std::min(room, std::min(wanted_by_findings, room / 2)));
    std::size_t left = room - shown.rows;
    while (shown.findings < findings.size() && lines_in(findings[shown.findings]) <= left)
      left -= lines_in(findings[shown.findings++]);
    return shown;
  }

  [[nodiscard]] std::string what_is_left_out(const Shown &shown) const {
    const std::size_t rows = row_count_ - shown.rows;
    const std::size_t findings = findings_.size() - shown.findings;
    std::string out = rows > 0 ? counted(rows, "more loop") : "";
    if (findings > 0)
      out += (out.empty() ? "" : " and ") + counted(findings, "more finding");
    return out.empty() ? "" : out + " not shown: use --top N for N of each, -v for all, --format html for a page\n";
  }

  /// The texts of the first findings: at most `most`, and none after the first `enough_lines` lines.
  [[nodiscard]] std::vector<std::string> texts_of_findings(std::size_t most, std::size_t enough_lines) {
    std::vector<std::string> out;
    std::size_t lines = 0;
    for (std::size_t i = 0; i < std::min(most, findings_.size()) && lines <= enough_lines; ++i) {
      out.push_back(text_of(findings_[i]));
      lines += lines_in(out.back());
    }
    return out;
  }

  [[nodiscard]] std::string phrase_of_stake(const CollectedFinding &finding) const {
    const CollectedLoop *loop = representative_of(collection_, finding);
    const auto percent = static_cast<int>(finding.gain_share * 100 + 0.5);
    return loop == nullptr || percent == 0
               ? ""
               : format_text("in {}: up to {} % of {} on {} could be saved", name_of_loop(*loop), percent,
                             phrase_of_cycles(loop->report), one_line(loop->report.arch));
  }

  [[nodiscard]] std::string line_of(const SourceLocation &where, Severity severity, const std::string &message,
                                    const std::string &rule) const {
    const std::string place = one_line(where.text());
    std::string out = format_text("{}: {} {}", coloured(place.empty() ? "osaca" : place, Colour::bold, options_.colour),
                                  coloured(std::string(name_of(severity)) + ":", colour_of(severity), options_.colour),
                                  one_line(message));
    if (!rule.empty())
      out += format_text(" [{}]", coloured(one_line(rule), colour_of(severity), options_.colour));
    return out + "\n";
  }

  [[nodiscard]] std::string indented(const std::string &text) const {
    constexpr int indent = 4;
    return text.empty() ? "" : format_text("{}{}\n", std::string(indent, ' '), wrapped(text, options_.width, indent));
  }

  [[nodiscard]] std::string text_of(const FoldedFinding &folded) {
    const CollectedFinding &collected = *folded.first;
    const Finding &finding = collected.finding;
    std::string out = line_of(place_of(collection_, collected), finding.severity, message_of(folded), finding.rule);
    if (options_.top > 0)
      out += indented(phrase_of_stake(collected));
    if (options_.verbose)
      for (const FindingStep &step : *finding.steps)
        out +=
            indented((step.where.known() ? one_line(step.where.text()) + ": " : "") + one_line(osaca::text_of(step)));
    const std::string advice = advice_of(finding);
    const bool is_news = said_advice_.emplace(finding.rule, advice).second;
    if (!advice.empty() && (is_news || options_.verbose))
      out += indented("what to try: " + one_line(advice));
    return out;
  }

  [[nodiscard]] std::string text_of_changes() const {
    return collection_.comparison ? render_changes(collection_, options_) + "\n" : "";
  }

  [[nodiscard]] std::string text_of_remarks() const {
    std::vector<std::string> remarks;
    for (const Error &problem : collection_.problems)
      remarks.push_back(
          line_of(problem.where, Severity::note, "part of the input could not be used: " + problem.message, ""));
    for (const std::string &note : collection_.notes)
      remarks.push_back(line_of({}, Severity::note, note, ""));
    if (collection_.samples)
      for (const UnreadProgram &program : collection_.samples->unread)
        remarks.push_back(line_of({}, Severity::note, phrase_of(program), ""));
    const std::size_t shown = options_.verbose ? remarks.size() : std::min(remarks.size(), usual_remarks);
    std::string out;
    for (std::size_t i = 0; i < shown; ++i)
      out += remarks[i];
    if (shown < remarks.size())
      out += line_of({}, Severity::note, counted(remarks.size() - shown, "more remark") + "; pass -v to show all", "");
    return out.empty() ? "" : out + "\n";
  }

  const Collection &collection_;
  const RenderOptions &options_;
  std::vector<FoldedFinding> findings_;
  std::vector<int> finding_counts_; ///< with regressions
  std::size_t row_count_;           ///< of the table: loops, and functions with samples
  std::set<std::pair<std::string, std::string>> said_advice_;
};

} // namespace

std::string render_summary(const Collection &collection, const RenderOptions &options) {
  return Summary(collection, options).text();
}

} // namespace osaca

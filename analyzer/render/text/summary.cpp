#include "render/text/summary.h"

#include "base/counted.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/ranking.h"
#include "render/text/comparison.h"
#include "render/text/loop_table.h"
#include "render/text/table.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>
#include <set>

namespace osaca {
namespace {

constexpr std::size_t usual_lines = 100; ///< of all that is written where nobody asks for more
constexpr std::size_t usual_remarks = 8;
constexpr std::size_t all_of_them = static_cast<std::size_t>(-1);

std::size_t lines_in(const std::string &text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

class Summary {
public:
  Summary(const Collection &collection, const RenderOptions &options)
      : collection_(collection), options_(options), ranking_(ranking_of(collection)),
        findings_(folded_findings(collection, ranking_)) {
    // Regressions are among the changes.
    std::erase_if(findings_,
                  [](const FoldedFinding &finding) { return finding.first->finding.rule == regression_rule; });
  }

  std::string text() {
    const std::string changes = text_of_changes();
    const std::string remarks = text_of_remarks();
    const std::string samples = phrase_of_samples(collection_);
    const std::string differences = phrase_of_differences(collection_, ranking_.loops);
    const std::string totals = (differences.empty() ? "" : wrapped(differences, options_.width, 0) + "\n") +
                               (samples.empty() ? "" : wrapped(samples, options_.width, 0) + "\n") +
                               coloured(phrase_of_totals(collection_), Colour::bold, options_.colour) + "\n";
    const std::vector<std::string> findings = texts_of_findings();
    const Shown shown = options_.top > 0   ? first_ones(static_cast<std::size_t>(options_.top))
                        : options_.verbose ? first_ones(all_of_them)
                                           : as_fit(findings, lines_in(changes + remarks + totals));
    std::string out = loop_table(collection_, ranking_, shown.rows, options_);
    if (!out.empty())
      out += '\n';
    for (std::size_t i = 0; i < shown.findings; ++i)
      out += findings[i];
    if (shown.findings > 0)
      out += '\n';
    return out + changes + remarks + totals + what_is_left_out(shown);
  }

private:
  /// How many there are room for.
  struct Shown {
    std::size_t rows = 0; ///< of the table
    std::size_t findings = 0;
  };

  /// Of the table: loops, and functions that samples found.
  [[nodiscard]] std::size_t row_count() const { return ranked_rows(collection_, ranking_.loops).size(); }

  [[nodiscard]] Shown first_ones(std::size_t count) const {
    return {std::min(count, row_count()), std::min(count, findings_.size())};
  }

  /// Half of the lines for loops and half for findings, and what one does not need for the other.
  [[nodiscard]] Shown as_fit(const std::vector<std::string> &findings, std::size_t lines_of_others) const {
    constexpr std::size_t around = 5; // heads, blank lines and what is left out
    const std::size_t room = usual_lines - std::min(usual_lines, lines_of_others + around);
    std::size_t wanted_by_findings = 0;
    for (const std::string &finding : findings)
      wanted_by_findings += lines_in(finding);
    Shown shown;
    shown.rows = std::min(row_count(), room - std::min(room, std::min(wanted_by_findings, room / 2)));
    std::size_t left = room - shown.rows;
    while (shown.findings < findings.size() && lines_in(findings[shown.findings]) <= left)
      left -= lines_in(findings[shown.findings++]);
    return shown;
  }

  [[nodiscard]] std::string what_is_left_out(const Shown &shown) const {
    const std::size_t rows = row_count() - shown.rows;
    const std::size_t findings = findings_.size() - shown.findings;
    std::string out = rows > 0 ? counted(rows, "more loop") : "";
    if (findings > 0)
      out += (out.empty() ? "" : " and ") + counted(findings, "more finding");
    return out.empty() ? "" : out + ": --top N shows N of each, -v all, --format html a page of them\n";
  }

  [[nodiscard]] std::vector<std::string> texts_of_findings() {
    std::vector<std::string> out;
    for (const FoldedFinding &finding : findings_)
      out.push_back(text_of(finding));
    return out;
  }

  [[nodiscard]] std::string phrase_of_stake(const CollectedFinding &finding) const {
    const CollectedLoop *loop = speaking_loop_of(collection_, finding);
    const auto percent = static_cast<int>(finding.gain_share * 100 + 0.5);
    return loop == nullptr || percent == 0
               ? ""
               : "in " + name_of_loop(loop->record) + ": " + std::to_string(percent) + " % of its " +
                     phrase_of_cycles(loop->report) + " on " + one_line(loop->report.arch) + " at stake";
  }

  [[nodiscard]] std::string line_of(const SourceLocation &where, Severity severity, const std::string &message,
                                    const std::string &rule) const {
    const std::string place = one_line(where.text());
    std::string out = coloured(place.empty() ? "osaca" : place, Colour::bold, options_.colour) + ": " +
                      coloured(std::string(name_of(severity)) + ":", colour_of(severity), options_.colour) + " " +
                      one_line(message);
    if (!rule.empty())
      out += " [" + coloured(one_line(rule), colour_of(severity), options_.colour) + "]";
    return out + "\n";
  }

  [[nodiscard]] std::string indented(const std::string &text) const {
    constexpr int indent = 4;
    return text.empty() ? "" : std::string(indent, ' ') + wrapped(text, options_.width, indent) + "\n";
  }

  [[nodiscard]] std::string text_of(const FoldedFinding &folded) {
    const CollectedFinding &collected = *folded.first;
    const Finding &finding = collected.finding;
    std::string out = line_of(place_of(collection_, collected), finding.severity, message_of(folded), finding.rule);
    if (options_.top > 0)
      out += indented(phrase_of_stake(collected));
    if (options_.verbose)
      for (const FindingStep &step : finding.steps)
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
      remarks.push_back(line_of(problem.where, Severity::note, "not everything could be read: " + problem.message, ""));
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
      out += line_of({}, Severity::note, counted(remarks.size() - shown, "more remark") + ": -v shows all", "");
    return out.empty() ? "" : out + "\n";
  }

  const Collection &collection_;
  const RenderOptions &options_;
  Ranking ranking_;
  std::vector<FoldedFinding> findings_;
  std::set<std::pair<std::string, std::string>> said_advice_;
};

} // namespace

std::string render_summary(const Collection &collection, const RenderOptions &options) {
  return Summary(collection, options).text();
}

} // namespace osaca

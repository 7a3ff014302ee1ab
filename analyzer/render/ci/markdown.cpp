#include "render/ci/ci_formats.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "collection/loop_identity.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/sentence_parts.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace osaca {
namespace {

using Row = std::vector<std::string>;
using Findings = std::vector<FoldedFinding>;

/// The name as code, escaped so that no character in it ends the span or the cell.
std::string code(const std::string &name) {
  const std::string line = clean_line(name);
  const bool plain = !line.empty() && line.find_first_of("`|\\\r\n") == std::string::npos;
  return plain ? format_text("`{}`", line) : markdown_text(line);
}

std::string row_of(const Row &cells) {
  std::string out = "|";
  for (const std::string &cell : cells)
    out += format_text(" {} |", cell);
  return out + "\n";
}

/// `marks` has one character per column: 'l' or 'r' for the alignment.
std::string table_head(const Row &titles, std::string_view marks) {
  Row rule;
  for (const char mark : marks)
    rule.emplace_back(mark == 'r' ? "---:" : "---");
  return row_of(titles) + row_of(rule);
}

std::string folded(const std::string &summary, const std::string &inside) {
  return format_text("<details>\n<summary>{}</summary>\n\n{}\n</details>\n\n", summary, inside);
}

class Page {
public:
  Page(const Collection &collection, const MarkdownOptions &options)
      : collection_(collection), findings_(folded_findings(collection)),
        most_rows_(static_cast<std::size_t>(std::max(0, options.most_rows))) {}

  std::string text() {
    out_ = format_text("## osaca: {}\n\n", markdown_text(phrase_of_totals(collection_)));
    write_changes();
    write_findings();
    write_loops();
    write_remarks();
    return std::move(out_);
  }

private:
  [[nodiscard]] std::string more_than(std::size_t count, const std::string &noun) const {
    return count <= most_rows_ ? "" : format_text("\n... and {}.\n", counted(count - most_rows_, "more " + noun));
  }

  void write_changes() {
    if (!collection_.comparison || collection_.comparison->changes.empty())
      return;
    const Comparison &comparison = *collection_.comparison;
    out_ += format_text("### Changes against {}\n\n", code(comparison.baseline));
    if (comparison.compilers_change)
      out_ += markdown_text(message_of(*comparison.compilers_change)) + "\n\n";
    out_ += table_head({"the loop", "where", "name", "what changed"}, "llll");
    for (std::size_t i = 0; i < std::min(comparison.changes.size(), most_rows_); ++i) {
      const LoopChange &change = comparison.changes[i];
      const LoopRecord &loop = change.after ? *change.after : *change.before;
      const std::string kind(phrase_of(change.kind));
      out_ += row_of({change.is_regression ? format_text("**{}**", kind) : kind,
                      code(file_and_line({loop.file, loop.line, 0})), code(name_of_loop(loop)),
                      markdown_text(message_of(change))});
    }
    out_ += more_than(comparison.changes.size(), "change");
    out_ += format_text("\n{} unchanged (within {} %).\n\n", counted(comparison.unchanged_count, "loop"),
                        Cycles::nearest(comparison.tolerance_percent).text());
  }

  [[nodiscard]] std::string table_of(const Findings &findings) const {
    std::string out = table_head({"", "where", "finding", "what to try"}, "llll");
    for (std::size_t i = 0; i < std::min(findings.size(), most_rows_); ++i) {
      const CollectedFinding &finding = *findings[i].first;
      out +=
          row_of({std::string(name_of(finding.finding->severity)), code(file_and_line(place_of(collection_, finding))),
                  format_text("{} ({})", markdown_text(message_of(findings[i])), code(finding.finding->rule)),
                  markdown_text(advice_of(finding.finding))});
    }
    return out + more_than(findings.size(), "finding");
  }

  /// Notes are collapsed, so that the summary can be read quickly. Regressions are already among the changes.
  void write_findings() {
    Findings grave = findings_;
    if (collection_.comparison)
      std::erase_if(grave,
                    [](const FoldedFinding &finding) { return finding.first->finding->rule == regression_rule; });
    const auto notes_begin = std::ranges::find_if(
        grave, [](const FoldedFinding &finding) { return finding.first->finding->severity < Severity::warning; });
    const Findings notes(notes_begin, grave.end());
    grave.erase(notes_begin, grave.end());
    if (!grave.empty())
      out_ += format_text("### Findings\n\n{}\n", table_of(grave));
    if (!notes.empty())
      out_ += folded(counted(notes.size(), "note"), table_of(notes));
  }

  void write_loops() {
    const std::vector<SourceLoop> &loops = collection_.source_loops;
    if (loops.empty())
      return;
    std::map<int, int> findings;
    for (const FoldedFinding &finding : findings_)
      ++findings[finding.source_loop];
    const bool is_measured = !phrase_of_differences(collection_).empty();
    const auto with_measured = [is_measured](Row row, const Row &measured) {
      constexpr std::ptrdiff_t before = 5; // columns
      if (is_measured)
        row.insert(row.begin() + before, measured.begin(), measured.end());
      return row;
    };
    std::string table =
        table_head(with_measured({"where", "loop", "core", "time", "cycles per iteration", "per source iteration",
                                  "trips", "iterations", "bound by", "vectors", "findings", "details"},
                                 {"measured", "reason"}),
                   is_measured ? "lllrrrlrrrlrrl" : "lllrrrrrlrrl");
    const std::size_t shown = std::min(loops.size(), most_rows_);
    for (std::size_t i = 0; i < shown; ++i) {
      const SourceLoop &loop = loops[i];
      const CollectedLoop &representative = collection_.loops[at(loop.representative())];
      const KernelReport &report = representative.report;
      const std::string each = cycles_of_source_iteration(report);
      table += row_of(with_measured(
          {code(file_and_line(place_of(report))), code(name_of_loop(loop, collection_)), code(phrase_of_cores(loop)),
           phrase_of_share(loop.weight), figure_of_cycles(report), each.empty() ? "" : at_least(report.complete) + each,
           markdown_text(phrase_of_trips(loop, collection_)), phrase_of_iterations(loop, collection_),
           std::string(phrase_of_bound(report)),
           report.vector_bits > 0 ? format_text("{} bits", report.vector_bits) : "none",
           std::to_string(findings[static_cast<int>(i)]), markdown_text(phrase_of_rest(loop, collection_))},
          {phrase_of_measured(representative), markdown_text(phrase_of_difference(representative))}));
    }
    const std::string which =
        shown == loops.size() ? "All loops" : format_text("The first {} of {}", shown, counted(loops.size(), "loop"));
    out_ += folded(format_text("{} of the source, {}", which, phrase_of_order(collection_)), table);
  }

  void write_remarks() {
    std::vector<std::string> remarks = remarks_on_samples(collection_);
    for (const Error &problem : collection_.problems)
      remarks.push_back("part of the input could not be used: " + problem.text());
    remarks.insert(remarks.end(), collection_.notes.begin(), collection_.notes.end());
    for (std::size_t i = 0; i < std::min(remarks.size(), most_rows_); ++i)
      out_ += format_text("- {}\n", markdown_text(remarks[i]));
    out_ += more_than(remarks.size(), "remark");
  }

  const Collection &collection_;
  Findings findings_;
  std::size_t most_rows_;
  std::string out_;
};

} // namespace

std::string markdown_text(std::string_view text) {
  const std::string line = clean_line(text);
  const auto is_word = [&line](std::size_t i) {
    return i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '_');
  };
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool inside_word = line[i] == '_' && i > 0 && is_word(i - 1) && is_word(i + 1); // does not start emphasis
    if (std::string_view("\\`*_[<&|#~$").find(line[i]) != std::string_view::npos && !inside_word)
      out += '\\';
    out += line[i];
  }
  // The characters that begin a list, a quotation or a rule do so only at the beginning.
  const std::size_t mark = out.find_first_not_of("0123456789");
  const bool ends_number = mark != std::string::npos && mark > 0 && (out[mark] == '.' || out[mark] == ')') &&
                           (mark + 1 == out.size() || out[mark + 1] == ' ');
  if (ends_number || (mark == 0 && std::string_view("-+=>").find(out[0]) != std::string_view::npos))
    out.insert(mark, "\\");
  return out;
}

std::string render_markdown(const Collection &collection, const MarkdownOptions &options) {
  return Page(collection, options).text();
}

} // namespace osaca

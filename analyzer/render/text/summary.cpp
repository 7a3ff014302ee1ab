#include "render/text/summary.h"

#include "base/counted.h"
#include "base/readable_name.h"
#include "collection/loop_identity.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/comparison.h"
#include "render/text/table.h"
#include "render/words/words.h"

#include <algorithm>
#include <map>
#include <set>

namespace osaca {
namespace {

class Summary {
public:
  Summary(const Collection &collection, const RenderOptions &options) : collection_(collection), options_(options) {
    for (const CollectedFinding *finding : findings_for_ci(collection))
      if (finding->open())
        findings_.push_back(finding);
  }

  std::string text() {
    if (options_.top > 0) {
      write_most_important();
    } else {
      write_loops();
      for (const CollectedFinding *finding : findings_)
        write(*finding);
    }
    if (!findings_.empty())
      out_ += '\n';
    write_changes();
    write_remarks();
    out_ += coloured(phrase_of_totals(collection_), Colour::bold, options_.colour) + "\n";
    return std::move(out_);
  }

private:
  void write_most_important() {
    const FindingList all = open_findings_by_importance(collection_);
    const std::size_t shown = std::min(all.size(), static_cast<std::size_t>(options_.top));
    for (std::size_t i = 0; i < shown; ++i) {
      write(*all[i]);
      if (const CollectedLoop *loop = speaking_loop_of(collection_, *all[i]))
        write_indented("in " + name_of_loop(loop->record) + ": " + phrase_of_stake(*loop, all[i]->gain_share));
    }
    if (shown < all.size())
      out_ += "... and " + counted(all.size() - shown, "more finding") + "\n";
  }

  static std::string phrase_of_stake(const CollectedLoop &loop, double gain_share) {
    const std::string at_least = loop.report.complete ? "" : "at least ";
    const auto percent = static_cast<int>(gain_share * 100 + 0.5);
    return at_least + loop.report.cycles_per_iteration.text() + " cycles per iteration on " + one_line(loop.report.arch) +
           (percent > 0 ? ", " + std::to_string(percent) + " % of them at stake" : "");
  }

  void write_loops() {
    std::map<int, int> finding_counts;
    for (const CollectedFinding *finding : findings_)
      for (const int loop : finding->loops)
        ++finding_counts[loop];
    for (std::size_t begin = 0; begin < collection_.loops.size();) {
      const std::string &file = collection_.loops[begin].record.file;
      std::size_t end = begin;
      while (end < collection_.loops.size() && collection_.loops[end].record.file == file)
        ++end;
      out_ += coloured(file.empty() ? "(no source)" : one_line(file), Colour::bold, options_.colour) + "\n";
      out_ += table_of(begin, end, finding_counts) + "\n";
      begin = end;
    }
  }

  [[nodiscard]] std::string table_of(std::size_t begin, std::size_t end, std::map<int, int> &finding_counts) const {
    using Align = Table::Align;
    const auto first = collection_.loops.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = collection_.loops.begin() + static_cast<std::ptrdiff_t>(end);
    const bool per_source = std::any_of(first, last, [](const CollectedLoop &loop) {
      return loop.report.cycles_per_source_iteration().has_value();
    });
    std::vector<Table::Column> columns = {{"line", Align::right, "  "}, {"cycles", Align::right, "  "}};
    if (per_source)
      columns.push_back({"per source it.", Align::right, "  "});
    columns.push_back({"bound by", Align::left, "  "});
    columns.push_back({"vectors", Align::right, "  "});
    columns.push_back({"core", Align::left, "  "});
    columns.push_back({"findings", Align::right, "  "});
    columns.push_back({"loop", Align::left, "  "});
    Table table(std::move(columns));
    for (std::size_t i = begin; i < end; ++i) {
      const CollectedLoop &loop = collection_.loops[i];
      const KernelReport &report = loop.report;
      const std::string at_least = report.complete ? "" : ">= ";
      const std::string each = cycles_of_source_iteration(report);
      const int line = place_of(report).line;
      const int count = finding_counts[static_cast<int>(i)];
      std::vector<Table::Cell> row = {{line > 0 ? std::to_string(line) : "?", Colour::cyan},
                                      {at_least + report.cycles_per_iteration.text(), Colour::bold}};
      if (per_source)
        row.push_back({each.empty() ? "" : at_least + each});
      row.push_back({std::string(phrase_of_bound(report))});
      row.push_back({report.vector_bits > 0 ? std::to_string(report.vector_bits) + " bits" : "none"});
      row.push_back({one_line(report.arch)});
      row.push_back({count > 0 ? std::to_string(count) : ""});
      row.push_back({name_of_loop(loop.record)});
      table.add_row(std::move(row));
    }
    return table.text(options_.colour, options_.width);
  }

  void write_line(const SourceLocation &where, Severity severity, const std::string &message, const std::string &rule) {
    const std::string place = one_line(where.text());
    out_ += coloured(place.empty() ? "osaca" : place, Colour::bold, options_.colour) + ": " +
            coloured(std::string(name_of(severity)) + ":", colour_of(severity), options_.colour) + " " + one_line(message);
    if (!rule.empty())
      out_ += " [" + coloured(one_line(rule), colour_of(severity), options_.colour) + "]";
    out_ += '\n';
  }

  void write_indented(const std::string &text) {
    constexpr int indent = 4;
    out_ += std::string(indent, ' ') + wrapped(text, options_.width, indent) + "\n";
  }

  void write(const CollectedFinding &collected) {
    const Finding &finding = collected.finding;
    const SourceLocation where = place_of(collection_, collected);
    write_line(where, finding.severity, message_of(collected), finding.rule);
    if (options_.verbose)
      for (const FindingStep &step : finding.steps)
        write_indented((step.where.known() ? one_line(step.where.text()) + ": " : "") + one_line(text_of(step)));
    const std::string advice = advice_of(finding);
    const bool is_news = said_advice_.emplace(finding.rule, advice).second;
    if (!advice.empty() && (is_news || options_.verbose))
      write_indented("what to try: " + one_line(advice));
  }

  void write_changes() {
    if (collection_.comparison)
      out_ += render_comparison(*collection_.comparison, options_) + "\n";
  }

  void write_remarks() {
    for (const Error &problem : collection_.problems)
      write_line(problem.where, Severity::note, "not everything could be read: " + problem.message, "");
    for (const std::string &note : collection_.notes)
      write_line({}, Severity::note, note, "");
    if (!collection_.problems.empty() || !collection_.notes.empty())
      out_ += '\n';
  }

  const Collection &collection_;
  const RenderOptions &options_;
  FindingList findings_; ///< open ones, by place
  std::set<std::pair<std::string, std::string>> said_advice_;
  std::string out_;
};

} // namespace

std::string render_summary(const Collection &collection, const RenderOptions &options) {
  return Summary(collection, options).text();
}

} // namespace osaca

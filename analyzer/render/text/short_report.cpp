#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "render/phrases.h"
#include "render/text/kernel_tables.h"
#include "render/text/report_text.h"
#include "render/text/table.h"
#include "render/words/words.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace osaca {

// A report of one screen. The most expensive kernels come first, each with its instructions. If the lines do not
// suffice, the instructions of later kernels are left out, and then all but one line of a kernel.

namespace {

int count_lines(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

/// The likeliest paths of all loops come before the other paths, and loops whose cost is known before the others.
std::vector<std::size_t> by_importance(const std::vector<KernelReport> &kernels) {
  std::vector<std::size_t> order(kernels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const KernelReport &first = kernels[a];
    const KernelReport &second = kernels[b];
    if ((first.path_number == 1) != (second.path_number == 1))
      return first.path_number == 1;
    if (first.complete != second.complete)
      return first.complete;
    return second.cycles_per_iteration < first.cycles_per_iteration;
  });
  return order;
}

class ShortReport {
public:
  explicit ShortReport(const RenderOptions &options) : options_(options) {}

  std::string of(const Report &report) {
    for (const std::string &note : report.notes)
      field("note", one_line(note));
    constexpr int lines_about_rest = 8; // some of the other kernels, and what is left out
    Report rest;
    for (const std::size_t k : by_importance(report.kernels)) {
      const bool is_last = rest.kernels.empty() && shown_ + 1 == static_cast<int>(report.kernels.size());
      const int room = options_.most_lines - count_lines(out_) - (is_last ? 1 : lines_about_rest);
      if (!add_kernel(report.kernels[k], room))
        rest.kernels.push_back(report.kernels[k]);
    }
    add_rest(std::move(rest));
    if (without_instructions_ > 0)
      left_out_.insert(left_out_.begin(), "the instructions of " + counted(without_instructions_, "kernel"));
    if (!left_out_.empty())
      out_ += format_text("\nLeft out: {}. Without --max-lines, the report is complete.\n", joined(left_out_));
    return std::move(out_);
  }

private:
  void field(std::string_view name, const std::string &value) { out_ += labelled_line(name, value, options_.width); }

  /// Returns false if there is no room for it.
  bool add_kernel(const KernelReport &kernel, int room) {
    const std::size_t begin = out_.size();
    if (begin > 0)
      out_ += "\n";
    add_header(kernel);
    const std::string table = table_of(kernel);
    const std::string findings = findings_of(kernel);
    const int used = count_lines(std::string_view(out_).substr(begin));
    if (used + count_lines(table) + count_lines(findings) <= room) {
      out_ += table + findings;
      advised_ = newly_advised_;
    } else if (used + count_lines(findings) <= room) {
      out_ += findings;
      advised_ = newly_advised_;
      ++without_instructions_;
    } else if (shown_ == 0) {
      without_instructions_ = 1;
    } else {
      out_.resize(begin);
      return false;
    }
    ++shown_;
    return true;
  }

  void add_header(const KernelReport &kernel) {
    const std::string place = kernel.source.known()   ? kernel.source.text()
                              : kernel.input.line > 0 ? format_text("line {}", kernel.input.line)
                                                      : "";
    field("kernel", title_of(kernel) + (place.empty() ? "" : format_text(" ({})", one_line(place))));
    field("path", one_line(phrase_of_path(kernel)));
    const std::string core = one_line(kernel.arch_title.empty() ? kernel.arch : kernel.arch_title);
    out_ += format_text("prediction: {}, on {}\n",
                        coloured(phrase_of_prediction(kernel), Colour::bold, options_.colour), core);
    field("region", one_line(phrase_of_function(kernel)));
    field("calls", one_line(phrase_of_calls(kernel)));
    std::vector<std::string> bounds;
    for (const Bound &bound : kernel.bounds)
      if (!bound.cycles.is_zero())
        bounds.push_back(format_text("{} {}", short_name_of(bound.kind), bound.cycles.text()));
    if (kernel.simulated_cycles)
      bounds.push_back("simulated " + kernel.simulated_cycles->text());
    bounds.push_back("critical path " + kernel.critical_path.cycles.text());
    field("bounds", joined(bounds));
  }

  /// The columns of the complete table, but only one port: the busiest one.
  [[nodiscard]] std::string table_of(const KernelReport &kernel) const {
    const auto busiest = std::ranges::max_element(
        kernel.ports, [](const PortColumn &a, const PortColumn &b) { return a.total < b.total; });
    const auto port = static_cast<std::size_t>(busiest - kernel.ports.begin());
    std::vector<Table::Column> columns = {{"line", Table::Align::right, " "}};
    if (busiest != kernel.ports.end())
      columns.push_back({one_line(busiest->name), Table::Align::right, "  "});
    for (const char *title : {"LAT", "CP", "LCD"})
      columns.push_back({title, Table::Align::right, "  "});
    columns.push_back({"instruction", Table::Align::left, "  "});
    Table table(std::move(columns));
    for (const InstructionLine &line : kernel.instructions) {
      std::vector<Table::Cell> row = {{line.line > 0 ? std::to_string(line.line) : ""}};
      if (busiest != kernel.ports.end())
        row.push_back({port < line.port_cycles.size() ? figure_of(line.port_cycles[port]) : ""});
      row.push_back({line.unknown ? "?" : figure_of(line.latency_cycles)});
      row.push_back({line.on_critical_path ? figure_of(line.critical_path_cycles) : ""});
      row.push_back({line.on_loop_carried ? figure_of(line.loop_carried_cycles) : "", Colour::red});
      row.push_back({one_line(line.text), line.unknown ? Colour::yellow : Colour::none});
      table.add_row(std::move(row));
    }
    return "\n" + table.text(options_.colour, options_.width);
  }

  static std::string figure_of(Cycles cycles) { return cycles.is_zero() ? "" : cycles.text(); }

  /// What to try is said once for each rule.
  std::string findings_of(const KernelReport &kernel) {
    std::string text;
    std::set<std::string> advised = advised_;
    for (const Finding &finding : kernel.findings) {
      const std::string message =
          format_text("{}: {} [{}]", name_of(finding.severity), one_line(message_of(finding)), finding.rule);
      text += format_text("{}\n", wrapped(message, options_.width, 2));
      if (const std::string advice = advice_of(finding); !advice.empty() && advised.insert(advice).second)
        text += format_text("  {}\n", wrapped("what to try: " + one_line(advice), options_.width, 4));
    }
    if (const int unknown = unknown_instructions(kernel); unknown > 0)
      text += format_text("note: there are no figures for {} of {} instructions: the prediction is a lower bound\n",
                          unknown, kernel.instructions.size());
    newly_advised_ = std::move(advised);
    return text;
  }

  void add_rest(Report rest) {
    if (rest.kernels.empty())
      return;
    constexpr int other_lines = 4; // blank lines, the heading, and what is left out
    const auto room = static_cast<std::size_t>(std::max(0, options_.most_lines - count_lines(out_) - other_lines));
    const std::size_t all = rest.kernels.size();
    rest.kernels.resize(std::min(all, room));
    if (!rest.kernels.empty()) {
      out_ += format_text("\n{}\n", coloured("Other kernels", Colour::bold, options_.colour));
      for (const KernelReport &kernel : rest.kernels)
        out_ += line_of(kernel);
      left_out_.push_back("the details of " + counted(rest.kernels.size(), "kernel"));
    }
    if (all > rest.kernels.size())
      left_out_.push_back(counted(all - rest.kernels.size(), rest.kernels.empty() ? "kernel" : "other kernel"));
  }

  static std::string line_of(const KernelReport &kernel) {
    const std::string path =
        kernel.path_count > 1 ? format_text(", path {} of {}", kernel.path_number, kernel.path_count) : "";
    const std::string line = kernel.input.line > 0 ? format_text(" (line {})", kernel.input.line) : "";
    return format_text(" {}{}{}: {}{} cycles{}\n", title_of(kernel), line, path, kernel.complete ? "" : "at least ",
                       kernel.cycles_per_iteration.text(), bound_in_a_sentence(kernel));
  }

  RenderOptions options_;
  std::string out_;
  std::vector<std::string> left_out_;
  std::set<std::string> advised_;       ///< advice that the text contains
  std::set<std::string> newly_advised_; ///< advised_, and the advice of the kernel at hand
  int without_instructions_ = 0;
  int shown_ = 0; ///< kernels with a section of their own
};

} // namespace

std::string render_short_text(const Report &report, const RenderOptions &options) {
  return ShortReport(options).of(report);
}

} // namespace osaca

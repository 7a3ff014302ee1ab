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
#include <string>
#include <vector>

namespace osaca {

// A report of one screen. The most expensive kernels come first, each with its instructions. If the lines do not
// suffice, the instructions of later kernels are left out, and then all but one line of a kernel.

namespace {

int count_lines(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

/// The likeliest paths of all loops come before the other paths.
std::vector<std::size_t> by_importance(const std::vector<KernelReport> &kernels) {
  std::vector<std::size_t> order(kernels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const KernelReport &first = kernels[a];
    const KernelReport &second = kernels[b];
    if ((first.path_number == 1) != (second.path_number == 1))
      return first.path_number == 1;
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
    constexpr int lines_about_rest = 8; // the overview of other kernels, and what is left out
    Report rest;
    for (const std::size_t k : by_importance(report.kernels)) {
      const bool is_last = rest.kernels.empty() && shown_ + 1 == static_cast<int>(report.kernels.size());
      const int room = options_.most_lines - count_lines(out_) - (is_last ? 1 : lines_about_rest);
      if (!add_kernel(report.kernels[k], room))
        rest.kernels.push_back(report.kernels[k]);
    }
    add_rest(std::move(rest));
    if (!left_out_.empty())
      out_ += format_text("\nLeft out: {}. Without --max-lines, the report is complete.\n", joined(left_out_));
    return std::move(out_);
  }

private:
  void field(std::string_view name, const std::string &value) {
    if (value.empty())
      return;
    std::string label = std::string(name) + ":";
    label.resize(12, ' ');
    out_ += format_text("{}{}\n", label, wrapped(value, options_.width, 12));
  }

  /// Returns false if there is no room for it.
  bool add_kernel(const KernelReport &kernel, int room) {
    const std::size_t begin = out_.size();
    if (begin > 0)
      out_ += "\n";
    add_header(kernel);
    const std::string table = "\n" + instruction_table(kernel, options_);
    const std::string findings = findings_of(kernel);
    const int used = count_lines(std::string_view(out_).substr(begin));
    if (used + count_lines(table) + count_lines(findings) <= room) {
      out_ += table + findings;
    } else if (used + count_lines(findings) <= room) {
      out_ += findings;
      left_out_.push_back("the instructions of " + title_of(kernel));
    } else if (shown_ == 0) {
      left_out_.push_back("all but the headline of " + title_of(kernel));
    } else {
      out_.resize(begin);
      return false;
    }
    ++shown_;
    return true;
  }

  void add_header(const KernelReport &kernel) {
    const std::string place = kernel.source.known() ? kernel.source.text()
                              : kernel.input.line > 0 ? format_text("line {}", kernel.input.line)
                                                      : "";
    field("kernel", title_of(kernel) + (place.empty() ? "" : format_text(" ({})", one_line(place))));
    field("path", phrase_of_path(kernel));
    const std::string core = one_line(kernel.arch_title.empty() ? kernel.arch : kernel.arch_title);
    out_ += format_text("prediction: {}, on {}\n",
                        coloured(phrase_of_prediction(kernel), Colour::bold, options_.colour), core);
    field("region", one_line(phrase_of_function(kernel)));
    field("calls", one_line(phrase_of_calls(kernel)));
    std::vector<std::string> bounds;
    for (const Bound &bound : kernel.bounds)
      bounds.push_back(format_text("{} {}", name_of(bound.kind), bound.cycles.text()));
    if (kernel.simulated_cycles)
      bounds.push_back("simulated " + kernel.simulated_cycles->text());
    bounds.push_back("latency of one iteration " + kernel.critical_path.cycles.text());
    field("bounds", joined(bounds));
  }

  [[nodiscard]] std::string findings_of(const KernelReport &kernel) const {
    std::string text;
    for (const Finding &finding : kernel.findings) {
      const std::string message =
          format_text("{}: {} [{}]", name_of(finding.severity), one_line(message_of(finding)), finding.rule);
      text += format_text("{}\n", wrapped(message, options_.width, 2));
      if (const std::string advice = advice_of(finding); !advice.empty())
        text += format_text("  {}\n", wrapped("what to try: " + one_line(advice), options_.width, 4));
    }
    if (const int unknown = unknown_instructions(kernel); unknown > 0)
      text += format_text("note: there are no figures for {} of {} instructions: the prediction is a lower bound\n",
                          unknown, kernel.instructions.size());
    return text;
  }

  void add_rest(Report rest) {
    if (rest.kernels.empty())
      return;
    constexpr int other_lines = 6; // blank lines, the heading, the titles, and what is left out
    const auto room =
        static_cast<std::size_t>(std::max(0, options_.most_lines - count_lines(out_) - other_lines));
    const std::size_t all = rest.kernels.size();
    rest.kernels.resize(std::min(all, room));
    if (!rest.kernels.empty()) {
      out_ += format_text("\n{}\n", coloured("Other kernels", Colour::bold, options_.colour));
      out_ += overview_of(rest, options_);
      left_out_.push_back("the details of " + counted(rest.kernels.size(), "kernel"));
    }
    if (all > rest.kernels.size())
      left_out_.push_back(counted(all - rest.kernels.size(), rest.kernels.empty() ? "kernel" : "other kernel"));
  }

  RenderOptions options_;
  std::string out_;
  std::vector<std::string> left_out_;
  int shown_ = 0; ///< kernels with a section of their own
};

} // namespace

std::string render_short_text(const Report &report, const RenderOptions &options) {
  return ShortReport(options).of(report);
}

} // namespace osaca

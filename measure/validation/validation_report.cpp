#include "base/format.h"
#include "base/printable.h"
#include "base/text.h"
#include "driver/command_line/lines.h"
#include "measure/file/number_text.h"
#include "measure/statistics/agreement.h"
#include "measure/validation/loop_sample.h"
#include "measure/validation/validate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace osaca::measure::validation {
namespace {

using statistics::Agreement;

Agreement agreement_of(const std::vector<const JudgedLoop *> &loops) {
  std::vector<double> measured;
  std::vector<std::optional<double>> predicted;
  for (const JudgedLoop *loop : loops) {
    measured.push_back(loop->measured_cycles);
    predicted.emplace_back(loop->predicted_cycles);
  }
  return statistics::agreement(measured, predicted);
}

std::string share_text(std::optional<double> share, bool with_sign = false) {
  return share ? (with_sign && *share > 0 ? "+" : "") + decimal(100 * *share, 1) + " %" : "";
}

std::string row_of(const std::string &name, const std::vector<const JudgedLoop *> &loops) {
  const Agreement found = agreement_of(loops);
  return format_text("  {:<26}{:>6}{:>10}{:>8}{:>13}{:>10}\n", name, found.rows, share_text(found.mean_error),
                     found.kendall_tau ? decimal(*found.kendall_tau, 3) : "",
                     share_text(static_cast<double>(found.within) / static_cast<double>(found.rows)),
                     share_text(found.mean_signed_error, true));
}

std::vector<const JudgedLoop *> half_of(const Validation &validation, bool unseen) {
  std::vector<const JudgedLoop *> half;
  for (const JudgedLoop &loop : validation.loops)
    if (is_unseen(loop.text) == unseen)
      half.push_back(&loop);
  return half;
}

std::string kinds_of(const std::vector<const JudgedLoop *> &seen) {
  std::map<std::string_view, std::vector<const JudgedLoop *>> by_bound;
  for (const JudgedLoop *loop : seen)
    by_bound[name_of(loop->bound_by)].push_back(loop);
  std::string out;
  for (const auto &[bound, loops] : by_bound)
    out += row_of(format_text("  bound by {}", bound), loops);
  return out;
}

std::string worst_of(std::vector<const JudgedLoop *> seen, std::size_t count) {
  std::ranges::sort(seen, std::greater{}, [](const JudgedLoop *loop) { return std::abs(loop->deviation()); });
  std::string out;
  constexpr std::size_t most_code = 200; // characters; CSV has all
  for (std::size_t i = 0; i < std::min(count, seen.size()); ++i) {
    const JudgedLoop &loop = *seen[i];
    const std::string code = loop.text.size() > most_code ? loop.text.substr(0, most_code) + " ..." : loop.text;
    out += format_text("  measured {}, predicted {}, bound by {}: {} of {}/{} ({}){}{}\n    {}\n",
                       decimal(loop.measured_cycles, 2), decimal(loop.predicted_cycles, 2), name_of(loop.bound_by),
                       printable(loop.name), printable(loop.tree), printable(loop.file), printable(loop.build),
                       loop.path.empty() ? "" : ", " + printable(loop.path),
                       loop.directed.empty() ? "" : ", " + printable(loop.directed), printable(code));
  }
  return out.empty() ? "" : "the largest errors of the seen half:\n" + out;
}

std::string left_out_text(const LeftOut &left_out) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::size_t count, const std::string &why) {
    if (count > 0)
      parts.push_back(format_text("{} {}", count, why));
  };
  add(left_out.loops_with_calls, "with calls");
  add(left_out.loops_known, "with the text of another");
  add(left_out.loops_not_sampled, "more than the limit per file");
  add(left_out.not_predicted, "with instructions that the model does not know");
  add(left_out.depend_on_data, "with updates of places that depend on data");
  for (const auto &[status, count] : left_out.not_measured)
    add(count, format_text("not measured ({})", name_of(status)));
  return parts.empty() ? "" : format_text("loops left out: {}\n", osaca::joined(parts));
}

} // namespace

std::string report_of(const Validation &validation, std::size_t worst) {
  const std::vector<const JudgedLoop *> seen = half_of(validation, false);
  const std::vector<const JudgedLoop *> unseen = half_of(validation, true);
  std::set<std::string> trees;
  for (const JudgedLoop &loop : validation.loops)
    trees.insert(loop.tree);
  std::string out =
      format_text("{} of {}, from {} that could be compiled ({} could not), predicted for {} and measured here:\n",
                  counted(validation.loops.size(), "loop"), counted(trees.size(), "source tree"),
                  counted(validation.files_compiled, "file"), validation.left_out.files_not_compiled, validation.arch);
  out += format_text("  {:<26}{:>6}{:>10}{:>8}{:>13}{:>10}\n", "", "loops", "MAPE", "tau", "within 10 %", "bias");
  std::vector<const JudgedLoop *> all = seen;
  all.insert(all.end(), unseen.begin(), unseen.end());
  out += row_of("all", all);
  if (!unseen.empty())
    out += row_of("unseen half", unseen);
  if (!seen.empty())
    out += row_of("seen half", seen) + kinds_of(seen);
  return out + left_out_text(validation.left_out) + worst_of(seen, worst);
}

std::string csv_of(const Validation &validation) {
  std::string out = "tree,file,build,function,loop,path,measured,predicted,deviation,bound_by,directed,code\n";
  for (const JudgedLoop *loop : half_of(validation, false)) {
    for (const std::string &text : {loop->tree, loop->file, loop->build, loop->function, loop->name, loop->path})
      out += driver::csv_field(text) + ",";
    out += format_text("{},{},{},{},{},{}\n", decimal(loop->measured_cycles, 4), decimal(loop->predicted_cycles, 4),
                       decimal(loop->deviation(), 4), name_of(loop->bound_by), driver::csv_field(loop->directed),
                       driver::csv_field(loop->text));
  }
  return out;
}

} // namespace osaca::measure::validation

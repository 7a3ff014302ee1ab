#include "measure/file/decimal.h"
#include "measure/verification/verify.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::verification {
namespace {

/// Of the predictions' order against that of the measurements; what is equal counts for neither.
double kendall_tau(const std::vector<JudgedCode> &rows) {
  double concordant = 0;
  double pairs_measured = 0;
  double pairs_predicted = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const double measured = rows[i].measured_cycles - rows[k].measured_cycles;
      const double predicted = rows[i].predicted_cycles - rows[k].predicted_cycles;
      pairs_measured += measured != 0 ? 1 : 0;
      pairs_predicted += predicted != 0 ? 1 : 0;
      concordant += measured * predicted > 0 ? 1 : measured * predicted < 0 ? -1 : 0;
    }
  const double scale = std::sqrt(pairs_measured * pairs_predicted);
  return scale > 0 ? concordant / scale : 0;
}

std::string percent(double share, int digits) { return decimal(100 * share, digits) + " %"; }

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width)
    text.insert(0, width - text.size(), ' ');
  return text;
}

std::string accuracy_row(std::string name, const Accuracy &accuracy) {
  name.resize(std::max<std::size_t>(name.size(), 16), ' ');
  return "  " + name + padded(std::to_string(accuracy.rows), 6) + padded(percent(accuracy.mape, 1), 10) +
         padded(decimal(accuracy.tau, 3), 9) + padded(percent(accuracy.within_10, 1), 10) +
         padded((accuracy.bias > 0 ? "+" : "") + percent(accuracy.bias, 1), 10) + "\n";
}

/// The group whose deviations to one side weigh most.
std::optional<CodeGroup> suspicious_group(const Verification &verification) {
  constexpr double noticeable = 0.05;
  std::optional<CodeGroup> worst;
  double most = 0;
  for (const CodeGroup group : all_groups) {
    const Accuracy accuracy = accuracy_of(rows_of(verification, group));
    const double weight = std::abs(accuracy.bias) * std::sqrt(static_cast<double>(accuracy.rows));
    if (accuracy.rows > 0 && std::abs(accuracy.bias) >= noticeable && weight > most) {
      most = weight;
      worst = group;
    }
  }
  return worst;
}

std::string suspicion(const Verification &verification) {
  const auto group = suspicious_group(verification);
  if (!group)
    return "no group is off to one side by 5 % or more\n";
  std::vector<JudgedCode> rows = rows_of(verification, *group);
  const bool over = accuracy_of(rows).bias > 0;
  std::ranges::sort(rows, [over](const JudgedCode &a, const JudgedCode &b) {
    return over ? a.deviation() > b.deviation() : a.deviation() < b.deviation();
  });
  std::string out = "what the model seems to lack most is about " + std::string(text_of(*group)) +
                    "; it predicts too " + (over ? "much" : "little") + ", for example:\n";
  constexpr std::size_t shown = 5;
  for (std::size_t i = 0; i < std::min(shown, rows.size()); ++i)
    out += "  measured " + decimal(rows[i].measured_cycles, 2) + ", predicted " + decimal(rows[i].predicted_cycles, 2) +
           ": " + rows[i].text + "\n";
  return out;
}

std::string csv_text(const std::string &text) { return "\"" + text + "\""; }

} // namespace

Accuracy accuracy_of(const std::vector<JudgedCode> &rows) {
  constexpr double tolerated = 0.1;
  Accuracy made;
  made.rows = rows.size();
  if (rows.empty())
    return made;
  for (const JudgedCode &row : rows) {
    made.mape += std::abs(row.deviation());
    made.bias += row.deviation();
    made.within_10 += std::abs(row.deviation()) <= tolerated ? 1 : 0;
  }
  const auto count = static_cast<double>(rows.size());
  made.mape /= count;
  made.bias /= count;
  made.within_10 /= count;
  made.tau = kendall_tau(rows);
  return made;
}

std::vector<JudgedCode> rows_of(const Verification &verification, CodeGroup group) {
  std::vector<JudgedCode> rows;
  std::ranges::copy_if(verification.rows, std::back_inserter(rows),
                       [group](const JudgedCode &row) { return row.group == group; });
  return rows;
}

std::string report_of(const Verification &verification) {
  std::string out =
      "random code, predicted and measured:\n                      rows      MAPE      tau  within 10 %  bias\n";
  for (const CodeGroup group : all_groups)
    if (const Accuracy accuracy = accuracy_of(rows_of(verification, group)); accuracy.rows > 0)
      out += accuracy_row(std::string(name_of(group)), accuracy);
  out += accuracy_row("all", accuracy_of(verification.rows));
  if (verification.not_measured + verification.not_predicted > 0)
    out += "  not counted: " + std::to_string(verification.not_measured) + " that could not be measured, " +
           std::to_string(verification.not_predicted) + " with something that the model does not know\n";
  return out + suspicion(verification);
}

std::string csv_of(const Verification &verification) {
  std::string out = "group,measured,predicted,deviation,code\n";
  for (const JudgedCode &row : verification.rows)
    out += std::string(name_of(row.group)) + "," + decimal(row.measured_cycles, 4) + "," +
           decimal(row.predicted_cycles, 4) + "," + decimal(row.deviation(), 4) + "," + csv_text(row.text) + "\n";
  return out;
}

} // namespace osaca::measure::verification

#include "measure/verification/verify.h"

#include "base/format.h"
#include "decode/decoder.h"
#include "measure/file/number_text.h"
#include "measure/harness/code_timer.h"
#include "measure/statistics/agreement.h"
#include "osaca/analyze.h"
#include "osaca/blocks.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::verification {

namespace {

struct Figure {
  std::optional<double> measured_cycles;
  std::optional<double> predicted_cycles;
};

/// Another thread on the core delays measurements; the patience is long enough to wait for its end.
constexpr RepetitionPolicy patient = {3, 0.1, 120};

double verified_number(const Cycles &cycles) { return std::strtod(cycles.text(4).c_str(), nullptr); }

std::optional<double> settled(const Measurement &figure) {
  return figure.status == Status::ok && figure.cycles > 0 ? std::optional(figure.cycles) : std::nullopt;
}

std::string joined_texts(const std::vector<std::string> &texts) {
  std::string out;
  for (const std::string &one : texts)
    out += (out.empty() ? "" : "; ") + one;
  for (char &c : out)
    c = c == '\t' ? ' ' : c;
  return out;
}

class Judge {
public:
  Judge(BlockTimer blocks, LoopTimer loops, BlockAnalyzer analyzer, std::string model)
      : blocks_(std::move(blocks)), loops_(std::move(loops)), analyzer_(std::move(analyzer)),
        loop_analyzer_(options_for(model)) {}

  Figure judge(const RandomCode &code) { return code.group == CodeGroup::loops ? loop(code) : block(code); }

private:
  static AnalyzeOptions options_for(const std::string &model) {
    AnalyzeOptions options;
    options.archs = {model};
    return options;
  }

  Figure block(const RandomCode &code) {
    Figure made;
    const BlockResult predicted = analyzer_.analyze(hex_of(code.bytes));
    if (predicted.status == BlockResult::Status::ok)
      made.predicted_cycles = verified_number(predicted.cycles);
    else
      return made;
    made.measured_cycles = settled(blocks_.measure(code.bytes, {false, patient}));
    return made;
  }

  Figure loop(const RandomCode &code) {
    Figure made;
    const std::string text = assembly_of(code);
    const auto report = loop_analyzer_.analyze(text, "random loop");
    if (!report || report->kernels.size() != 1 || !report->kernels.front().complete)
      return made;
    made.predicted_cycles = verified_number(report->kernels.front().cycles_per_iteration);
    DecodeOptions options;
    options.isa = Isa::x86_64;
    const auto decoded = decode_assembly(text, "random loop", options);
    if (decoded && decoded->kernels.size() == 1)
      made.measured_cycles = settled(loops_.measure(decoded->kernels.front(), patient));
    return made;
  }

  BlockTimer blocks_;
  LoopTimer loops_;
  BlockAnalyzer analyzer_;
  Analyzer loop_analyzer_;
};

} // namespace

Expected<Verification> verify(const VerifyOptions &options) {
  OSACA_TRY(auto analyzer, BlockAnalyzer::create(options.model));
  OSACA_TRY(auto maker, CodeMaker::create(options.forms, options.seed));
  auto blocks = BlockTimer::create();
  auto loops = LoopTimer::create();
  if (!blocks)
    return blocks.error();
  if (!loops)
    return loops.error();
  CodeMaker ready = std::move(maker);
  Judge judge(std::move(blocks).value(), std::move(loops).value(), analyzer, options.model);
  Verification made;
  const std::size_t all = all_groups.size() * static_cast<std::size_t>(std::max(options.per_group, 0));
  for (std::size_t i = 0; i < all; ++i) {
    if (options.progress)
      options.progress(i, all);
    const RandomCode code = ready.make(all_groups[i % all_groups.size()]);
    if (code.texts.empty())
      continue;
    const Figure figure = judge.judge(code);
    if (!figure.predicted_cycles)
      ++made.not_predicted;
    else if (!figure.measured_cycles)
      ++made.not_measured;
    else
      made.rows.push_back({code.group, joined_texts(code.texts), *figure.measured_cycles, *figure.predicted_cycles});
  }
  if (made.rows.empty())
    return Error{"none of the random code could be both measured and predicted"};
  return made;
}

namespace {

std::string percent(double share, int digits) { return decimal(100 * share, digits) + " %"; }

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width)
    text.insert(0, width - text.size(), ' ');
  return text;
}

std::string accuracy_row(std::string name, const Accuracy &accuracy) {
  name.resize(std::max<std::size_t>(name.size(), 16), ' ');
  return format_text("  {}{}{}{}{}{}\n", name, padded(std::to_string(accuracy.rows), 6),
                     padded(percent(accuracy.mape, 1), 10), padded(decimal(accuracy.tau, 3), 9),
                     padded(percent(accuracy.within_10, 1), 10),
                     padded((accuracy.bias > 0 ? "+" : "") + percent(accuracy.bias, 1), 10));
}

/// The group with the largest deviations to one side.
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
    return "no group has a bias of 5 % or more\n";
  std::vector<JudgedCode> rows = rows_of(verification, *group);
  const bool over = accuracy_of(rows).bias > 0;
  std::ranges::sort(rows, [over](const JudgedCode &a, const JudgedCode &b) {
    return over ? a.deviation() > b.deviation() : a.deviation() < b.deviation();
  });
  std::string out = format_text("the largest bias is in {}. The model predicts too {} cycles, for example:\n",
                                text_of(*group), over ? "many" : "few");
  constexpr std::size_t shown = 5;
  for (std::size_t i = 0; i < std::min(shown, rows.size()); ++i)
    out += format_text("  measured {}, predicted {}: {}\n", decimal(rows[i].measured_cycles, 2),
                       decimal(rows[i].predicted_cycles, 2), rows[i].text);
  return out;
}

std::string csv_text(const std::string &text) { return format_text("\"{}\"", text); }

} // namespace

Accuracy accuracy_of(const std::vector<JudgedCode> &rows) {
  std::vector<double> measured;
  std::vector<std::optional<double>> predicted;
  for (const JudgedCode &row : rows) {
    measured.push_back(row.measured_cycles);
    predicted.emplace_back(row.predicted_cycles);
  }
  const statistics::Agreement found = statistics::agreement(measured, predicted);
  return {found.rows, found.mean_error.value_or(0), found.kendall_tau.value_or(0),
          static_cast<double>(found.within) / static_cast<double>(std::max<std::size_t>(found.rows, 1)),
          found.mean_signed_error.value_or(0)};
}

std::vector<JudgedCode> rows_of(const Verification &verification, CodeGroup group) {
  std::vector<JudgedCode> rows;
  std::ranges::copy_if(verification.rows, std::back_inserter(rows),
                       [group](const JudgedCode &row) { return row.group == group; });
  return rows;
}

std::string report_of(const Verification &verification) {
  std::string out = "predictions of random code, compared with measurements:\n"
                    "                      rows      MAPE      tau  within 10 %  bias\n";
  for (const CodeGroup group : all_groups)
    if (const Accuracy accuracy = accuracy_of(rows_of(verification, group)); accuracy.rows > 0)
      out += accuracy_row(std::string(name_of(group)), accuracy);
  out += accuracy_row("all", accuracy_of(verification.rows));
  if (verification.not_measured + verification.not_predicted > 0)
    out += format_text("  left out: {} not measured, {} with instructions that the model does not know\n",
                       verification.not_measured, verification.not_predicted);
  return out + suspicion(verification);
}

std::string csv_of(const Verification &verification) {
  std::string out = "group,measured,predicted,deviation,code\n";
  for (const JudgedCode &row : verification.rows)
    out += format_text("{},{},{},{},{}\n", name_of(row.group), decimal(row.measured_cycles, 4),
                       decimal(row.predicted_cycles, 4), decimal(row.deviation(), 4), csv_text(row.text));
  return out;
}

} // namespace osaca::measure::verification

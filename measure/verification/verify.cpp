#include "measure/verification/verify.h"

#include "decode/decoder.h"
#include "measure/file/hex.h"
#include "measure/harness/block_timer.h"
#include "measure/harness/loop_timer.h"
#include "osaca/analyze.h"
#include "osaca/blocks.h"

namespace osaca::measure::verification {
namespace {

struct Figure {
  std::optional<double> measured_cycles;
  std::optional<double> predicted_cycles;
};

/// Somebody else on the core makes figures late, not wrong.
constexpr Repetition patient = {3, 0.1, 120};

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
  auto analyzer = BlockAnalyzer::create(options.model);
  if (!analyzer)
    return analyzer.error();
  auto maker = CodeMaker::create(options.forms, options.seed);
  if (!maker)
    return maker.error();
  auto blocks = BlockTimer::create();
  auto loops = LoopTimer::create();
  if (!blocks)
    return blocks.error();
  if (!loops)
    return loops.error();
  CodeMaker ready = std::move(maker).value();
  Judge judge(std::move(blocks).value(), std::move(loops).value(), *analyzer, options.model);
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
    return Error{"none of the random code could be measured and predicted"};
  return made;
}

} // namespace osaca::measure::verification

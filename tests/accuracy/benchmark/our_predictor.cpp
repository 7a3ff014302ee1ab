#include "our_predictor.h"

#include "csv.h"
#include "run_process.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <map>

namespace osaca::accuracy {
namespace {

using nlohmann::json;

Error failed(const std::string &program, const tests::Finished &finished) {
  return {program + " ended with status " + std::to_string(finished.exit_code) + ": " + finished.errors.substr(0, 500)};
}

struct KernelPrediction {
  Prediction prediction;
  std::size_t instructions = 0;
};

KernelPrediction kernel_prediction_of(const json &kernel) {
  const json &figures = kernel.at("prediction");
  KernelPrediction result;
  result.instructions = kernel.at("instructions").size();
  result.prediction.bound = figures.at("bound_by").get<std::string>();
  if (figures.value("lower_bound_only", false))
    result.prediction.problem = "an instruction without figures";
  else
    result.prediction.cycles = figures.at("cycles_per_iteration").get<double>();
  return result;
}

/// File -> the prediction of its largest kernel.
std::map<std::string, KernelPrediction> predictions_by_file(const json &report) {
  std::map<std::string, KernelPrediction> largest;
  for (const json &kernel : report.at("kernels")) {
    KernelPrediction candidate = kernel_prediction_of(kernel);
    KernelPrediction &kept = largest[kernel.at("input").at("file").get<std::string>()];
    if (kept.instructions < candidate.instructions)
      kept = std::move(candidate);
  }
  return largest;
}

} // namespace

Expected<std::vector<Prediction>> read_block_predictions(const std::string &csv, std::size_t count) {
  const Expected<CsvTable> table = read_csv(csv, "output of osaca blocks");
  if (!table)
    return table.error();
  const auto cycles = table->column("cycles");
  const auto bound = table->column("bound_by");
  const auto status = table->column("status");
  if (!cycles || !bound || !status)
    return Error{"the output of osaca blocks lacks one of the columns cycles, bound_by, status"};
  if (table->rows.size() != count)
    return Error{"osaca blocks answered " + std::to_string(table->rows.size()) + " of " + std::to_string(count) +
                 " blocks"};
  std::vector<Prediction> predictions;
  for (const CsvTable::Row &row : table->rows) {
    if (row.fields[*status] == "ok")
      predictions.push_back({number_in(row.fields[*cycles]), row.fields[*bound], {}});
    else
      predictions.push_back({std::nullopt, row.fields[*bound], row.fields[*status]});
  }
  return predictions;
}

Expected<std::vector<Prediction>> read_loop_predictions(const std::string &text, const std::vector<Sample> &loops) {
  try {
    const std::map<std::string, KernelPrediction> by_file = predictions_by_file(json::parse(text));
    std::vector<Prediction> predictions;
    for (const Sample &loop : loops) {
      const auto found = by_file.find(loop.file.string());
      predictions.push_back(found != by_file.end() ? found->second.prediction
                                                   : Prediction{std::nullopt, {}, "no kernel in the report"});
    }
    return predictions;
  } catch (const json::exception &problem) {
    return Error{std::string("the report of osaca analyze cannot be read: ") + problem.what()};
  }
}

Expected<ToolRun> OurPredictor::predict(Set set, const std::vector<Sample> &samples) const {
  return set == Set::blocks ? predict_blocks(samples) : predict_loops(samples);
}

Expected<ToolRun> OurPredictor::predict_blocks(const std::vector<Sample> &blocks) const {
  std::string input;
  for (const Sample &block : blocks)
    input += block.hex + '\n';
  const Expected<tests::Finished> finished = tests::run({program_, "blocks", "--arch", arch_}, {.input = input});
  if (!finished)
    return finished.error();
  if (finished->exit_code != 0)
    return failed(program_, *finished);
  Expected<std::vector<Prediction>> predictions = read_block_predictions(finished->output, blocks.size());
  if (!predictions)
    return predictions.error();
  return ToolRun{std::move(predictions).value(), finished->seconds};
}

Expected<ToolRun> OurPredictor::predict_loops(const std::vector<Sample> &loops) const {
  std::vector<std::string> command{program_, "analyze", "--arch", arch_, "--format", "json"};
  for (const Sample &loop : loops)
    command.push_back(loop.file.string());
  const Expected<tests::Finished> finished = tests::run(command);
  if (!finished)
    return finished.error();
  constexpr int some_not_analysed = 2; // the report holds the others
  if (finished->exit_code != 0 && finished->exit_code != some_not_analysed)
    return failed(program_, *finished);
  Expected<std::vector<Prediction>> predictions = read_loop_predictions(finished->output, loops);
  if (!predictions)
    return finished->exit_code != 0 ? failed(program_, *finished) : predictions.error();
  return ToolRun{std::move(predictions).value(), finished->seconds};
}

Expected<std::string> OurPredictor::compiler_cpu() const {
  const Expected<tests::Finished> finished = tests::run({program_, "models", "--json"});
  if (!finished)
    return finished.error();
  try {
    const json document = json::parse(finished->output);
    const json &models = document.is_array() ? document : document.at("models");
    for (const json &model : models) {
      const std::vector<std::string> aliases = model.value("aliases", std::vector<std::string>{});
      if (model.value("name", "") == arch_ || std::ranges::find(aliases, arch_) != aliases.end())
        return model.value("compiler_cpu", arch_);
    }
    return arch_; // LLVM's own name
  } catch (const json::exception &problem) {
    return Error{program_ + " models --json cannot be read: " + problem.what()};
  }
}

} // namespace osaca::accuracy

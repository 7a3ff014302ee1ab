// `osaca models`: which cores there are, and how well each is known.
#include "driver/command_line.h"
#include "driver/exit_status.h"
#include "driver/files.h"
#include "osaca/models.h"
#include "render/table.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace osaca::driver {
namespace {

std::string joined(const std::vector<std::string> &items) {
  std::string out;
  for (const std::string &item : items)
    out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string coverage_text(const ModelInfo &model) {
  std::string out;
  for (const auto &[origin, count] : model.forms_by_origin)
    out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + origin;
  return out.empty() ? "none of its own" : out;
}

std::string list_text(const std::vector<ModelInfo> &models, const std::vector<ModelInfo> &others) {
  Table table({{"name", Table::Align::left, ""},
               {"isa", Table::Align::left, "  "},
               {"core", Table::Align::left, "  "},
               {"instruction forms", Table::Align::left, "  "},
               {"otherwise", Table::Align::left, "  "},
               {"also called", Table::Align::left, "  "}});
  for (const ModelInfo &model : models)
    table.add_row({{model.name},
                   {model.isa},
                   {model.title},
                   {coverage_text(model)},
                   {model.compiler_cpu.empty() ? "" : "LLVM " + model.compiler_cpu},
                   {joined(model.aliases)}});
  std::string out = table.text(false, 0);
  out += "\nForms that a model does not list come from LLVM's scheduling model of the core under 'otherwise'.\n"
         "These CPUs have no model here: all their figures are LLVM's, and the report says so ('=' a short name).\n";
  std::string isa;
  std::string names;
  for (const ModelInfo &other : others) {
    if (other.isa != isa && !names.empty()) {
      out += wrapped("  " + isa + ": " + names, 100, 4) + "\n";
      names.clear();
    }
    isa = other.isa;
    names += (names.empty() ? "" : " ") + other.name + (other.aliases.empty() ? "" : "=" + joined(other.aliases));
  }
  if (!names.empty())
    out += wrapped("  " + isa + ": " + names, 100, 4) + "\n";
  return out;
}

nlohmann::ordered_json json_of(const ModelInfo &model) {
  nlohmann::ordered_json forms = nlohmann::ordered_json::object();
  for (const auto &[origin, count] : model.forms_by_origin)
    forms[origin] = count;
  return {{"name", model.name},
          {"title", model.title},
          {"isa", model.isa},
          {"aliases", model.aliases},
          {"compiler_cpu", model.compiler_cpu},
          {"own_figures", model.own_figures},
          {"forms", std::move(forms)},
          {"notes", model.notes}};
}

std::string list_json(const std::vector<ModelInfo> &models, const std::vector<ModelInfo> &others) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::vector<ModelInfo> *group : {&models, &others})
    for (const ModelInfo &model : *group)
      list.push_back(json_of(model));
  const nlohmann::ordered_json document = {{"schema", "osaca-models-1"}, {"models", std::move(list)}};
  return document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int check(const std::vector<std::string> &files) {
  bool good = true;
  for (const std::string &file : files) {
    const ModelCheck result = check_own_model(file);
    for (const Error &problem : result.problems)
      complain(problem);
    good = result.problems.empty() && good;
    if (result.model)
      good = !write_output("-", file + ": good: " + result.model->name + ", " + coverage_text(*result.model) + "\n") &&
             good;
  }
  return good ? success : unusable_input;
}

} // namespace

int run_models(const Words &words) {
  std::vector<std::string> files;
  bool as_json = false;
  CLI::App app("Lists the cores that can be analysed, with how many instruction forms each knows from where.",
               "osaca models");
  app.footer("\nExamples:\n"
             "  osaca models                     the cores\n"
             "  osaca models --check mine.yml    is this model file in order?");
  app.add_option("--check", files, "validate these model files instead")->type_name("FILE...");
  app.add_flag("--json", as_json, "list as JSON");
  if (const auto status = parse(app, words))
    return *status;
  if (!files.empty())
    return check(files);
  const std::vector<ModelInfo> models = list_models();
  std::vector<ModelInfo> others = list_compiler_models();
  std::stable_sort(others.begin(), others.end(), [](const ModelInfo &a, const ModelInfo &b) { return a.isa > b.isa; });
  if (const auto error = write_output("-", as_json ? list_json(models, others) : list_text(models, others))) {
    complain(*error);
    return unusable_input;
  }
  return success;
}

} // namespace osaca::driver

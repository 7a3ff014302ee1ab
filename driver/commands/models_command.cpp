// `osaca models`: lists the cores and how well each of them is known.
#include "base/format.h"
#include "base/printable.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/files/files.h"
#include "osaca/models.h"
#include "render/text/table.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace osaca::driver {
namespace {

struct Lists {
  std::vector<ModelInfo> models;
  std::vector<ModelInfo> relatives; ///< by ISA
  std::vector<ModelInfo> others;    ///< by ISA
  std::vector<ChipInfo> chips;      ///< by ISA
};

Lists all_lists() {
  Lists lists{list_models(), list_relatives(), list_compiler_models(), list_chips()};
  for (std::vector<ModelInfo> *list : {&lists.relatives, &lists.others})
    std::ranges::stable_sort(*list, [](const ModelInfo &a, const ModelInfo &b) { return a.isa > b.isa; });
  std::ranges::stable_sort(lists.chips, [](const ChipInfo &a, const ChipInfo &b) { return a.isa > b.isa; });
  return lists;
}

std::string joined(const std::vector<std::string> &items) {
  std::string out;
  for (const std::string &item : items)
    out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string coverage_text(const ModelInfo &model) {
  std::string out;
  for (const auto &[origin, count] : model.forms_by_origin)
    out += format_text("{}{} {}", out.empty() ? "" : ", ", count, origin);
  return out.empty() ? "none of its own" : out;
}

struct ListedName {
  std::string isa;
  std::string text;
};

/// Names by ISA: "x86-64: haswell=hsw ...".
std::string names_text(const std::vector<ListedName> &listed) {
  std::string out;
  std::string isa;
  std::string names;
  const auto end_line = [&] {
    if (!names.empty())
      out += wrapped(format_text("  {}: {}", isa, names), 100, 4) + "\n";
    names.clear();
  };
  for (const ListedName &name : listed) {
    if (name.isa != isa)
      end_line();
    isa = name.isa;
    names += (names.empty() ? "" : " ") + name.text;
  }
  end_line();
  return out;
}

std::string models_text(const std::vector<ModelInfo> &models) {
  std::vector<ListedName> names;
  for (const ModelInfo &model : models)
    names.push_back(
        {model.isa, format_text("{}{}{}", model.name, model.aliases.empty() ? "" : "=" + joined(model.aliases),
                                model.relative.empty() ? "" : ":" + model.relative)});
  return names_text(names);
}

std::string chips_text(const std::vector<ChipInfo> &chips) {
  std::vector<ListedName> names;
  for (const ChipInfo &chip : chips) {
    std::string text;
    for (const std::string &name : chip.names)
      text += (text.empty() ? "" : "=") + name;
    for (const std::string &core : chip.cores)
      text += (&core == chip.cores.data() ? ":" : ",") + core;
    names.push_back({chip.isa, text});
  }
  return names_text(names);
}

std::string list_text(const Lists &lists) {
  Table table({{"name", Table::Align::left, ""},
               {"isa", Table::Align::left, "  "},
               {"core", Table::Align::left, "  "},
               {"instruction forms", Table::Align::left, "  "},
               {"otherwise", Table::Align::left, "  "},
               {"also called", Table::Align::left, "  "}});
  for (const ModelInfo &model : lists.models)
    table.add_row({{model.name},
                   {model.isa},
                   {model.title},
                   {coverage_text(model)},
                   {model.compiler_cpu.empty() ? "" : "LLVM " + model.compiler_cpu},
                   {joined(model.aliases)}});
  return format_text(
      "{}\n"
      "Figures of forms that a model does not list come from LLVM's scheduling model of the core in column "
      "'otherwise'.\n"
      "These CPUs have no model. The figures of a related core (after ':') are used, and the report says so ('=': a "
      "short name).\n"
      "{}These CPUs have no model. All their figures come from LLVM, and the report says so ('=': a short name).\n"
      "{}These chips have several kinds of cores. Their names mean the first core after ':', and the report says so.\n"
      "{}",
      table.text(false, 0), models_text(lists.relatives), models_text(lists.others), chips_text(lists.chips));
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
          {"relative", model.relative},
          {"forms", std::move(forms)},
          {"notes", model.notes}};
}

/// `chips` is left out if it is null.
std::string json_text(nlohmann::ordered_json models, nlohmann::ordered_json chips = {}) {
  nlohmann::ordered_json document = {{"schema", "osaca-models-1"}, {"models", std::move(models)}};
  if (!chips.is_null())
    document["chips"] = std::move(chips);
  return with_escaped_controls(document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

std::string list_json(const Lists &lists) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::vector<ModelInfo> *group : {&lists.models, &lists.relatives, &lists.others})
    for (const ModelInfo &model : *group)
      list.push_back(json_of(model));
  nlohmann::ordered_json chips = nlohmann::ordered_json::array();
  for (const ChipInfo &chip : lists.chips)
    chips.push_back({{"names", chip.names}, {"isa", chip.isa}, {"cores", chip.cores}});
  return json_text(std::move(list), std::move(chips));
}

int check(const std::vector<std::string> &files) {
  bool good = true;
  for (const std::string &file : files) {
    const ModelCheck result = check_own_model(file);
    for (const Error &problem : result.problems)
      complain(problem);
    good = result.problems.empty() && good;
    if (result.model)
      good = !write_text("-",
                         format_text("{}: valid: {}, {}\n", file, result.model->name, coverage_text(*result.model))) &&
             good;
  }
  return good ? success : unusable_input;
}

/// "  also called  spr": all titles have the same width.
std::string line_text(const std::string &title, const std::string &text) {
  constexpr int text_column = 21;
  return format_text("  {}{}{}\n", title, std::string(text_column - 2 - title.size(), ' '),
                     wrapped(text, 100, text_column));
}

std::string details_text(const ModelDetails &model) {
  const ModelInfo &info = model.info;
  std::string out = format_text("{}{}\n{}", info.name, info.title.empty() ? "" : ": " + info.title,
                                line_text("instruction set", info.isa));
  if (!info.aliases.empty())
    out += line_text("also called", joined(info.aliases));
  out += line_text("instruction forms", coverage_text(info));
  if (!info.relative.empty())
    out += line_text("figures of", info.relative);
  if (!info.compiler_cpu.empty())
    out += line_text("otherwise", "LLVM " + info.compiler_cpu);
  for (const auto &[title, text] : model.core)
    out += line_text(title, text);
  for (const std::string &note : info.notes)
    out += line_text("note", note);
  return out;
}

/// Shows the models with known names, and reports unknown names.
int show_models(const Words &names, bool as_json) {
  std::string text;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  bool all_known = true;
  for (const std::string &name : names) {
    const Expected<ModelDetails> model = model_details(name);
    if (!model) {
      complain(model.error());
      all_known = false;
      continue;
    }
    text += (text.empty() ? "" : "\n") + details_text(*model);
    list.push_back(json_of(model->info));
    for (const auto &[title, fact] : model->core)
      list.back()["core"][title] = fact;
  }
  if (const auto error = write_text("-", as_json ? json_text(std::move(list)) : text)) {
    complain(*error);
    return unusable_input;
  }
  return all_known ? success : unusable_input;
}

struct ModelsOptions {
  Words names;
  std::vector<std::string> files;
  bool as_json = false;
};

void declare_models(OptionSet &options, ModelsOptions &settings) {
  options.texts = {"osaca models",
                   "Lists the cores that can be analysed, with the number of instruction forms by origin of their "
                   "figures. With names, shows the models of these cores.",
                   "\nExamples:\n"
                   "  osaca models                     list the cores\n"
                   "  osaca models spr zen4            show two models\n"
                   "  osaca models --check mine.yml    check a model file"};
  options.option("names", settings.names, "show the models of these cores (any name that --arch accepts)")
      .called("NAME...");
  options.option("--check", settings.files, "validate these model files instead").called("FILE...");
  options.flag("--json", settings.as_json, "print JSON");
}

int run_models(ModelsOptions settings) {
  if (!settings.files.empty() && (settings.as_json || !settings.names.empty())) {
    complain(format_text("--check shows only whether files are valid: leave out {}",
                         settings.as_json ? "--json" : "the names of cores"));
    return unusable_input;
  }
  if (!settings.files.empty())
    return check(settings.files);
  if (!settings.names.empty())
    return show_models(settings.names, settings.as_json);
  const Lists lists = all_lists();
  if (const auto error = write_text("-", settings.as_json ? list_json(lists) : list_text(lists))) {
    complain(*error);
    return unusable_input;
  }
  return success;
}

} // namespace

const Command models_command =
    command<ModelsOptions, declare_models, run_models>("models", "list the cores and the origin of their figures");

} // namespace osaca::driver

#include "example.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace osaca::advice {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const std::string &text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

std::string text_at(const YAML::Node &node, const char *key) {
  return node[key] ? node[key].as<std::string>() : std::string();
}

/// A misspelt key would silently leave its check out.
void refuse_unknown(const YAML::Node &node, const std::set<std::string> &known) {
  for (const auto &entry : node)
    if (known.count(entry.first.as<std::string>()) == 0)
      throw YAML::Exception(entry.first.Mark(), "unknown key '" + entry.first.as<std::string>() + "'");
}

/// C or C++, whichever there is; empty if neither.
fs::path source_in(const fs::path &folder, const std::string &stem) {
  for (const char *ending : {".c", ".cpp"})
    if (fs::exists(folder / (stem + ending)))
      return folder / (stem + ending);
  return {};
}

Side read_side(const YAML::Node &top, const std::string &title, const fs::path &folder) {
  const YAML::Node own = top[title] ? top[title] : YAML::Node(YAML::NodeType::Map);
  refuse_unknown(own, {"options", "units", "elements", "source_iterations", "link_time"});
  Side side;
  side.title = title;
  side.source = source_in(folder, title);
  if (side.source.empty())
    side.source = source_in(folder, "bad");
  side.options = words_of(text_at(top, "options") + " " + text_at(own, "options"));
  for (const std::string &unit : words_of(text_at(own, "units")))
    side.other_units.push_back(folder / unit);
  side.elements = own["elements"] ? own["elements"].as<double>() : 1;
  side.source_iterations = own["source_iterations"] ? own["source_iterations"].as<double>() : 0;
  side.link_time = own["link_time"] && own["link_time"].as<bool>();
  return side;
}

template <class T> T one_of(const YAML::Node &node, const std::map<std::string, T> &values, T otherwise) {
  if (!node)
    return otherwise;
  const auto found = values.find(node.as<std::string>());
  if (found == values.end())
    throw YAML::Exception(node.Mark(), "unknown value '" + node.as<std::string>() + "'");
  return found->second;
}

Example parse(const fs::path &folder) {
  const YAML::Node top = YAML::LoadFile((folder / "example.yml").string());
  refuse_unknown(top, {"title", "advice", "compilers", "arch", "function", "driver", "measured", "note", "remains",
                       "not_measured", "not_faster", "prediction", "equality", "options", "bad", "good"});
  Example example;
  example.folder = folder;
  example.rule = "osaca-" + folder.parent_path().filename().string();
  example.name = folder.filename().string();
  example.title = top["title"].as<std::string>();
  example.advice = top["advice"].as<std::string>();
  example.compilers = words_of(top["compilers"] ? top["compilers"].as<std::string>() : "gcc-12");
  example.arch = top["arch"] ? top["arch"].as<std::string>() : "zen4";
  example.function = top["function"].as<std::string>();
  example.driver = top["driver"].as<std::string>();
  example.measured = text_at(top, "measured");
  example.note = text_at(top, "note");
  example.remains = text_at(top, "remains");
  example.not_measured = text_at(top, "not_measured");
  example.not_faster = text_at(top, "not_faster");
  example.prediction = one_of<Prediction>(top["prediction"],
                                          {{"lower", Prediction::lower},
                                           {"lower_bound", Prediction::lower_bound},
                                           {"not_part_of_it", Prediction::not_part_of_it}},
                                          Prediction::lower);
  example.equality = one_of<Equality>(
      top["equality"],
      {{"exact", Equality::exact}, {"rounding", Equality::rounding}, {"approximate", Equality::approximate}},
      Equality::exact);
  example.bad = read_side(top, "bad", folder);
  example.good = read_side(top, "good", folder);
  return example;
}

std::vector<fs::path> folders_in(const fs::path &root) {
  std::vector<fs::path> folders;
  for (const fs::directory_entry &entry : fs::directory_iterator(root))
    if (entry.is_directory())
      folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

} // namespace

Expected<Example> read_example(const fs::path &folder) {
  const std::string file = (folder / "example.yml").string();
  try {
    Example example = parse(fs::canonical(folder));
    if (example.bad.source.empty())
      return Error{"neither bad.c nor bad.cpp exists", {folder.string()}};
    if (example.is_one_source() && example.bad.options == example.good.options &&
        example.bad.other_units == example.good.other_units)
      return Error{"good does not differ from bad in source, options or units", {file}};
    return example;
  } catch (const YAML::Exception &problem) {
    return Error{problem.what(), {file}};
  } catch (const fs::filesystem_error &problem) {
    return Error{problem.what(), {file}};
  }
}

Expected<std::vector<Example>> read_examples(const fs::path &root) {
  std::vector<Example> examples;
  try {
    for (const fs::path &rule : folders_in(root))
      for (const fs::path &folder : folders_in(rule)) {
        Expected<Example> example = read_example(folder);
        if (!example)
          return example.error();
        examples.push_back(std::move(example).value());
      }
  } catch (const fs::filesystem_error &problem) {
    return Error{problem.what(), {root.string()}};
  }
  return examples;
}

} // namespace osaca::advice

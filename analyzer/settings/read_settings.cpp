#include "settings/settings.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/source_location.h"
#include "base/text.h"
#include "report/rules.h"
#include "yaml/fields.h"

#include <algorithm>
#include <filesystem>

namespace osaca {

namespace {

namespace fs = std::filesystem;

constexpr YamlLimits limits{
    .bytes = 1U << 20U, .line_bytes = 4096, .depth = 8, .nodes = 20'000, .document = "settings"};

std::string_view name_of(RuleLevel level) {
  switch (level) {
  case RuleLevel::off: return "off";
  case RuleLevel::note: return "note";
  case RuleLevel::warning: return "warning";
  case RuleLevel::error: return "error";
  }
  return "off";
}

/// Whether the text has only comments and empty lines, which the YAML reader does not accept as a document.
bool says_nothing(const std::string &text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string::npos && line[first] != '#' && line.compare(first, 3, "---") != 0)
      return false;
    begin = end + 1;
  }
  return true;
}

class SettingsParser {
public:
  SettingsParser(const std::string &file, const SettingsChecks &checks) : problems_(file), checks_(checks) {
    out_.settings.file = file;
  }

  SettingsRead parse(const std::string &text) {
    if (says_nothing(text))
      return std::move(out_);
    const Expected<YamlNode> tree = parse_yaml(text, problems_.file(), limits);
    if (!tree)
      out_.problems.push_back(tree.error());
    else if (tree->kind != YamlNode::Kind::null)
      read(*tree);
    out_.problems.insert(out_.problems.end(), problems_.errors().begin(), problems_.errors().end());
    return std::move(out_);
  }

private:
  void read(const YamlNode &tree) {
    Fields fields(tree, "the settings", problems_);
    if (const YamlNode *node = fields.find("arch"))
      out_.settings.archs = archs(*node);
    if (const YamlNode *node = fields.find("data"))
      out_.settings.data = place(*node);
    if (const YamlNode *node = fields.find("rules"))
      read_rules(*node);
    if (const YamlNode *node = fields.find("tolerance"))
      out_.settings.tolerance_percent = percent(*node);
    if (const YamlNode *node = fields.find("fail-on"))
      out_.settings.fail_on = choice(*node, "'fail-on'", {"findings", "warning", "regressions", "never"});
    out_.settings.baseline = file_name(fields, "baseline");
    out_.settings.calls = existing_file(fields, "calls");
    if (const YamlNode *node = fields.find("exclude"))
      out_.settings.exclude = words(*node, "'exclude'");
    fields.refuse_others();
  }

  std::optional<std::string> file_name(Fields &fields, const char *key) {
    const std::optional<std::string> name = fields.text(key);
    if (!name)
      return std::nullopt;
    return (fs::path(problems_.file()).parent_path() / *name).lexically_normal().string();
  }

  /// A file that cannot be used is left out.
  std::optional<std::string> existing_file(Fields &fields, const char *key) {
    std::optional<std::string> name = file_name(fields, key);
    if (!name || !checks_.file_problem)
      return name;
    const std::optional<std::string> problem = checks_.file_problem(*name);
    if (!problem)
      return name;
    problems_.add(*fields.find(key), format_text("'{}': {} {}", key, *name, *problem));
    return std::nullopt;
  }

  DataPlace place(const YamlNode &node) {
    const Expected<DataPlace> said = parse_data_place(node.kind == YamlNode::Kind::scalar ? node.text : "");
    if (!said)
      problems_.add(node, "'data': " + said.error().message);
    return said ? *said : DataPlace{};
  }

  std::vector<std::string> words(const YamlNode &node, std::string_view what) {
    std::vector<std::string> out;
    for (const YamlNode *word : words_of(node, what, problems_))
      out.push_back(word->text);
    return out;
  }

  /// A wrong name is left out. All cores must have the instruction set of the first one that is known.
  std::vector<std::string> archs(const YamlNode &node) {
    std::vector<std::string> out;
    std::string first;
    std::string first_isa;
    for (const YamlNode *word : words_of(node, "'arch'", problems_)) {
      const Expected<std::string> isa =
          checks_.isa_of_arch ? checks_.isa_of_arch(word->text) : Expected<std::string>("");
      if (!isa) {
        problems_.add(*word, "'arch': " + isa.error().message);
        continue;
      }
      if (!isa->empty() && !first_isa.empty() && *isa != first_isa) {
        problems_.add(*word,
                      format_text("'arch': {} has another instruction set ({}) than {} ({}); use a .osaca.yml in "
                                  "another folder, or the plugin option arch=",
                                  word->text, *isa, first, first_isa));
        continue;
      }
      if (first_isa.empty() && !isa->empty()) {
        first = word->text;
        first_isa = *isa;
      }
      out.push_back(word->text);
    }
    return out;
  }

  std::optional<std::string> choice(const YamlNode &node, std::string_view what,
                                    const std::vector<std::string> &known) {
    std::optional<std::string> word = text_of(node, what, problems_);
    if (!word)
      return std::nullopt;
    for (const std::string &name : known)
      if (*word == name)
        return word;
    problems_.add(node, format_text("{} must be {}, not '{}'{}", what, joined(known, ", ", " or "), word->substr(0, 40),
                                    suggestion(*word, known)));
    return std::nullopt;
  }

  void read_rules(const YamlNode &node) {
    if (node.kind != YamlNode::Kind::map)
      return problems_.add(node, "'rules' must map rule names to off, note, warning or error");
    std::vector<std::string> known;
    for (const Rule &rule : osaca::rules())
      known.emplace_back(rule.id);
    for (const YamlEntry &entry : node.entries) {
      std::string id = entry.key.text;
      if (!id.starts_with("osaca-"))
        id.insert(0, "osaca-");
      if (find_rule(id) == nullptr) {
        problems_.add(entry.key,
                      format_text("unknown rule '{}'{}", entry.key.text.substr(0, 60), suggestion(id, known)));
        continue;
      }
      const std::optional<std::string> word =
          choice(entry.value, format_text("'{}'", id), {"off", "note", "warning", "error"});
      for (const RuleLevel level : {RuleLevel::off, RuleLevel::note, RuleLevel::warning, RuleLevel::error})
        if (word && *word == name_of(level))
          out_.settings.rules[id] = level;
    }
  }

  std::optional<double> percent(const YamlNode &node) {
    const std::optional<double> value =
        node.kind == YamlNode::Kind::scalar ? parse_percentage(node.text) : std::nullopt;
    if (!value)
      problems_.add(node, "'tolerance' must be a percentage from 0 to 1000 such as 5 or 2.5%");
    return value;
  }

  Problems problems_;
  const SettingsChecks &checks_;
  SettingsRead out_;
};

std::string list_of(const std::vector<std::string> &words) {
  std::string out = "[";
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : ", ") + double_quoted(words[i]);
  return out + "]\n";
}

} // namespace

SettingsRead read_settings(const std::string &text, const std::string &file, const SettingsChecks &checks) {
  return SettingsParser(file, checks).parse(text);
}

std::string text_of(const Settings &settings) {
  std::string out = settings.file.empty() ? "# no .osaca.yml in this folder or its parents; these are the defaults\n"
                                          : format_text("# {}\n", settings.file);
  out += "arch: " + list_of(settings.archs);
  if (settings.data.names_a_place())
    out += format_text("data: {}\n", text_of(settings.data));
  out += "rules:\n";
  for (const Rule &rule : rules()) {
    const auto chosen = settings.rules.find(std::string(rule.id));
    out += format_text("  {}: {}\n", rule.id,
                       chosen == settings.rules.end() ? name_of(rule.severity) : name_of(chosen->second));
  }
  out +=
      format_text("tolerance: {}%\n", text_of_percentage(settings.tolerance_percent.value_or(usual_tolerance_percent)));
  out += format_text("fail-on: {}\n", settings.fail_on.value_or("never"));
  if (settings.baseline)
    out += format_text("baseline: {}\n", double_quoted(*settings.baseline));
  if (settings.calls)
    out += format_text("calls: {}\n", double_quoted(*settings.calls));
  out += "exclude: " + list_of(settings.exclude);
  return out;
}

// Searches from the root downwards, as far as folders exist. Names in a report may have thousands of parts that never
// were folders, and only existing folders are cached.

SettingsFinder::SettingsFinder(std::string working_dir, SettingsFiles files)
    : working_dir_(std::move(working_dir)), files_(std::move(files)) {
  read_.emplace_back(); // default settings, without a file
}

const Settings &SettingsFinder::for_file(const std::string &file) {
  return for_folder(can_name_a_file(file) ? std::string(folder_of(file)) : std::string());
}

const Settings &SettingsFinder::for_folder(const std::string &folder) {
  return for_absolute_folder(normal_path(working_dir_, file_name_or_nothing(folder)));
}

const Settings &SettingsFinder::for_absolute_folder(const std::string &folder) {
  const Settings *nearest = &read_.front();
  for (std::size_t end = 1; end <= folder.size(); end = std::min(folder.find('/', end + 1), folder.size())) {
    const Settings *here = in_folder(folder.substr(0, end), nearest);
    if (here == nullptr)
      break;
    nearest = here;
    if (end == folder.size())
      break;
  }
  return *nearest;
}

/// Null: the folder does not exist.
const Settings *SettingsFinder::in_folder(const std::string &folder, const Settings *above) {
  const auto known = by_folder_.find(folder);
  if (known != by_folder_.end())
    return known->second;
  if (!files_.is_folder(folder))
    return nullptr;
  const std::string file = format_text("{}{}{}", folder, folder.ends_with('/') ? "" : "/", file_name);
  const Expected<std::optional<std::string>> text = files_.read(file);
  if (!text)
    problems_.push_back(text.error()); // users of these settings have to know that they were not applied
  if (!text || !text->has_value())
    return by_folder_[folder] = above;
  SettingsRead read = read_settings(**text, file, files_.checks);
  problems_.insert(problems_.end(), read.problems.begin(), read.problems.end());
  return by_folder_[folder] = &read_.emplace_back(std::move(read.settings));
}

} // namespace osaca

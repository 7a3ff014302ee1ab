#include "measure/validation/compile_flags.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace osaca::measure::validation {
namespace {

enum class Place { none, folder, file };

/// An option with a value, in the same word or in the next one.
struct KeptOption {
  std::string_view name;
  Place place = Place::none; ///< what its value names
};

constexpr std::array<KeptOption, 8> kept_options = {{{"-isystem", Place::folder},
                                                     {"-iquote", Place::folder},
                                                     {"-idirafter", Place::folder},
                                                     {"-include", Place::file},
                                                     {"-imacros", Place::file},
                                                     {"-I", Place::folder},
                                                     {"-D"},
                                                     {"-U"}}};

std::string absolute_in(const std::string &folder, const std::string &path) {
  return (std::filesystem::path(folder) / path).lexically_normal().string(); // an absolute path stays as it is
}

/// A file that is not in the folder is searched for in the include folders.
std::string found_in(const std::string &folder, const std::string &file) {
  std::error_code failed;
  const std::string path = absolute_in(folder, file);
  return std::filesystem::is_regular_file(path, failed) ? path : file;
}

std::vector<std::string> kept_flags(const std::vector<std::string> &command, const std::string &folder) {
  std::vector<std::string> kept;
  for (std::size_t i = 1; i < command.size(); ++i) { // the first word is the compiler
    const std::string &word = command[i];
    if (word.starts_with("-std=") || word == "-ansi") {
      kept.push_back(word);
      continue;
    }
    const auto *const option =
        std::ranges::find_if(kept_options, [&](const KeptOption &one) { return word.starts_with(one.name); });
    if (option == kept_options.end() || (word == option->name && i + 1 == command.size()))
      continue;
    const std::string value = word == option->name ? command[++i] : word.substr(option->name.size());
    kept.emplace_back(option->name);
    kept.push_back(option->place == Place::folder ? absolute_in(folder, value)
                   : option->place == Place::file ? found_in(folder, value)
                                                  : value);
  }
  return kept;
}

std::string text_at(const nlohmann::json &entry, const char *key) {
  return entry.is_object() && entry.contains(key) && entry[key].is_string() ? entry[key].get<std::string>() : "";
}

std::vector<std::string> command_of(const nlohmann::json &entry) {
  if (!entry.contains("arguments") || !entry["arguments"].is_array())
    return words_of_command(text_at(entry, "command"));
  std::vector<std::string> words;
  for (const nlohmann::json &word : entry["arguments"])
    if (word.is_string())
      words.push_back(word.get<std::string>());
  return words;
}

} // namespace

std::vector<std::string> words_of_command(std::string_view command) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = 0;
  const auto add = [&](char c) {
    if (!is_in_word)
      words.emplace_back();
    is_in_word = true;
    words.back() += c;
  };
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      add(command[++i]);
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        add(c);
    } else if (c == '\'' || c == '"') {
      quote = c;
      if (!is_in_word)
        words.emplace_back();
      is_in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      is_in_word = false;
    } else {
      add(c);
    }
  }
  return words;
}

Expected<CompileFlags> compile_flags(std::string_view text, const std::string &name) {
  const nlohmann::json database = nlohmann::json::parse(text, nullptr, false);
  if (!database.is_array())
    return Error{"is not a list of compile commands", {name, 0, 0}};
  CompileFlags flags;
  for (const nlohmann::json &entry : database) {
    const std::string folder = text_at(entry, "directory");
    const std::string file = text_at(entry, "file");
    if (!folder.empty() && !file.empty())
      flags.try_emplace(absolute_in(folder, file), kept_flags(command_of(entry), folder));
  }
  return flags;
}

} // namespace osaca::measure::validation

#include "scan/compile_commands.h"

#include "scan/regular_files.h"

#include <clang/Tooling/JSONCompilationDatabase.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

namespace osaca::scan {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char *how_to_make_one = "; create it with 'cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON', or with "
                                        "'bear -- make' for other builds (Meson always creates it)";

constexpr const char *file_name = "compile_commands.json";

Expected<fs::path> find_database(const std::string &path) {
  std::error_code ignored;
  if (path.empty()) {
    for (const char *folder : {".", "build"})
      if (fs::is_regular_file(fs::path(folder) / file_name, ignored))
        return fs::path(folder) / file_name;
    return Error{std::string("cannot find ") + file_name + " in . or build (specify its folder with -p)" +
                 how_to_make_one};
  }
  const fs::path given(path);
  if (!fs::exists(given, ignored))
    return Error{"-p: '" + path + "' does not exist" + how_to_make_one};
  const fs::path file = fs::is_directory(given, ignored) ? given / file_name : given;
  if (!fs::is_regular_file(file, ignored))
    return Error{"there is no " + std::string(file_name) + " in '" + path + "'" + how_to_make_one};
  return file;
}

Expected<std::string> read_text(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream)
    return Error{"cannot be read", {file.string(), 0, 0}};
  return text.str();
}

/// Checks the form of the database; empty: it is valid. LLVM's reader accepts YAML and gives less precise errors.
std::string fault_of(const std::string &text) {
  const nlohmann::json database = nlohmann::json::parse(text, nullptr, false);
  if (database.is_discarded())
    return "is not JSON";
  if (!database.is_array())
    return "is not a list of compile commands";
  if (database.empty())
    return "has no compile commands";
  const auto has_text = [](const nlohmann::json &entry, const char *key) {
    return entry.contains(key) && entry[key].is_string();
  };
  for (const nlohmann::json &entry : database) {
    if (!entry.is_object() || !has_text(entry, "directory") || !has_text(entry, "file"))
      return "has an entry without \"directory\" or \"file\"";
    const bool has_arguments = entry.contains("arguments") && entry["arguments"].is_array();
    if (!has_text(entry, "command") && !has_arguments)
      return "has an entry without \"command\" or \"arguments\"";
    for (const nlohmann::json &word : has_arguments ? entry["arguments"] : nlohmann::json::array())
      if (!word.is_string())
        return "has an entry whose \"arguments\" are not all strings";
  }
  return "";
}

bool is_c_family(const std::string &file, const Words &arguments) {
  static const std::set<std::string> endings = {".c",   ".cc",  ".cp",  ".cpp", ".cxx", ".c++", ".C",
                                                ".CPP", ".i",   ".ii",  ".h",   ".hh",  ".hpp", ".hxx",
                                                ".ipp", ".tpp", ".inl", ".m",   ".mm"};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string language = arguments[i] == "-x" && i + 1 < arguments.size() ? arguments[i + 1]
                                 : arguments[i].starts_with("-x")                 ? arguments[i].substr(2)
                                                                                  : "";
    if (!language.empty() && language != "none")
      return language.starts_with("c") && !language.starts_with("cu");
  }
  return endings.contains(fs::path(file).extension().string());
}

} // namespace

Expected<Database> read_database(const std::string &path) {
  OSACA_TRY(const fs::path file, find_database(path));
  OSACA_TRY(const std::string text, read_text(file));
  if (const std::string fault = fault_of(text); !fault.empty())
    return Error{fault + how_to_make_one, {file.string(), 0, 0}};
  std::string problem;
  std::unique_ptr<clang::tooling::CompilationDatabase> commands =
      clang::tooling::JSONCompilationDatabase::loadFromBuffer(text, problem,
                                                              clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (commands == nullptr)
    return Error{"cannot be used: " + problem + how_to_make_one, {file.string(), 0, 0}};
  // Derives them from the compiler's name: "aarch64-linux-gnu-g++" is C++ for that target.
  commands = clang::tooling::inferTargetAndDriverMode(
      clang::tooling::expandResponseFiles(std::move(commands), regular_files()));

  Database database;
  std::error_code ignored;
  database.folder = fs::canonical(file, ignored).parent_path().string();
  std::set<std::tuple<std::string, std::string, Words>> known;
  for (const clang::tooling::CompileCommand &command : commands->getAllCompileCommands()) {
    CompileCommand unit;
    unit.directory = absolute_path(command.Directory, database.folder);
    unit.file = absolute_path(command.Filename, unit.directory);
    if (!is_c_family(unit.file, command.CommandLine)) {
      ++database.other_languages;
      continue;
    }
    unit.arguments = parsing_options(command.CommandLine, unit.file, unit.directory);
    if (known.emplace(unit.directory, unit.file, unit.arguments).second)
      database.units.push_back(std::move(unit));
  }
  return database;
}

namespace {

Words quoted_in(const std::string &message) {
  Words words;
  std::size_t begin = message.find('\'');
  while (begin != std::string::npos) {
    const std::size_t end = message.find('\'', begin + 1);
    if (end == std::string::npos)
      break;
    words.push_back(message.substr(begin + 1, end - begin - 1));
    begin = message.find('\'', end + 1);
  }
  return words;
}

} // namespace

Words without_rejected(const Words &arguments, const Words &complaints) {
  Words rejected;
  for (const std::string &complaint : complaints)
    for (std::string &word : quoted_in(complaint))
      if (!word.empty())
        rejected.push_back(std::move(word));
  Words kept;
  for (const std::string &argument : arguments) {
    const bool is_rejected = argument.starts_with("-") && std::ranges::any_of(rejected, [&](const std::string &word) {
                               return argument == word || argument.ends_with("=" + word) ||
                                      (word.starts_with("-") && word.ends_with("=") && argument.starts_with(word));
                             });
    if (!is_rejected)
      kept.push_back(argument);
  }
  return kept;
}

} // namespace osaca::scan

#include "scan/options.h"

#include "base/suggest.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <thread>

namespace osaca::scan {
namespace {

constexpr int good = 0;
constexpr int mistake = 2;

constexpr const char *description =
    R"(Lists the loops of a project, and puts '#pragma osaca analyze' before them or takes it away.

Reads compile_commands.json, which CMake writes with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
(other builds: 'bear -- make'), and every translation unit in it with Clang's parser.)";

constexpr const char *footer = R"(
Changes are printed as a patch for 'patch -p1' or 'git apply', to be applied in the
project's root, unless --in-place writes them.

Exit status: 0 done; 2 something could not be read or written, a translation unit
had errors (one line per problem on standard error), or a filter fits nothing.

Examples:
  osaca scan -p build                              every loop of the project
  osaca scan -p build --innermost 'src/*.cpp'      innermost loops of some files
  osaca scan -p build --format json                for programs (docs/scan.md)
  osaca scan -p build --annotate innermost         what would change
  osaca scan -p build --annotate function=solve --in-place
  osaca scan -p build --remove | patch -p1         take all pragmas away again)";

struct Raw {
  std::string format = "text";
  std::string annotate;
  bool remove = false;
};

void declare(CLI::App &app, Options &options, Raw &raw) {
  app.footer(footer);
  app.add_option("files", options.files, "only loops in these files, folders or globs")->type_name("FILE...");
  app.add_option("-p,--database", options.database, "folder of compile_commands.json (default: . or build)")
      ->type_name("FOLDER");
  app.add_option("-j,--jobs", options.threads, "translation units read at once (default: the number of cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  app.add_flag("--innermost", options.innermost, "only loops that hold no other loop");
  app.add_flag("--annotated", options.annotated, "only loops with '#pragma osaca analyze'");
  app.add_option("--function", options.function, "only loops of this function: 'solve', 'sim::solve' or a glob")
      ->type_name("NAME");
  app.add_flag("--system-headers", options.with_others, "also list loops outside the project (never changed)");
  app.add_option("--format", raw.format, "form of the list (default: text)")->type_name("text|json");
  app.add_option("--annotate", raw.annotate, "put the pragma before innermost loops, all loops, or one function's")
      ->type_name("innermost|all|function=NAME");
  app.add_flag("--remove", raw.remove, "take away our pragmas, and nothing else");
  app.add_flag("--in-place", options.in_place, "write the changes into the files");
  app.add_option("--root", options.root, "the project's folder (default: CMake's source folder, or the working copy)")
      ->type_name("FOLDER");
  app.add_option("--resource-dir", options.resource_dir, "where Clang's own headers are, if they are not found")
      ->type_name("FOLDER");
}

std::vector<std::string> option_names(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

/// Empty: all is well.
std::string apply_annotate(const std::string &what, Options &options) {
  static const std::vector<std::string> words = {"innermost", "all", "function="};
  constexpr std::string_view function = "function=";
  options.task = Options::Task::annotate;
  if (what == "innermost")
    options.innermost = true;
  else if (what.starts_with(function) && what.size() > function.size() && options.function.empty())
    options.function = what.substr(function.size());
  else if (what.starts_with(function))
    return what.size() > function.size() ? "--annotate function=... and --function exclude each other"
                                         : "--annotate function=: the name is missing";
  else if (what != "all")
    return "--annotate: '" + what + "' is not one of innermost, all, function=NAME" + suggestion(what, words);
  return "";
}

std::string apply(const CLI::App &app, const Raw &raw, Options &options) {
  for (const std::string &word : app.remaining())
    return "unknown option '" + word + "'" + suggestion(word.substr(0, word.find('=')), option_names(app));
  static const std::vector<std::string> formats = {"text", "json"};
  if (raw.format != "text" && raw.format != "json")
    return "--format: '" + raw.format + "' is not one of text, json" + suggestion(raw.format, formats);
  options.json = raw.format == "json";
  const bool annotates = app.count("--annotate") > 0;
  if (annotates && raw.remove)
    return "--annotate and --remove exclude each other";
  if (options.json && (annotates || raw.remove))
    return "--format json is a form of the list; --annotate and --remove write a patch";
  if (options.in_place && !annotates && !raw.remove)
    return "--in-place needs --annotate or --remove";
  if (annotates && options.annotated)
    return "--annotate and --annotated exclude each other";
  options.task = raw.remove ? Options::Task::remove : Options::Task::list;
  return annotates ? apply_annotate(raw.annotate, options) : "";
}

} // namespace

void complain(std::string_view message) {
  std::string line;
  for (char c : message)
    line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  std::fprintf(stderr, "%s\n", line.c_str());
}

void complain(const Error &error) { complain(error.where.text().empty() ? "osaca: " + error.message : error.text()); }

std::variant<Options, int> read_options(const std::vector<std::string> &words) {
  Options options;
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  Raw raw;
  CLI::App app(description, "osaca scan");
  declare(app, options, raw);
  app.allow_extras();
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend())); // CLI11 takes its words from the back
  } catch (const CLI::CallForHelp &) {
    std::printf("%s", app.help().c_str());
    return good;
  } catch (const CLI::ParseError &error) {
    complain(Error{error.what()});
    return mistake;
  }
  if (const std::string problem = apply(app, raw, options); !problem.empty()) {
    complain(Error{problem});
    return mistake;
  }
  return options;
}

} // namespace osaca::scan

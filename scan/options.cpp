#include "scan/options.h"

#include "base/name_matching.h"
#include "base/printable.h"
#include "driver/command_line/option_set.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace osaca::scan {
namespace {

constexpr int mistake = 2;

constexpr const char *description =
    R"(Lists the loops of a project, and adds '#pragma osaca analyze' before them or removes it.

Reads compile_commands.json, and parses every translation unit in it with Clang. CMake
writes this file with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other builds with 'bear -- make'.)";

constexpr const char *footer = R"(
Without --in-place, changes are printed as a patch. Apply it in the project's root
folder with 'patch -p1' or 'git apply'.

Exit status: 0 success; 2 a file could not be read or written, a translation unit
had errors (one line per problem on standard error), or a filter matches nothing.

Examples:
  osaca scan -p build                              every loop of the project
  osaca scan -p build --innermost 'src/*.cpp'      innermost loops of some files
  osaca scan -p build --format json                for other programs (docs/use/scan.md)
  osaca scan -p build --annotate innermost         print the changes as a patch
  osaca scan -p build --annotate function=solve --in-place
  osaca scan -p build --remove | patch -p1         remove all pragmas)";

struct Raw {
  std::string format = "text";
  std::string annotate;
  bool annotates = false;
  bool remove = false;
};

void declare(driver::OptionSet &set, ScanOptions &options, Raw &raw) {
  set.texts = {"osaca scan", description, footer};
  set.option("files", options.files, "only loops in these files, folders or globs").called("FILE...");
  set.option("-p,--database", options.database, "folder of compile_commands.json (default: . or build)")
      .called("FOLDER");
  set.option("-j,--jobs", options.threads,
             "number of translation units to parse in parallel (default: the number of cores)")
      .called("N")
      .within(1, 1024, true);
  set.flag("--innermost", options.innermost, "only loops that contain no other loop");
  set.flag("--annotated", options.annotated, "only loops with '#pragma osaca analyze'");
  set.option("--function", options.function, "only loops of this function: 'solve', 'sim::solve' or a glob")
      .called("NAME");
  set.flag("--system-headers", options.with_others, "also list loops outside the project (never changed)");
  set.option("--format", raw.format, "format of the list (default: text)").called("text|json");
  set.option("--annotate", raw.annotate,
             "add the pragma before innermost loops, all loops, or the loops of one function")
      .called("innermost|all|function=NAME")
      .noted_in(raw.annotates);
  set.flag("--remove", raw.remove, "remove the pragmas of osaca");
  set.flag("--in-place", options.in_place, "edit the files instead of printing a patch");
  set.option("--root", options.root, "root folder of the project (default: CMake's source folder or the working copy)")
      .called("FOLDER");
  set.option("--resource-dir", options.resource_dir, "folder of Clang's own headers, if they are not found")
      .called("FOLDER");
}

/// Empty: no error.
std::string apply_annotate(const std::string &what, ScanOptions &options) {
  static const std::vector<std::string> words = {"innermost", "all", "function="};
  constexpr std::string_view function = "function=";
  options.task = ScanOptions::Task::annotate;
  if (what == "innermost")
    options.innermost = true;
  else if (what.starts_with(function) && what.size() > function.size() && options.function.empty())
    options.function = what.substr(function.size());
  else if (what.starts_with(function))
    return what.size() > function.size() ? "--annotate function=NAME cannot be combined with --function"
                                         : "--annotate function=: the name is missing";
  else if (what != "all")
    return "--annotate: '" + what + "' is not one of innermost, all, function=NAME" + suggestion(what, words);
  return "";
}

std::string apply(const Raw &raw, ScanOptions &options) {
  static const std::vector<std::string> formats = {"text", "json"};
  if (raw.format != "text" && raw.format != "json")
    return "--format: '" + raw.format + "' is not one of text, json" + suggestion(raw.format, formats);
  options.json = raw.format == "json";
  if (raw.annotates && raw.remove)
    return "--annotate cannot be combined with --remove";
  if (options.json && (raw.annotates || raw.remove))
    return "--format json cannot be combined with --annotate or --remove, which print a patch";
  if (options.in_place && !raw.annotates && !raw.remove)
    return "--in-place requires --annotate or --remove";
  if (raw.annotates && options.annotated)
    return "--annotate cannot be combined with --annotated";
  options.task = raw.remove ? ScanOptions::Task::remove : ScanOptions::Task::list;
  return raw.annotates ? apply_annotate(raw.annotate, options) : "";
}

} // namespace

void complain(std::string_view message) {
  std::string line = printable(message);
  std::ranges::replace(line, '\n', ' ');
  std::fprintf(stderr, "%s\n", line.c_str());
}

void complain(const Error &error) { complain(error.where.text().empty() ? "osaca: " + error.message : error.text()); }

std::variant<ScanOptions, int> read_options(const std::vector<std::string> &words) {
  ScanOptions options;
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  Raw raw;
  driver::OptionSet set;
  declare(set, options, raw);
  if (const std::optional<int> status = driver::parse(set, words))
    return *status;
  if (const std::string problem = apply(raw, options); !problem.empty()) {
    complain(Error{problem});
    return mistake;
  }
  return options;
}

} // namespace osaca::scan

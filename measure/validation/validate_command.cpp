// `osaca measure validate`: how well a model predicts the loops of real source code on this machine.
#include "base/format.h"
#include "driver/files/temporary_files.h"
#include "measure/commands/commands.h"
#include "measure/tables/subject.h"
#include "measure/validation/validate.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace osaca::measure {
namespace {

struct ValidateOptions {
  Words sources;
  Words packages;
  Words compilers;
  Words flags;
  std::string arch;
  std::string csv;
  std::string work;
  int loops = 1000;
  int per_file = 8;
  int worst = 10;
  double minutes = 10;
};

constexpr const char *validate_description =
    "Checks predictions with source code that the model has never seen. Compiles single files, cuts out their "
    "innermost loops, measures each loop with its data in the first-level cache, and compares with the prediction. "
    "Half of the loops, chosen by the fingerprints of their code, are never shown one by one: only their total is. "
    "Do not tune a model until that total has been noted (docs/measure/validate.md).";

constexpr const char *validate_footer =
    "\n"
    "Examples:\n"
    "  osaca measure validate --sources ~/projects/solver         your own code\n"
    "  osaca measure validate --packages fftw3,flac,lz4           the source of Debian packages\n"
    "  osaca measure validate --sources src --csv seen.csv        all rows of the half that may be seen";

void declare_validate(OptionSet &options, ValidateOptions &chosen) {
  options.texts = {"osaca measure validate", validate_description, validate_footer};
  options.list("--sources", chosen.sources, "folders with source code in C, C++ or Fortran").called("DIR,...");
  options.list("--packages", chosen.packages, "Debian packages whose source is downloaded with 'apt-get source'")
      .called("NAME,...");
  options
      .list("--compilers", chosen.compilers,
            "compilers, by name or path (default: every GCC and Clang on PATH that compiles for this machine)")
      .called("NAME,...");
  options
      .list("--flags", chosen.flags,
            "sets of options, the words of a set separated by blanks (default: -O1, -O2, -O3, '-O2 -march=native' and "
            "'-O3 -march=native'). Each file is compiled by one compiler with one set, chosen by its name")
      .called("SET,...");
  options.option("--arch,-a", chosen.arch, "predict with this model (default: this machine's)").called("A");
  options.option("--loops", chosen.loops, "stop after this many loops (default: 1000)")
      .called("N")
      .within(1, 1000000, true);
  options.option("--per-file", chosen.per_file, "loops from one file at most (default: 8)")
      .called("N")
      .within(1, 10000, true);
  options.option("--limit", chosen.minutes, "time limit, without downloads (default: 10)")
      .called("MINUTES")
      .within(0.1, 10000, true);
  options.option("--worst", chosen.worst, "loops of the seen half to list, those with the largest errors (default: 10)")
      .called("N")
      .within(0, 10000, true);
  options.option("--csv", chosen.csv, "write the rows of the seen half to this file").called("FILE");
  options.option("--work", chosen.work, "keep the source of packages in this folder, and use it if it is there already")
      .called("DIR")
      .needs("--packages NAME,...");
}

/// The compilers that the user named, or all that compile for this machine.
Expected<std::vector<driver::InstalledCompiler>> compilers_for(const Words &names) {
  std::vector<driver::InstalledCompiler> found;
  for (const std::string &name : names) {
    const auto compiler = driver::named_compiler(name, driver::search_path());
    if (!compiler)
      return Error{format_text("--compilers: there is no program {} on PATH", driver::in_quotes(name))};
    found.push_back(*compiler);
  }
  if (names.empty())
    for (const driver::InstalledCompiler &compiler : driver::find_compilers(driver::search_path()).compilers)
      if (const driver::InstalledCompiler known = driver::identify(compiler); known.machine.starts_with("x86_64"))
        found.push_back(known);
  if (found.empty())
    return Error{"there is neither GCC nor Clang on PATH; name a compiler with --compilers"};
  return found;
}

/// The source of a package, downloaded unless it is in the folder already.
Expected<validation::SourceTree> tree_of_package(const std::string &package, const std::string &folder) {
  const std::filesystem::path own = std::filesystem::path(folder) / ("package-" + package);
  std::error_code failed;
  std::filesystem::create_directories(own, failed);
  OSACA_TRY(const std::string unpacked, validation::source_of_package(package, own.string()));
  OSACA_TRY(validation::SourceTree tree, validation::source_tree(unpacked));
  tree.name = package;
  return tree;
}

Expected<std::vector<validation::SourceTree>> trees_of(const ValidateOptions &options, const std::string &folder) {
  std::vector<validation::SourceTree> trees;
  for (const std::string &sources : options.sources) {
    OSACA_TRY(validation::SourceTree tree, validation::source_tree(sources));
    trees.push_back(std::move(tree));
  }
  for (const std::string &package : options.packages) {
    OSACA_TRY(validation::SourceTree tree, tree_of_package(package, options.work.empty() ? folder : options.work));
    trees.push_back(std::move(tree));
  }
  if (trees.empty())
    return Error{"pass --sources DIR or --packages NAME,..."};
  return trees;
}

Expected<validation::Validation> validated(const ValidateOptions &options, const std::string &folder) {
  const Words usual_flags = {"-O1", "-O2", "-O3", "-O2 -march=native", "-O3 -march=native"};
  validation::ValidationOptions chosen;
  OSACA_TRY(chosen.trees, trees_of(options, folder));
  OSACA_TRY(const std::vector<driver::InstalledCompiler> compilers, compilers_for(options.compilers));
  chosen.builds = validation::builds_of(compilers, options.flags.empty() ? usual_flags : options.flags);
  chosen.arch = options.arch;
  chosen.folder = folder;
  chosen.most_loops = static_cast<std::size_t>(options.loops);
  chosen.most_per_file = static_cast<std::size_t>(options.per_file);
  chosen.most_seconds = 60 * options.minutes;
  const ProgressLine progress;
  chosen.progress = [&progress](std::size_t loops) { progress.show(loops, "loops"); };
  return validation::validate(chosen);
}

int run_validate(ValidateOptions options) {
  const auto folder = driver::TemporaryFolder::make();
  if (!folder) {
    complain(folder.error());
    return unusable_input;
  }
  const Expected<validation::Validation> made = validated(options, (*folder)->path());
  if (!made) {
    complain(made.error());
    return unusable_input;
  }
  std::fputs(validation::report_of(*made, static_cast<std::size_t>(options.worst)).c_str(), stdout);
  std::fflush(stdout);
  if (options.csv.empty())
    return success;
  if (const auto problem = write_table(options.csv, validation::csv_of(*made))) {
    complain(*problem);
    return unusable_input;
  }
  return success;
}

} // namespace

const driver::Command validate_command = driver::command<ValidateOptions, declare_validate, run_validate>(
    "validate", "how well loops of real source code are predicted");

} // namespace osaca::measure

// The program `osaca-scan`, which `osaca scan` starts: parses options, reads the compile commands, finds loops, and
// prints a list or a patch, or edits files.
#include "base/files.h"
#include "base/printable.h"
#include "base/text.h"
#include "driver/command_line/messages.h"
#include "scan/annotation_edits.h"
#include "scan/listing.h"
#include "scan/options.h"
#include "scan/unit_scanner.h"

#include <csignal>
#include <exception>

namespace osaca::scan {
namespace {

enum ExitStatus : int { success = 0, unusable_input = 2 }; // the same as in the driver

int failed(const Error &error) {
  complain(error);
  return unusable_input;
}

int print(const std::string &text) {
  const std::optional<Error> error = driver::write_to_stdout(text);
  return error ? failed(*error) : success;
}

/// Summarises the changes on standard error, because standard output is for the patch.
void summarise(const Plan &plan, const ScanOptions &options, const ProjectRoot &project) {
  const bool removes = options.task == ScanOptions::Task::remove;
  std::string line = "osaca: " + counted(static_cast<std::size_t>(plan.changes), "pragma") +
                     (removes ? " removed from " : " added to ") + counted(plan.edits.size(), "file");
  if (!options.in_place && plan.changes > 0)
    line += "; apply the patch in " + project.root() + " with 'patch -p1' or 'git apply'";
  if (plan.already_done > 0)
    line += "; " + counted(static_cast<std::size_t>(plan.already_done), "loop") + " already had a pragma";
  complain(line);
  for (const auto &[why, count] : plan.left_out)
    complain("osaca: skipped: " + counted(static_cast<std::size_t>(count), removes ? "pragma" : "loop") + " " + why);
}

int carry_out(const Plan &plan, const ScanOptions &options, const ProjectRoot &project) {
  int status = success;
  std::string patch;
  for (const auto &[file, edits] : plan.edits) {
    if (!options.in_place)
      patch += edits.patch(project.relative_to_root(file));
    else if (const std::optional<Error> error = replace_file(file, edits.result()))
      status = failed(*error);
  }
  const int printed = print(patch);
  if (status == success)
    summarise(plan, options, project);
  return status == success ? printed : status;
}

int finish(const ScanResult &result, const std::vector<CompileCommand> &units, const ScanOptions &options,
           const ProjectRoot &project, const FileFilter &files) {
  const std::vector<ListedLoop> loops = selected(result.findings.loops(), options, files);
  switch (options.task) {
  case ScanOptions::Task::annotate: return carry_out(plan_annotation(loops), options, project);
  case ScanOptions::Task::remove:
    return carry_out(plan_removal(selected(result.findings.pragmas(), loops, options, files)), options, project);
  case ScanOptions::Task::list: break;
  }
  return print(options.json ? listed_as_json(loops, project, units.size(), result.failures)
                            : printable(listed_as_text(loops, project, units.size())));
}

ScanResult scan(const std::vector<CompileCommand> &units, const ScanSettings &settings, const ScanOptions &options) {
  prepare_scanning();
  const ProgressLine line(units.size());
  return scan_all(units, settings, options.threads,
                  [&](std::size_t done, const std::string &file) { line.show(done, settings.project.shown(file)); });
}

int run(const ScanOptions &options) {
  const Expected<Database> database = read_database(options.database);
  if (!database)
    return failed(database.error());
  if (database->units.empty())
    return failed(Error{"none of the compile commands is for C or C++"});
  const Expected<ProjectRoot> project = ProjectRoot::find(options.root, *database);
  if (!project)
    return failed(project.error());
  const Expected<std::string> resource_dir = find_resource_dir(options.resource_dir);
  if (!resource_dir)
    return failed(resource_dir.error());

  const FileFilter files(options.files, *project);
  const std::vector<CompileCommand> units = files.sufficient(database->units);
  const ScanResult result = scan(units, {*project, *resource_dir, options.with_others}, options);
  for (const Error &failure : result.failures)
    complain(failure);
  const std::vector<std::string> useless = useless_filters(result.findings, units, options, files);
  for (const std::string &message : useless)
    complain(Error{message});
  const int status = finish(result, units, options, *project, files);
  return result.failures.empty() && useless.empty() ? status : unusable_input;
}

} // namespace
} // namespace osaca::scan

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const auto options = osaca::scan::read_options({argv + 1, argv + argc});
    const int *status = std::get_if<int>(&options);
    return status != nullptr ? *status : osaca::scan::run(std::get<osaca::scan::ScanOptions>(options));
  } catch (const std::exception &problem) {
    osaca::scan::complain(std::string("osaca: internal error: ") + problem.what());
    return osaca::scan::unusable_input;
  }
}

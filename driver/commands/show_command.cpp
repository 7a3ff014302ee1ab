// `osaca show REPORT.json...`: reports that were written before, in any form, as one.
#include "driver/command_line/exit_status.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "osaca/read_report.h"

namespace osaca::driver {

namespace {

struct ShowOptions {
  std::vector<std::string> files;
  OutputSettings output;
};

void declare_show(OptionSet &options, ShowOptions &settings) {
  options.texts = {"osaca show",
                   "Shows reports that were written as JSON before (by a compiler plugin's report=, by --format json).",
                   "\nExamples:\n"
                   "  osaca show build/osaca-reports/solver/*.json            tables, with an overview of all kernels\n"
                   "  osaca show --format diagnostics build/*.json            as a compiler writes them"};
  options.option("files", settings.files, "reports; '-' is standard input").called("FILE...");
  add_output_options(options, settings.output);
}

int run_show(ShowOptions settings) {
  if (settings.files.empty()) {
    complain("no input: name reports in JSON, or '-' for standard input");
    return unusable_input;
  }
  if (!spares_inputs(settings.output, settings.files))
    return unusable_input;
  std::vector<Report> reports;
  bool good = true;
  for (const std::string &file : settings.files) {
    const Expected<std::string> text = read_input(file);
    Expected<Report> report = text ? read_report(*text, display_name(file)) : Expected<Report>(text.error());
    if (report) {
      reports.push_back(*std::move(report));
    } else {
      complain(report.error());
      good = false;
    }
  }
  return write_report(merged(reports), settings.output) && good ? success : unusable_input;
}

} // namespace

const Command show_command =
    command<ShowOptions, declare_show, run_show>("show", "reports that were written as JSON, in any form");

} // namespace osaca::driver

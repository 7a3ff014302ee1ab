// `osaca show REPORT.json...`: reports that were written before, in any form, as one.
#include "driver/command_line/exit_status.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "osaca/read_report.h"

namespace osaca::driver {

int run_show(const Words &words) {
  std::vector<std::string> files;
  OutputSettings output;
  CLI::App app("Shows reports that were written as JSON before (by a compiler plugin's report=, by --format json).",
               "osaca show");
  app.footer("\nExamples:\n"
             "  osaca show build/osaca-reports/solver/*.json            tables, with an overview of all kernels\n"
             "  osaca show --format diagnostics build/*.json            as a compiler writes them");
  app.add_option("files", files, "reports; '-' is standard input")->type_name("FILE...");
  add_output_options(app, output);
  if (const auto status = parse(app, words))
    return *status;
  if (files.empty()) {
    complain("no input: name reports in JSON, or '-' for standard input");
    return unusable_input;
  }
  std::vector<Report> reports;
  bool good = true;
  for (const std::string &file : files) {
    const Expected<std::string> text = read_input(file);
    Expected<Report> report = text ? read_report(*text, display_name(file)) : Expected<Report>(text.error());
    if (report) {
      reports.push_back(*std::move(report));
    } else {
      complain(report.error());
      good = false;
    }
  }
  return write_report(merged(reports), output) && good ? success : unusable_input;
}

} // namespace osaca::driver

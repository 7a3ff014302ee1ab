#include "driver/files/output.h"

#include "driver/command_line/messages.h"
#include "driver/command_line/terminal.h"
#include "driver/files/files.h"
#include "render/diagnostics/diagnostics.h"
#include "render/json/json_documents.h"
#include "render/text/report_text.h"

namespace osaca::driver {
namespace {

std::string rendered(const Report &report, const OutputSettings &settings) {
  if (settings.format == "json")
    return render_json(report);
  if (settings.format == "dot")
    return render_dot(report);
  const bool to_stdout = settings.file.empty() || settings.file == "-";
  const bool colour = wants_colour(settings.colour, to_stdout);
  if (settings.format == "diagnostics") {
    DiagnosticOptions options;
    if (settings.verbose)
      options.verbosity = DiagnosticOptions::Verbosity::verbose;
    options.summarises_unrequested_loops = options.report_is_kept = settings.report_is_kept;
    options.unit = settings.unit;
    return render_diagnostics(report, options, colour);
  }
  RenderOptions options;
  options.colour = colour;
  options.width = settings.width >= 0 ? settings.width : (to_stdout ? terminal_width() : 0);
  options.verbose = settings.verbose;
  options.most_lines = settings.most_lines;
  return options.most_lines > 0 ? render_short_text(report, options) : render_text(report, options);
}

bool succeeded(const std::optional<Error> &error) {
  if (error)
    complain(*error);
  return !error;
}

} // namespace

void add_output_options(OptionSet &options, OutputSettings &settings) {
  options.option("--format", settings.format, "form of the report (default: text)")
      .one_of({"text", "json", "dot", "diagnostics"});
  options.option("-o,--out", settings.file, "write the report to this file").called("FILE");
  options
      .option("--export-graph", settings.graph,
              "also write the dependency graph to this file (DOT); '.' means ./osaca_dg.dot")
      .called("FILE");
  add_colour_option(options, settings.colour);
  options.option("--width", settings.width, "columns of text (default: width of the terminal; 0: no limit)")
      .called("N")
      .within(0, 100000);
  options
      .option("--max-lines", settings.most_lines,
              "text of about N lines: the kernels that take the most cycles, and what was left out (default: no limit)")
      .called("N")
      .within(20, 100000);
  options.flag("-v,--verbose", settings.verbose, "show all port columns, all chains, and the origin of each figure");
}

bool keeps_inputs(const std::string &output, std::span<const std::string> inputs) {
  return succeeded(refusal_to_replace(output, inputs));
}

bool may_write(const OutputSettings &settings, std::span<const std::string> inputs) {
  if (settings.most_lines > 0 && settings.format != "text") {
    complain("--max-lines requires --format text");
    return false;
  }
  return keeps_inputs(settings.file, inputs) && keeps_inputs(settings.graph, inputs);
}

bool written(const std::string &path, const std::string &text) {
  return keeps_inputs(path, {}) && succeeded(write_text(path, text));
}

bool bytes_written(const std::string &path, const std::string &bytes) {
  return keeps_inputs(path, {}) && succeeded(write_output(path, bytes));
}

bool write_report(const Report &report, const OutputSettings &settings) {
  bool good = true;
  if (!report.kernels.empty() || !report.annotated.empty() || settings.format == "json")
    good = written(settings.file, rendered(report, settings));
  if (!settings.graph.empty())
    good = written(settings.graph == "." ? "./osaca_dg.dot" : settings.graph, render_dot(report)) && good;
  return good;
}

} // namespace osaca::driver

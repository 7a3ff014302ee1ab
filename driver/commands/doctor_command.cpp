// `osaca doctor`: shows which compilers, plugins and models work here, and how to fix the others.
#include "base/format.h"
#include "driver/command_line/messages.h"
#include "driver/command_line/terminal.h"
#include "driver/commands/commands.h"
#include "driver/doctor/doctor.h"
#include "driver/files/output.h"
#include "driver/files/temporary_files.h"
#include "driver/programs/processes.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

namespace osaca::driver {
namespace {

constexpr const char *doctor_footer = R"(
The compilers checked are the programs on PATH that are called gcc, g++, gfortran,
clang or clang++, also with a version (gcc-12) or a target (aarch64-linux-gnu-gcc) in
the name. --compiler selects others. Each compiler is run with the plugin on a short
loop in a temporary folder.

Exit status: 0 the plugin works with at least one compiler; 1 it works with none;
2 wrong options.

Examples:
  osaca doctor                          check this machine
  osaca doctor --compiler ./my-gcc      check one compiler
  osaca doctor --format json            for a bug report)";

struct DoctorOptions {
  std::vector<std::string> compilers;
  std::string format = "text";
  std::string file;
  std::string colour = "auto";
};

/// Several compilers at a time, each in a folder of its own.
std::vector<Diagnosis> examine_all(std::vector<InstalledCompiler> compilers, const Installation &installation,
                                   const TemporaryFolder &folder) {
  std::vector<Diagnosis> out(compilers.size());
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < compilers.size(); ++i)
    folders.push_back(folder.folder_in(std::to_string(i)));
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < compilers.size(); i = next++)
      out[i] = examine(std::move(compilers[i]), installation, folders[i]);
  };
  const std::size_t most = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 8);
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < std::min(most, compilers.size()); ++i)
    workers.emplace_back(work);
  workers.clear();
  return out;
}

/// "3.25.1" of "cmake version 3.25.1"; empty: the program does not exist or does not answer.
std::string version_on_path(const std::string &name, std::string_view search_path) {
  const std::optional<InstalledCompiler> program = named_compiler(name, search_path);
  if (!program)
    return "";
  ProgramRequest request;
  request.path = program->path;
  request.arguments = {"--version"};
  const ProgramResult result = run_program(request);
  const std::size_t at = result.output.find("version ");
  if (!result.succeeded() || at == std::string::npos)
    return "";
  const std::size_t start = at + 8;
  return result.output.substr(start, result.output.find_first_not_of("0123456789.", start) - start);
}

/// Whether folders of the compilers contain links to ccache with compilers' names.
bool reaches_ccache(const std::vector<Diagnosis> &diagnoses) {
  return std::ranges::any_of(diagnoses, [](const Diagnosis &diagnosis) {
    std::error_code failed;
    return std::filesystem::canonical(diagnosis.compiler.path, failed).filename() == "ccache";
  });
}

std::optional<FoundCompilers> compilers_to_examine(const DoctorOptions &options, std::string_view search_path) {
  if (options.compilers.empty())
    return find_compilers(search_path);
  FoundCompilers out;
  for (const std::string &name : options.compilers) {
    const std::optional<InstalledCompiler> compiler = named_compiler(name, search_path);
    if (!compiler) {
      complain(format_text("no program {}{}", in_quotes(name), name.find('/') == std::string::npos ? " on PATH" : ""));
      return std::nullopt;
    }
    out.compilers.push_back(*compiler);
  }
  return out;
}

void declare_doctor(OptionSet &options, DoctorOptions &chosen) {
  options.texts = {"osaca doctor",
                   "Shows which compilers, plugins and models work on this machine, and how to fix the others.",
                   doctor_footer};
  options.repeatable("--compiler", chosen.compilers, "check only this compiler (a path, or a name on PATH); repeatable")
      .called("PROGRAM");
  options.option("--format", chosen.format, "form of the report (default: text)").one_of({"text", "json"});
  options.option("-o,--out", chosen.file, "write the report to this file").called("FILE");
  add_colour_option(options, chosen.colour);
}

int run_doctor(DoctorOptions options) {
  const std::string folders = search_path();
  std::optional<FoundCompilers> found = compilers_to_examine(options, folders);
  if (!found)
    return unusable_input;
  const auto folder = TemporaryFolder::make();
  if (!folder) {
    complain(folder.error());
    return unusable_input;
  }
  DoctorReport report;
  report.installation = this_installation();
  report.machine = this_machine();
  report.built_with = built_with();
  report.remarks = std::move(found->remarks);
  report.diagnoses = examine_all(std::move(found->compilers), report.installation, **folder);
  if (const Diagnosis *working = report.first_working())
    report.found_by_name = is_found_by_name(working->compiler, (*folder)->folder_in("name"));
  report.cmake_version = version_on_path("cmake", folders);
  report.ccache_version = version_on_path("ccache", folders);
  report.ccache_wraps_compilers = reaches_ccache(report.diagnoses);

  const bool to_stdout = options.file.empty() || options.file == "-";
  const std::string text =
      options.format == "json" ? doctor_json(report) : doctor_text(report, wants_colour(options.colour, to_stdout));
  if (!written(options.file, text))
    return unusable_input;
  return report.first_working() != nullptr ? success : failed_on_findings;
}

} // namespace

const Command doctor_command =
    command<DoctorOptions, declare_doctor, run_doctor>("doctor", "check which compilers, plugins and models work here");

} // namespace osaca::driver

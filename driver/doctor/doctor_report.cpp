#include "driver/doctor/doctor.h"

#include "base/format.h"
#include "base/printable.h"
#include "base/text.h"
#include "driver/command_line/messages.h"
#include "render/text/table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace osaca::driver {
namespace {

using Json = nlohmann::ordered_json;

/// On one line, because file names and output of compilers may contain anything.
std::string printable(std::string_view text) {
  std::string out = osaca::printable(text);
  std::replace_if(out.begin(), out.end(), [](char c) { return c == '\n' || c == '\t'; }, '?');
  return out;
}

std::string what_it_is(const InstalledCompiler &compiler) {
  if (compiler.kind == CompilerKind::other)
    return "?";
  return format_text("{}{} for {}", compiler.kind == CompilerKind::gcc ? "GCC " : "Clang ", compiler.version,
                     compiler.machine);
}

std::string compiler_name(const InstalledCompiler &compiler) {
  const std::string &first = compiler.names.front();
  return printable(compiler.names.size() == 1 ? first : format_text("{} ({})", first, compiler.names[1]));
}

/// "what: what to do", followed by the compiler's own message.
std::string advice(const Diagnosis &diagnosis) {
  std::string out = diagnosis.what;
  if (!diagnosis.to_do.empty())
    out += "; what to do: " + diagnosis.to_do;
  if (!diagnosis.message.empty())
    out += format_text(" (compiler output: {})", diagnosis.message);
  return printable(out);
}

std::string compilers_text(const DoctorReport &report, bool colour) {
  if (report.diagnoses.empty())
    return "  none on PATH: install GCC or Clang, or pass a compiler with --compiler\n";
  Table table({{"", Table::Align::left, "  "},
               {"", Table::Align::left, "  "},
               {"", Table::Align::left, "  "},
               {"", Table::Align::left, "  "}});
  for (const Diagnosis &diagnosis : report.diagnoses) {
    const bool works = diagnosis.health == Health::works;
    const bool unclear = diagnosis.health == Health::not_understood;
    table.add_row({{works     ? "ok"
                    : unclear ? "?"
                              : "no",
                    works     ? Colour::bold
                    : unclear ? Colour::dim
                              : Colour::red},
                   {compiler_name(diagnosis.compiler)},
                   {what_it_is(diagnosis.compiler)},
                   {works ? "plugin " + diagnosis.plugin : advice(diagnosis)}});
  }
  std::string out = table.text(colour, 0);
  return out.substr(out.find_first_not_of(" \n") == 0 ? 0 : out.find('\n') + 1); // the row of titles is empty
}

std::string origins_text(const ModelInfo &model) {
  if (!model.relative.empty())
    return "all figures are those of the related core " + model.relative;
  if (!model.own_figures)
    return "all figures come from LLVM, whose figures are inaccurate for some cores";
  std::string out;
  for (const auto &[origin, count] : model.forms_by_origin)
    out += format_text("{}{} {}", out.empty() ? "" : ", ", count, origin);
  return format_text("instruction forms: {}{}", out,
                     model.compiler_cpu.empty() ? "" : "; others: LLVM's " + model.compiler_cpu);
}

std::string machine_text(const DoctorReport &report) {
  const MachineInfo &machine = report.machine;
  if (!machine.model)
    return machine.problem + "; select a core with --arch or -fplugin-arg-osaca-arch= ('osaca models' lists the cores)";
  return format_text("{}, model {}{}; {}{}", machine.cpu, machine.model->name,
                     machine.model->title.empty() ? "" : format_text(" ({})", machine.model->title),
                     origins_text(*machine.model), machine.cores.empty() ? "" : ". " + machine.cores);
}

std::string plugins_text(const Installation &installation) {
  if (!installation.has_loader)
    return installation.loader + " is missing, so the installation is incomplete; install osaca again";
  return format_text("{} for {}", installation.loader,
                     installation.plugins.empty() ? "no compiler" : joined(installation.plugins));
}

std::string by_name_text(const DoctorReport &report) {
  if (!report.found_by_name)
    return "unknown: no compiler works";
  return *report.found_by_name
             ? "found without a path"
             : "not found without a path; pass the path above, or install osaca into /usr or /usr/local";
}

std::string program_text(const DoctorReport &report, const std::string &name, const std::string &missing) {
  const std::string path = sister_program(report.installation, name);
  return path.empty() ? "missing: " + missing : path;
}

std::string cmake_package(const Installation &installation) {
  const std::filesystem::path file =
      std::filesystem::path(installation.folder).parent_path() / "lib" / "cmake" / "Osaca" / "OsacaConfig.cmake";
  std::error_code failed;
  return std::filesystem::is_regular_file(file, failed) ? file.parent_path().string() : "";
}

std::string cmake_text(const DoctorReport &report) {
  const std::string package = cmake_package(report.installation);
  const std::string version = report.cmake_version.empty() ? "no cmake on PATH" : "cmake " + report.cmake_version;
  return version + (package.empty() ? ", no package lib/cmake/Osaca in this installation (a build folder has none)"
                                    : ", package " + package);
}

std::string ccache_text(const DoctorReport &report) {
  if (report.ccache_version.empty())
    return "none";
  return format_text("{}{}; it restores objects and notes, but not report files", report.ccache_version,
                     report.ccache_wraps_compilers ? ", used by some of the compilers above" : "");
}

Json json_of(const Diagnosis &diagnosis) {
  const InstalledCompiler &compiler = diagnosis.compiler;
  Json out = {{"names", compiler.names}, {"path", compiler.path}, {"status", name_of(diagnosis.health)}};
  if (compiler.kind != CompilerKind::other) {
    out["kind"] = compiler.kind == CompilerKind::gcc ? "gcc" : "clang";
    out["version"] = compiler.version;
    out["target"] = compiler.machine;
    out["plugin"] = diagnosis.plugin;
  }
  if (diagnosis.health != Health::works) {
    out["problem"] = diagnosis.what;
    out["what_to_do"] = diagnosis.to_do;
    if (!diagnosis.message.empty())
      out["compiler_said"] = diagnosis.message;
  }
  return out;
}

Json json_of(const MachineInfo &machine) {
  Json out = {{"cpu", machine.cpu}};
  if (!machine.model) {
    out["problem"] = machine.problem;
    return out;
  }
  Json forms = Json::object();
  for (const auto &[origin, count] : machine.model->forms_by_origin)
    forms[origin] = count;
  out["model"] = machine.model->name;
  out["own_figures"] = machine.model->own_figures;
  if (!machine.model->relative.empty())
    out["relative"] = machine.model->relative;
  out["forms"] = std::move(forms);
  out["otherwise"] = machine.model->compiler_cpu;
  if (!machine.cores.empty())
    out["cores"] = machine.cores;
  return out;
}

Json or_null(const std::string &text) { return text.empty() ? Json() : Json(text); }

} // namespace

const Diagnosis *DoctorReport::first_working() const {
  for (const Diagnosis &diagnosis : diagnoses)
    if (diagnosis.health == Health::works)
      return &diagnosis;
  return nullptr;
}

std::string doctor_text(const DoctorReport &report, bool colour) {
  std::string out = "Compilers\n" + compilers_text(report, colour);
  for (const std::string &remark : report.remarks)
    out += format_text("  note: {}\n", remark);
  const std::string scan_missing = "it is built only if libclang-22-dev is installed";
  const std::pair<const char *, std::string> facts[] = {
      {"plugins", plugins_text(report.installation)},
      {"-fplugin=osaca.so", by_name_text(report)},
      {"this machine", machine_text(report)},
      {"models",
       format_text("{} with figures of their own; other cores use figures of LLVM {} ('osaca models' lists them)",
                   report.built_with.model_count, report.built_with.llvm_version)},
      {"osaca measure",
       program_text(report, "osaca-measure", "every build of osaca contains it, so install osaca again")},
      {"osaca scan", program_text(report, "osaca-scan", scan_missing)},
      {"CMake", cmake_text(report)},
      {"ccache", ccache_text(report)}};
  out += "\nosaca " OSACA_VERSION "\n";
  for (const auto &[name, text] : facts) {
    const std::string label = format_text("  {}{}", name, std::string(20 - std::string(name).size(), ' '));
    out += format_text("{}{}\n", label, printable(text));
  }
  return out;
}

std::string doctor_json(const DoctorReport &report) {
  Json compilers = Json::array();
  for (const Diagnosis &diagnosis : report.diagnoses)
    compilers.push_back(json_of(diagnosis));
  const Json document = {{"schema", "osaca-doctor-1"},
                         {"osaca", OSACA_VERSION},
                         {"llvm", report.built_with.llvm_version},
                         {"model_tables", report.built_with.table_version},
                         {"models", report.built_with.model_count},
                         {"program", report.installation.program},
                         {"loader", report.installation.has_loader ? Json(report.installation.loader) : Json()},
                         {"plugins", report.installation.plugins},
                         {"compilers", std::move(compilers)},
                         {"remarks", report.remarks},
                         {"found_by_name", report.found_by_name ? Json(*report.found_by_name) : Json()},
                         {"machine", json_of(report.machine)},
                         {"osaca_measure", or_null(sister_program(report.installation, "osaca-measure"))},
                         {"osaca_scan", or_null(sister_program(report.installation, "osaca-scan"))},
                         {"cmake", or_null(report.cmake_version)},
                         {"cmake_package", or_null(cmake_package(report.installation))},
                         {"ccache", or_null(report.ccache_version)}};
  return with_escaped_controls(document.dump(1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace osaca::driver

#include "driver/doctor/doctor.h"

#include "base/format.h"
#include "driver/files/files.h"
#include "driver/programs/processes.h"
#include "osaca/models.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace osaca::driver {
namespace {

constexpr std::string_view source = "void osaca_probe(float *values, int count) {\n"
                                    "#pragma osaca analyze\n"
                                    "  for (int i = 0; i < count; ++i)\n"
                                    "    values[i] = values[i] * 2.0f;\n"
                                    "}\n";
constexpr std::string_view fortran_source = "subroutine osaca_probe(values, n)\n"
                                            "  integer :: n, i\n"
                                            "  real :: values(n)\n"
                                            "  !OSACA$ analyze\n"
                                            "  do i = 1, n\n"
                                            "    values(i) = values(i)*2\n"
                                            "  end do\n"
                                            "end subroutine\n";
constexpr std::chrono::seconds compile_timeout(30);

/// A core of the compiler's target, so that the check does not depend on this machine's core; empty: none is known.
std::string some_core_of(const std::string &machine) {
  std::string isa = machine.substr(0, machine.find('-'));
  std::ranges::replace(isa, '_', '-');
  for (const ModelInfo &model : list_models())
    if (model.isa == isa)
      return model.name;
  return "";
}

/// The name for -x.
const char *name_of(CompilerLanguage language) {
  switch (language) {
  case CompilerLanguage::fortran: return "f95";
  case CompilerLanguage::cxx: return "c++";
  case CompilerLanguage::c: break;
  }
  return "c";
}

ProgramResult compile(const InstalledCompiler &compiler, const std::string &folder, const Words &options) {
  const bool is_fortran = compiler.language == CompilerLanguage::fortran;
  const std::string file = is_fortran ? "probe.f90" : "probe.c";
  if (const auto failed = write_output(format_text("{}/{}", folder, file), is_fortran ? fortran_source : source)) {
    ProgramResult out;
    out.problem = failed->message;
    return out;
  }
  ProgramRequest request;
  request.path = compiler.path;
  request.arguments = {"-x", name_of(compiler.language), "-O1"};
  request.arguments.insert(request.arguments.end(), options.begin(), options.end());
  for (const std::string &word : {std::string("-c"), file, std::string("-o"), std::string("probe.o")})
    request.arguments.push_back(word);
  request.folder = folder;
  request.timeout = compile_timeout;
  return run_program(request);
}

ProgramResult compile_with(const std::string &plugin, const InstalledCompiler &compiler, const std::string &folder) {
  Words options = {"-fplugin=" + plugin, "-fplugin-arg-osaca-timeout=20"};
  if (const std::string core = some_core_of(compiler.machine); !core.empty())
    options.push_back("-fplugin-arg-osaca-arch=" + core);
  return compile(compiler, folder, options);
}

bool has_prediction(const std::string &output) {
  return output.find("osaca: ") != std::string::npos && output.find(" per iteration") != std::string::npos;
}

/// The most informative line of a failure: an error, else a message of osaca, else the first line.
std::string most_informative_line(const std::string &output) {
  std::string error;
  std::string ours;
  std::string first;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (first.empty())
      first = line;
    if (error.empty() && line.find("error: ") != std::string::npos)
      error = line;
    if (ours.empty() && line.find("osaca: ") != std::string::npos)
      ours = line;
  }
  const std::string &best = !error.empty() ? error : !ours.empty() ? ours : first;
  return best.substr(0, 300);
}

std::string how_it_ended(const ProgramResult &result) {
  return result.problem.empty() ? format_text("ended with exit status {}", result.exit_status) : result.problem;
}

void explain_missing_plugin(Diagnosis &out, const Installation &installation) {
  out.health = Health::no_plugin;
  if (!installation.has_loader && installation.plugins.empty()) {
    out.what = "no plugins are installed with this program";
    out.to_do = "build osaca with plugins and install it; the plugins belong in " +
                installation.loader.substr(0, installation.loader.rfind('/'));
    return;
  }
  out.what = "no plugin " + out.plugin;
  out.to_do = format_text("install {} and rebuild osaca, or install the package {}", out.compiler.headers_package(),
                          out.compiler.plugin_package());
}

} // namespace

std::string_view name_of(Health health) {
  switch (health) {
  case Health::works: return "works";
  case Health::no_plugin: return "no-plugin";
  case Health::no_note: return "no-note";
  case Health::cannot_compile: return "cannot-compile";
  case Health::not_understood: break;
  }
  return "not-understood";
}

Diagnosis examine(InstalledCompiler compiler, const Installation &installation, const std::string &folder) {
  Diagnosis out;
  out.compiler = identify(std::move(compiler));
  if (out.compiler.kind == CompilerKind::other) {
    out.what = out.compiler.problem;
    out.to_do = "ignore this if the program is not GCC or Clang";
    return out;
  }
  const Words identities = out.compiler.plugin_identities();
  out.plugin = identities.back();
  for (const std::string &identity : identities)
    if (installation.has_plugin(identity)) {
      out.plugin = identity;
      break;
    }
  if (!installation.has_plugin(out.plugin) || !installation.has_loader) {
    explain_missing_plugin(out, installation);
    return out;
  }
  const ProgramResult result = compile_with(installation.loader, out.compiler, folder);
  if (result.succeeded() && has_prediction(result.output)) {
    out.health = Health::works;
    return out;
  }
  const ProgramResult without = compile(out.compiler, folder, {"-w"});
  if (!without.succeeded()) {
    out.health = Health::cannot_compile;
    out.what = "compiling fails even without the plugin: the compiler " + how_it_ended(without);
    out.to_do = out.compiler.language != CompilerLanguage::c
                    ? "install a working compiler"
                    : "install a working compiler and the binutils for " + out.compiler.machine;
    out.message = most_informative_line(without.output);
    return out;
  }
  out.health = Health::no_note;
  out.what = result.succeeded() ? "the compilation succeeded without a prediction"
                                : "with the plugin, the compiler " + how_it_ended(result);
  out.to_do =
      "build the plugin for this compiler (same build of GCC, same major version of Clang); if you did, report a bug";
  out.message = most_informative_line(result.output);
  return out;
}

bool is_found_by_name(const InstalledCompiler &compiler, const std::string &folder) {
  const ProgramResult result = compile_with("osaca.so", compiler, folder);
  return result.succeeded() && has_prediction(result.output);
}

} // namespace osaca::driver

#include "driver/programs/compilers.h"

#include "base/format.h"
#include "driver/programs/processes.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <unistd.h>
#include <utility>

namespace osaca::driver {
namespace {

namespace files = std::filesystem;

constexpr std::size_t most_compilers = 64;

bool is_program(const files::path &path) {
  std::error_code failed;
  return files::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

bool is_version(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
         text.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// "x86_64-linux-gnu" contains dashes. c99-gcc, a script of Debian, is not another compiler.
bool is_target(std::string_view text) {
  return text.find('-') != std::string_view::npos && std::ranges::all_of(text, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
         });
}

/// [target-](gcc|g++|gfortran|clang|clang++)[-version]
bool is_compiler_name(std::string_view name) {
  if (name.size() > 100)
    return false;
  if (const std::size_t dash = name.rfind('-'); dash != std::string_view::npos && is_version(name.substr(dash + 1)))
    name = name.substr(0, dash);
  for (const std::string_view base : {"gcc", "g++", "gfortran", "clang", "clang++"})
    if (name == base || (name.ends_with(base) && name[name.size() - base.size() - 1] == '-' &&
                         is_target(name.substr(0, name.size() - base.size() - 1))))
      return true;
  return false;
}

CompilerLanguage language_of(std::string_view name) {
  if (name.find("gfortran") != std::string_view::npos)
    return CompilerLanguage::fortran;
  return name.find("++") != std::string_view::npos ? CompilerLanguage::cxx : CompilerLanguage::c;
}

/// Links to one program are one compiler, unless the program behaves according to the name it is called by (ccache,
/// distcc).
std::string identity_of(const files::path &path) {
  std::error_code failed;
  const files::path target = files::canonical(path, failed);
  if (failed || !is_compiler_name(target.filename().string()))
    return path.string();
  return format_text("{}|{}", target.string(), static_cast<int>(language_of(path.filename().string())));
}

/// The folders of PATH that are searched, each once.
std::vector<files::path> folders_of(std::string_view search_path, Words &remarks) {
  std::vector<files::path> out;
  bool relative = false;
  for (std::size_t start = 0; start <= search_path.size();) {
    const std::size_t colon = std::min(search_path.find(':', start), search_path.size());
    const files::path folder(search_path.substr(start, colon - start));
    start = colon + 1;
    relative = relative || !folder.is_absolute();
    if (folder.is_absolute() && std::ranges::find(out, folder) == out.end())
      out.push_back(folder);
  }
  if (relative)
    remarks.emplace_back("PATH contains a relative or empty folder, which was not searched");
  return out;
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

/// The answer to a compiler option, if it is a single plausible word.
std::string answer_of(const InstalledCompiler &compiler, const std::string &question) {
  ProgramRequest request;
  request.path = compiler.path;
  request.arguments = {question};
  const ProgramResult result = run_program(request);
  const std::string line = first_line(result.output);
  const bool plain = std::ranges::all_of(line, [](unsigned char c) { return std::isgraph(c) != 0 && c != '/'; });
  return result.succeeded() && plain && line.size() < 100 ? line : "";
}

std::string version_after(std::string_view words, const std::string &text) {
  const std::size_t at = text.find(words);
  if (at == std::string::npos)
    return "";
  const std::size_t start = at + words.size();
  return text.substr(start, text.find_first_not_of("0123456789.", start) - start);
}

/// Cross compilers have packages of their own. A compiler that has only names with a target counts as one, even if the
/// target is this machine.
std::string target_suffix(const InstalledCompiler &compiler) {
  if (std::ranges::any_of(compiler.names, [](const std::string &name) { return name.starts_with("g"); }))
    return "";
  std::string target = compiler.machine;
  std::ranges::replace(target, '_', '-'); // package names must not contain it
  return "-" + target;
}

} // namespace

Words InstalledCompiler::plugin_identities() const {
  if (kind == CompilerKind::clang)
    return {"clang-" + major()};
  if (kind == CompilerKind::gcc)
    return {format_text("gcc-{}-{}", version, machine), format_text("gcc-{}-{}", major(), machine)};
  return {};
}

std::string InstalledCompiler::headers_package() const {
  if (kind == CompilerKind::clang)
    return format_text("libclang-{}-dev and llvm-{}-dev", major(), major());
  return format_text("gcc-{}-plugin-dev{}", major(), target_suffix(*this));
}

std::string InstalledCompiler::plugin_package() const {
  return "osaca-plugin-" +
         (kind == CompilerKind::clang ? "clang-" + major() : format_text("gcc-{}{}", major(), target_suffix(*this)));
}

FoundCompilers find_compilers(std::string_view search_path) {
  FoundCompilers out;
  std::map<std::string, files::path> by_name;
  for (const files::path &folder : folders_of(search_path, out.remarks)) {
    std::error_code failed;
    for (files::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
      const std::string name = entry->path().filename().string();
      if (is_compiler_name(name) && !by_name.contains(name) && is_program(entry->path()))
        by_name.emplace(name, entry->path());
    }
  }
  std::map<std::string, std::size_t> by_identity;
  bool are_left_out = false;
  for (const auto &[name, path] : by_name) {
    const auto [known, is_new] = by_identity.emplace(identity_of(path), out.compilers.size());
    if (!is_new) {
      out.compilers[known->second].names.push_back(name);
    } else if (out.compilers.size() == most_compilers) {
      by_identity.erase(known);
      if (!std::exchange(are_left_out, true))
        out.remarks.push_back(
            format_text("PATH contains more than {} compilers; the others were not checked", most_compilers));
    } else {
      out.compilers.push_back({.names = {name},
                               .path = path.string(),
                               .language = language_of(name),
                               .version = {},
                               .machine = {},
                               .problem = {}});
    }
  }
  for (InstalledCompiler &compiler : out.compilers) {
    std::ranges::stable_sort(compiler.names,
                             [](const std::string &a, const std::string &b) { return a.size() < b.size(); });
    compiler.path = by_name.at(compiler.names.front()).string();
  }
  return out;
}

std::string search_path() {
  const char *path = std::getenv("PATH");
  return path != nullptr ? path : "";
}

std::optional<std::string> find_program(const std::string &name, std::string_view search_path) {
  Words ignored;
  std::vector<files::path> candidates;
  if (name.find('/') != std::string::npos)
    candidates.emplace_back(name);
  else
    for (const files::path &folder : folders_of(search_path, ignored))
      candidates.push_back(folder / name);
  for (const files::path &path : candidates)
    if (std::error_code failed; !name.empty() && is_program(path))
      return files::absolute(path, failed).string();
  return std::nullopt;
}

std::optional<InstalledCompiler> named_compiler(const std::string &name, std::string_view search_path) {
  const std::optional<std::string> path = find_program(name, search_path);
  if (!path)
    return std::nullopt;
  return InstalledCompiler{.names = {name},
                           .path = *path,
                           .language = language_of(files::path(*path).filename().string()),
                           .version = {},
                           .machine = {},
                           .problem = {}};
}

InstalledCompiler identify(InstalledCompiler compiler) {
  ProgramRequest request;
  request.path = compiler.path;
  request.arguments = {"--version"};
  const ProgramResult banner = run_program(request);
  if (!banner.succeeded()) {
    compiler.problem =
        "--version " +
        (banner.problem.empty() ? format_text("failed with exit status {}", banner.exit_status) : banner.problem);
    return compiler;
  }
  const std::string clang_version = version_after("clang version ", first_line(banner.output));
  if (is_version(clang_version) && !banner.output.starts_with("Apple")) {
    compiler.kind = CompilerKind::clang;
    compiler.version = clang_version;
  } else if (banner.output.find("Free Software Foundation") != std::string::npos) {
    compiler.kind = CompilerKind::gcc;
    compiler.version = answer_of(compiler, "-dumpfullversion");
  }
  compiler.machine = answer_of(compiler, "-dumpmachine");
  if (compiler.kind == CompilerKind::other || !is_version(compiler.version) || compiler.machine.empty()) {
    compiler.kind = CompilerKind::other;
    compiler.problem = "its output for --version is not that of GCC or Clang";
  }
  return compiler;
}

} // namespace osaca::driver

#include "measure/validation/source_trees.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "driver/files/files.h"
#include "driver/programs/processes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <utility>

namespace osaca::measure::validation {
namespace {

namespace files = std::filesystem;
using driver::CompilerLanguage;

constexpr std::uintmax_t most_source_bytes = 2 << 20;

constexpr std::array<std::pair<std::string_view, CompilerLanguage>, 9> endings = {
    {{".c", CompilerLanguage::c},
     {".cc", CompilerLanguage::cxx},
     {".cpp", CompilerLanguage::cxx},
     {".cxx", CompilerLanguage::cxx},
     {".C", CompilerLanguage::cxx},
     {".f", CompilerLanguage::fortran},
     {".f90", CompilerLanguage::fortran},
     {".F", CompilerLanguage::fortran},
     {".F90", CompilerLanguage::fortran}}};

bool is_header(const files::path &path) {
  const std::string ending = path.extension().string();
  return ending == ".h" || ending == ".hpp" || ending == ".hh" || ending == ".inc";
}

bool is_readable_source(const files::path &path) {
  std::error_code failed;
  return !files::is_symlink(path, failed) && files::file_size(path, failed) <= most_source_bytes && !failed;
}

/// A package name according to Debian's policy, so that it cannot be read as an option or a path.
bool is_package_name(std::string_view name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return name.size() > 1 && letters.find(name.front()) != std::string_view::npos &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+-.") == std::string_view::npos;
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// The only folder in `folder`; empty: there is none, or there are several.
std::string folder_inside(const std::string &folder) {
  std::string found;
  std::error_code failed;
  for (files::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    if (entry->is_directory(failed)) {
      if (!found.empty())
        return "";
      found = entry->path().string();
    }
  return found;
}

void run_in(const std::string &folder, const std::string &program, const std::vector<std::string> &arguments) {
  driver::ProgramRequest request;
  request.path = program;
  request.folder = folder;
  request.arguments = arguments;
  request.timeout = std::chrono::minutes(3);
  (void)driver::run_program(request); // some headers are better than none, and none is no error
}

void configure(const std::string &folder) {
  std::error_code failed;
  if (const std::string script = folder + "/configure"; files::is_regular_file(script, failed))
    run_in(folder, script, {"--disable-dependency-tracking"});
  else if (const auto cmake = driver::find_program("cmake", driver::search_path());
           cmake && files::is_regular_file(folder + "/CMakeLists.txt", failed))
    run_in(folder, *cmake, {"-S", ".", "-B", "configured", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"});
}

/// A database that cannot be used is no reason to refuse the folder.
void add_flags(const std::string &database, CompileFlags &flags) {
  const Expected<std::string> text = driver::read_input(database);
  if (!text)
    return;
  if (const Expected<CompileFlags> found = compile_flags(*text, database))
    flags.insert(found->begin(), found->end());
}

} // namespace

std::optional<CompilerLanguage> language_of_source(std::string_view path) {
  const std::string ending = files::path(path).extension().string();
  const auto *known = std::ranges::find(endings, ending, &decltype(endings)::value_type::first);
  return known != endings.end() ? std::optional(known->second) : std::nullopt;
}

Expected<SourceTree> source_tree(const std::string &folder) {
  std::error_code failed;
  if (!files::is_directory(folder, failed))
    return Error{"is not a folder", {folder, 0, 0}};
  SourceTree tree;
  tree.folder = folder;
  tree.name = files::path(folder).lexically_normal().filename().string();
  if (tree.name.empty() || tree.name == "." || tree.name == "..")
    tree.name = files::weakly_canonical(folder, failed).filename().string();
  std::vector<Error> unreadable; // parts of the folder that cannot be read are no part of the sample
  std::vector<std::pair<Fingerprint, SourceFile>> by_fingerprint;
  for (const driver::FoundFile &file : driver::files_in({folder}, unreadable)) {
    if (files::path(file.path).filename() == "compile_commands.json")
      add_flags(file.path, tree.flags);
    if (is_header(file.path))
      tree.headers.push_back(file.path);
    if (file.path.ends_with(".in") || file.path.ends_with(".cmake"))
      tree.templates.push_back(file.path);
    if (const auto language = language_of_source(file.path); language && is_readable_source(file.path))
      by_fingerprint.emplace_back(fingerprint_of(files::path(file.path).lexically_relative(folder).string()),
                                  SourceFile{file.path, *language});
  }
  if (by_fingerprint.empty())
    return Error{"contains no source file of C, C++ or Fortran", {folder, 0, 0}};
  std::ranges::sort(by_fingerprint, {}, &std::pair<Fingerprint, SourceFile>::first);
  for (auto &[order, file] : by_fingerprint)
    tree.files.push_back(std::move(file));
  std::ranges::sort(tree.headers);
  tree.has_config_header = std::ranges::any_of(
      tree.headers, [](const std::string &header) { return files::path(header).filename() == "config.h"; });
  return tree;
}

Expected<std::string> source_of_package(const std::string &package, const std::string &folder) {
  if (!is_package_name(package))
    return Error{format_text("'{}' is not the name of a Debian package", package)};
  if (std::string known = folder_inside(folder); !known.empty())
    return known;
  const auto program = driver::find_program("apt-get", driver::search_path());
  if (!program)
    return Error{"--packages needs apt-get, which is not on PATH; use --sources with folders of source code"};
  driver::ProgramRequest request;
  request.path = *program;
  request.folder = folder;
  request.timeout = std::chrono::minutes(5);
  request.arguments = {"source", "-qq", "-o", "APT::Sandbox::User=root", package};
  const driver::ProgramResult result = driver::run_program(request);
  const std::string unpacked = folder_inside(folder);
  if (!result.succeeded() || unpacked.empty())
    return Error{format_text("'apt-get source {}' failed: {}. It needs the package dpkg-dev, and a 'deb-src' entry in "
                             "the list of sources.",
                             package, result.problem.empty() ? last_line(result.output) : result.problem)};
  configure(unpacked);
  return unpacked;
}

} // namespace osaca::measure::validation

#include "measure/validation/source_compiler.h"

#include "base/format.h"
#include "driver/files/files.h"
#include "driver/programs/processes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace osaca::measure::validation {
namespace {

namespace files = std::filesystem;

/// With more folders, the command line of a compiler would become too long.
constexpr std::size_t most_header_folders = 400;

std::vector<std::string> words_in(const std::string &text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

bool create_empty(const std::string &folder, const std::string &name) {
  std::error_code failed;
  const files::path path = files::path(folder) / name;
  files::create_directories(path.parent_path(), failed);
  return static_cast<bool>(std::ofstream(path));
}

std::string first_error(const std::string &messages) {
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);)
    if (line.find("error: ") != std::string::npos)
      return line.substr(line.find("error: ") + std::string_view("error: ").size());
  return "the compiler failed";
}

} // namespace

std::string Build::text() const {
  std::string out = compiler.names.empty() ? compiler.path : compiler.names.front();
  for (const std::string &flag : flags)
    out += " " + flag;
  return out;
}

std::vector<Build> builds_of(const std::vector<driver::InstalledCompiler> &compilers,
                             const std::vector<std::string> &flags) {
  std::vector<Build> builds;
  for (const driver::InstalledCompiler &compiler : compilers)
    for (const std::string &set : flags)
      builds.push_back({compiler, words_in(set)});
  return builds;
}

std::string missing_header(const std::string &messages) {
  // GCC: "fatal error: config.h: No such file or directory", Clang: "fatal error: 'config.h' file not found"
  constexpr std::string_view before = "fatal error: ";
  const std::size_t at = messages.find(before);
  if (at == std::string::npos)
    return "";
  std::string_view line = std::string_view(messages).substr(at + before.size());
  line = line.substr(0, line.find('\n'));
  std::string_view name;
  if (const std::size_t end = line.find(": No such file"); end != std::string_view::npos)
    name = line.substr(0, end);
  else if (const std::size_t quote = line.find("' file not found"); line.starts_with('\'') && quote != line.npos)
    name = line.substr(1, quote - 1);
  const bool stays_below = !name.starts_with('/') && name.find("..") == std::string_view::npos;
  return stays_below ? std::string(name) : "";
}

SourceCompiler::SourceCompiler(const SourceTree &tree, std::string folder)
    : folder_(std::move(folder)), empty_headers_(folder_ + "/empty-headers") {
  for (const std::string &headers : tree.header_folders)
    if (include_options_.size() < most_header_folders)
      include_options_.push_back("-I" + headers);
  include_options_.push_back("-I" + empty_headers_);
}

Expected<std::string> SourceCompiler::compile(const SourceFile &file, const Build &build) {
  const std::string made = folder_ + "/made.s";
  driver::ProgramRequest request;
  request.path = build.compiler.path;
  request.folder = folder_;
  request.timeout = std::chrono::seconds(60);
  request.arguments = build.flags;
  request.arguments.insert(request.arguments.end(), {"-w", "-S", "-o", made, files::absolute(file.path).string()});
  request.arguments.insert(request.arguments.end(), include_options_.begin(), include_options_.end());
  constexpr int most_missing = 8;
  for (int missing = 0; missing <= most_missing; ++missing) {
    const driver::ProgramResult result = driver::run_program(request);
    if (result.succeeded())
      return driver::read_input(made);
    if (!result.problem.empty())
      return Error{format_text("'{}' {}", build.text(), result.problem), {file.path, 0, 0}};
    const std::string header = missing_header(result.output);
    if (header.empty() || !create_empty(empty_headers_, header))
      return Error{first_error(result.output), {file.path, 0, 0}};
  }
  return Error{"lacks too many headers", {file.path, 0, 0}};
}

} // namespace osaca::measure::validation

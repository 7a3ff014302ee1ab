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

std::string folder_to_include(const std::string &header, const std::string &source,
                              const std::vector<std::string> &headers) {
  std::string best;
  std::size_t most_common = 0;
  for (const std::string &path : headers) {
    if (!path.ends_with("/" + header))
      continue;
    const auto [end, unused] = std::ranges::mismatch(path, source);
    const auto common = static_cast<std::size_t>(std::count(path.begin(), end, '/'));
    if (best.empty() || common > most_common) {
      best = path.substr(0, path.size() - header.size() - 1);
      most_common = common;
    }
  }
  return best;
}

SourceCompiler::SourceCompiler(const SourceTree &tree, std::string folder)
    : tree_(tree), folder_(std::move(folder)), empty_headers_(folder_ + "/empty-headers") {}

bool SourceCompiler::provide(const std::string &header, const std::string &source) {
  const auto search = [this](const std::string &folder) {
    if (std::ranges::find(include_folders_, folder) != include_folders_.end())
      return false;
    include_folders_.push_back(folder);
    return true;
  };
  if (const std::string folder = folder_to_include(header, source, tree_.headers); !folder.empty())
    return search(folder); // if it is searched already, it does not help once more
  const bool has_template = std::ranges::any_of(tree_.templates, [&header](const std::string &path) {
    return files::path(path).filename().string().starts_with(files::path(header).filename().string());
  });
  if (!has_template || files::exists(empty_headers_ + "/" + header) || !create_empty(empty_headers_, header))
    return false;
  (void)search(empty_headers_);
  return true;
}

Expected<std::string> SourceCompiler::compile(const SourceFile &file, const Build &build) {
  const std::string made = folder_ + "/made.s";
  driver::ProgramRequest request;
  request.path = build.compiler.path;
  request.folder = folder_;
  request.timeout = std::chrono::seconds(60);
  for (;;) {
    request.arguments = build.flags;
    request.arguments.insert(request.arguments.end(), {"-w", "-S", "-o", made, files::absolute(file.path).string()});
    if (const auto flags = tree_.flags.find(files::absolute(file.path).lexically_normal().string());
        flags != tree_.flags.end())
      request.arguments.insert(request.arguments.end(), flags->second.begin(), flags->second.end());
    else if (tree_.has_config_header)
      request.arguments.emplace_back("-DHAVE_CONFIG_H");
    for (const std::string &folder : include_folders_)
      request.arguments.push_back("-I" + folder);
    const driver::ProgramResult result = driver::run_program(request);
    if (result.succeeded())
      return driver::read_input(made);
    if (!result.problem.empty())
      return Error{format_text("'{}' {}", build.text(), result.problem), {file.path, 0, 0}};
    const std::string header = missing_header(result.output);
    if (header.empty() || !provide(header, file.path))
      return Error{first_error(result.output), {file.path, 0, 0}};
  }
}

} // namespace osaca::measure::validation

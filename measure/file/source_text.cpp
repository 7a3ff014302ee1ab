#include "measure/file/source_text.h"

#include "base/format.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace osaca::measure {
namespace {

constexpr std::size_t max_file_bytes = 64U << 20U;

Expected<std::string> contents(const std::string &file) {
  std::ifstream in(file, std::ios::binary);
  std::string text;
  if (in)
    for (char c = 0; text.size() <= max_file_bytes && in.get(c);)
      text += c;
  if (in.bad() || (!in && text.empty() && !in.eof()))
    return Error{std::string("cannot be read: ") + std::strerror(errno), {file, 0, 0}};
  if (text.size() > max_file_bytes)
    return Error{"is larger than 64 MiB", {file, 0, 0}};
  return text;
}

std::vector<std::string> words_of(const char *variable, const char *otherwise) {
  const char *value = std::getenv(variable);
  std::istringstream text(value != nullptr && *value != '\0' ? value : otherwise);
  return {std::istream_iterator<std::string>(text), std::istream_iterator<std::string>()};
}

Expected<std::string> compiled(const std::string &file) {
  std::error_code problem; // if there is no folder, mkstemp reports it
  std::string made = (std::filesystem::temp_directory_path(problem) / "osaca-measure-XXXXXX").string();
  const int descriptor = ::mkstemp(made.data());
  if (descriptor < 0)
    return Error{std::string("cannot create a temporary file: ") + std::strerror(errno), {file, 0, 0}};
  ::close(descriptor);
  const bool is_c = file.ends_with(".c");
  std::vector<std::string> command = is_c ? words_of("CC", "cc") : words_of("CXX", "c++");
  for (const std::string &flag : words_of(is_c ? "CFLAGS" : "CXXFLAGS", "-O2 -march=native"))
    command.push_back(flag);
  command.insert(command.end(), {"-S", "-o", made, file.starts_with("-") ? "./" + file : file});
  std::vector<char *> arguments;
  for (std::string &word : command)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status = 0;
  const bool ran = ::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) == 0 &&
                   ::waitpid(child, &status, 0) == child && status == 0;
  Expected<std::string> text =
      ran ? contents(made)
          : Expected<std::string>(
                Error{format_text("'{}' could not compile this file", command.front()), {file, 0, 0}});
  ::unlink(made.c_str());
  return text;
}

} // namespace

Expected<std::string> assembly_of(const std::string &file) {
  for (const std::string_view ending : {".c", ".cc", ".cpp", ".cxx", ".C"})
    if (file.ends_with(ending))
      return compiled(file);
  Expected<std::string> text = contents(file);
  if (text && (text->starts_with("\x7f"
                                 "ELF") ||
               text->starts_with("!<arch>")))
    return Error{"is an object file, not assembly; pass the output of the compiler's -S option, or the source file",
                 {file, 0, 0}};
  return text;
}

} // namespace osaca::measure

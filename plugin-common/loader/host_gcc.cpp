// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_gcc.h"

#include <algorithm>

namespace osaca {
namespace {

std::string_view text_of(const char *text) { return text != nullptr ? text : ""; }

std::string_view major_of(std::string_view version) { return version.substr(0, version.find('.')); }

/// The value of `--name=value` in the arguments of configure. It may be quoted, and the last one counts.
std::string configured(std::string_view arguments, std::string_view name) {
  std::string value;
  const std::string option = "--" + std::string(name) + "=";
  for (std::size_t at = arguments.find(option); at != std::string_view::npos; at = arguments.find(option, at + 1)) {
    const std::size_t begin = at + option.size();
    value = arguments.substr(begin, std::min(arguments.find_first_of(" '\"", begin), arguments.size()) - begin);
  }
  return value;
}

/// The target's name, if the path has the form .../<target>/<version>/cc1.
std::string target_in_path(std::string_view compiler) {
  std::string_view parts[3];
  for (std::string_view &part : parts) {
    const std::size_t slash = compiler.rfind('/');
    if (slash == std::string_view::npos)
      return {};
    part = compiler.substr(slash + 1);
    compiler = compiler.substr(0, slash);
  }
  return parts[2].find('-') != std::string_view::npos ? std::string(parts[2]) : std::string();
}

/// If the target was not configured, it is the host. If the host was not configured, it is the machine that GCC was
/// built on.
std::vector<std::string> targets(const GccVersion &version, std::string_view compiler) {
  const std::string_view arguments = text_of(version.configuration_arguments);
  std::string by_configuration;
  for (const char *name : {"target", "host", "build"})
    if (by_configuration.empty())
      by_configuration = configured(arguments, name);
  std::vector<std::string> found;
  for (const std::string &name : {by_configuration, target_in_path(compiler)})
    if (!name.empty() && std::find(found.begin(), found.end(), name) == found.end())
      found.push_back(name);
  return found;
}

} // namespace

std::vector<std::string> gcc_identities(const GccVersion &version, std::string_view compiler) {
  const std::string full(text_of(version.basever));
  std::vector<std::string> identities;
  for (const std::string &target : targets(version, compiler))
    for (const std::string &number : {full, std::string(major_of(full))})
      identities.push_back("gcc-" + number + "-" + target);
  return identities;
}

std::string gcc_description(const GccVersion &version, std::string_view compiler) {
  const std::vector<std::string> known = targets(version, compiler);
  return "gcc " + std::string(major_of(text_of(version.basever))) + (known.empty() ? "" : " (" + known.front() + ")");
}

} // namespace osaca

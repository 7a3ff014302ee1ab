#include "driver/programs/installation.h"

#include "base/format.h"
#include "osaca/machine.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace osaca::driver {

namespace files = std::filesystem;

bool Installation::has_plugin(const std::string &identity) const {
  return std::ranges::find(plugins, identity) != plugins.end();
}

Installation this_installation() {
  Installation out;
  std::error_code failed;
  const files::path program = files::read_symlink("/proc/self/exe", failed);
  if (failed)
    return out;
  out.program = program.string();
  out.folder = program.parent_path().string();
  const files::path plugins = program.parent_path().parent_path() / "lib" / "osaca";
  out.loader = (plugins / "osaca.so").string();
  out.has_loader = files::is_regular_file(out.loader, failed);
  for (files::directory_iterator entry(plugins, failed), end; !failed && entry != end; entry.increment(failed)) {
    std::error_code unreadable;
    if (files::is_regular_file(entry->path() / "osaca.so", unreadable))
      out.plugins.push_back(entry->path().filename().string());
  }
  std::ranges::sort(out.plugins);
  return out;
}

std::string sister_program(const Installation &installation, const std::string &name) {
  const std::string path = format_text("{}/{}", installation.folder, name);
  return !installation.folder.empty() && ::access(path.c_str(), X_OK) == 0 ? path : "";
}

std::string version_text() {
  const BuiltWith with = built_with();
  std::string plugins;
  for (const std::string &identity : this_installation().plugins)
    plugins += " " + identity;
  return format_text("osaca " OSACA_VERSION "\nLLVM {}\nmodels {} (tables of version {})\nplugins{}\n",
                     with.llvm_version, with.model_count, with.table_version, plugins.empty() ? " none" : plugins);
}

} // namespace osaca::driver

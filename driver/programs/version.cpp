#include "driver/programs/version.h"

#include "driver/programs/installation.h"
#include "osaca/machine.h"

namespace osaca::driver {

std::string version_text() {
  const BuiltWith with = built_with();
  std::string plugins;
  for (const std::string &identity : this_installation().plugins)
    plugins += " " + identity;
  return "osaca " OSACA_VERSION "\n"
         "LLVM " +
         with.llvm_version + "\n" + "models " + std::to_string(with.model_count) + " (tables of version " +
         std::to_string(with.table_version) + ")\n" + "plugins" + (plugins.empty() ? " none" : plugins) + "\n";
}

} // namespace osaca::driver

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// osaca.so, the file that users give to any compiler. It finds out which compiler loaded it, and loads the
// implementation that was built for that compiler. It includes no header of any compiler.
//
// GCC calls plugin_init(). Clang calls no function of a plugin: after loading the file, it inspects its registries. So
// a constructor loads the implementation there. In any other program, nothing happens.
#include "host_clang.h"
#include "host_gcc.h"
#include "implementations.h"
#include "program_path.h"

#include "plugin-common/blocked_signals.h"

#include <dlfcn.h>
#include <unistd.h>

namespace osaca {
namespace {

void note(const std::string &text) {
  const std::string line = "note: osaca: " + text + "\n";
  const BlockedSignals held;
  // Written with one call, so that the lines of compilers that run in parallel are not mixed.
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0)
    return; // the message cannot be shown anywhere
}

void say_missing(const Implementations &implementations, const std::string &compiler) {
  note("there is no plugin for " + compiler + "; plugins in " + implementations.folder() + ": " +
       implementations.listed());
}

void *load(const Implementations &implementations, const std::string &identity) {
  std::string why;
  void *handle = implementations.load(identity, why);
  if (handle == nullptr)
    note("the plugin for " + identity + " cannot be loaded into this compiler: " + why);
  return handle;
}

void load_for_clang(int major) {
  const Implementations implementations = Implementations::next_to_loader();
  const std::string identity = "clang-" + std::to_string(major);
  if (implementations.has(identity))
    load(implementations, identity);
  else
    say_missing(implementations,
                major != 0 ? "clang " + std::to_string(major) : "this clang, whose version is unknown");
}

__attribute__((constructor)) void on_load() {
  const HostClang clang = host_clang();
  switch (clang.host) {
  case Host::not_clang: return;
  case Host::clang: return load_for_clang(clang.major);
  case Host::clang_of_libcxx:
    return note("this clang is linked with libc++, but the plugins only work in a clang that is linked with libstdc++");
  case Host::clang_not_exported: return note("this clang was built without support for plugins");
  }
}

void load_for_gcc(void *arguments, const GccVersion &version) {
  const Implementations implementations = Implementations::next_to_loader();
  const std::string compiler = program_path();
  for (const std::string &identity : gcc_identities(version, compiler)) {
    if (!implementations.has(identity))
      continue;
    void *handle = load(implementations, identity);
    using Init = int (*)(void *, const GccVersion *);
    const auto init = handle != nullptr ? reinterpret_cast<Init>(::dlsym(handle, "plugin_init")) : nullptr;
    if (init != nullptr)
      init(arguments, &version);
    return;
  }
  say_missing(implementations, gcc_description(version, compiler));
}

} // namespace
} // namespace osaca

#define OSACA_EXPORT extern "C" __attribute__((visibility("default")))

// GCC requires this symbol. The implementation that is loaded has its own.
OSACA_EXPORT int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible;

OSACA_EXPORT int plugin_init(void *arguments, const osaca::GccVersion *version);

/// Every failure is only reported, so that the compile continues.
int plugin_init(void *arguments, const osaca::GccVersion *version) {
  osaca::load_for_gcc(arguments, *version);
  return 0;
}

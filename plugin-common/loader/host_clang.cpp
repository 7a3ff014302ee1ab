// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_clang.h"

#include "program_path.h"

#include <dlfcn.h>
#include <new>
#include <string>

namespace osaca {
namespace {

// The mangled names of clang::getClangFullVersion(), which returns a std::string, with libstdc++ and with libc++.
constexpr const char *full_version_symbol = "_ZN5clang19getClangFullVersionB5cxx11Ev";
constexpr const char *full_version_symbol_of_libcxx = "_ZN5clang19getClangFullVersionEv";

constexpr int largest_major = 999;

template <class Function> Function host_function(const char *name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// LLVM's version number, which vendors do not change, unlike the text of the version. Available since LLVM 16.
int llvm_major() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  const auto get_version = host_function<GetVersion>("LLVMGetVersion");
  if (get_version == nullptr)
    return 0;
  unsigned major = 0, minor = 0, patch = 0;
  get_version(&major, &minor, &patch);
  return static_cast<int>(major);
}

int major_by_text() {
  using FullVersion = std::string (*)();
  const auto full_version = host_function<FullVersion>(full_version_symbol);
  if (full_version == nullptr)
    return 0;
  // Never destroyed, because the host may use another allocator than this file.
  alignas(std::string) static unsigned char storage[sizeof(std::string)];
  const auto *text = new (storage) std::string(full_version());
  return clang_major(*text);
}

} // namespace

int clang_major(std::string_view full_version) {
  constexpr std::string_view before = "clang version ";
  const std::size_t at = full_version.find(before);
  if (at == std::string_view::npos)
    return 0;
  int major = 0;
  for (std::size_t i = at + before.size(); i < full_version.size() && is_digit(full_version[i]); ++i) {
    major = major * 10 + (full_version[i] - '0');
    if (major > largest_major)
      return 0;
  }
  return major;
}

bool is_clang_program(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  // "<target>-clang++-19.1" without the number and "++" must end in "clang".
  while (!name.empty() && (is_digit(name.back()) || name.back() == '.'))
    name.remove_suffix(1);
  if (!name.empty() && name.back() == '-')
    name.remove_suffix(1);
  while (!name.empty() && name.back() == '+')
    name.remove_suffix(1);
  constexpr std::string_view compiler = "clang";
  return name == compiler || (name.size() > compiler.size() && name.substr(name.size() - compiler.size()) == compiler &&
                              name[name.size() - compiler.size() - 1] == '-');
}

HostClang host_clang() {
  if (::dlsym(RTLD_DEFAULT, full_version_symbol) != nullptr) {
    const int major = llvm_major();
    return {Host::clang, major != 0 ? major : major_by_text()};
  }
  if (::dlsym(RTLD_DEFAULT, full_version_symbol_of_libcxx) != nullptr)
    return {Host::clang_of_libcxx, llvm_major()};
  if (is_clang_program(program_path()))
    return {Host::clang_not_exported, llvm_major()};
  return {};
}

} // namespace osaca

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects whether the process that loaded the plugin is Clang, and which version. Both are determined from the symbols
// of the process, because calling Clang's functions is not safe before the version is known.
#pragma once

#include <string_view>

namespace osaca {

enum class Host {
  not_clang,
  clang,             ///< a plugin can be loaded
  clang_of_libcxx,   ///< linked with another C++ library: no call that passes a string or a container would work
  clang_not_exported ///< the program's name is that of Clang, but its symbols are not visible to plugins
};

struct HostClang {
  Host host = Host::not_clang;
  int major = 0; ///< 0: unknown
};

HostClang host_clang();

/// The major version in the text of a version: 19 for "Debian clang version 19.1.7 (3~deb12u1)". 0 if the text contains
/// no "clang version <number>".
int clang_major(std::string_view full_version);

/// Whether the program at this path is the compiler ("clang", "clang++-19", "x86_64-linux-gnu-clang"), and not clangd
/// or clang-tidy.
bool is_clang_program(std::string_view path);

} // namespace osaca

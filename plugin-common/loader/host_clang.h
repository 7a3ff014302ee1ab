// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is the process that loaded us a Clang, and which? Asked of its symbols, because nothing may be called that was
// compiled against another version's headers.
#pragma once

#include <string_view>

namespace osaca {

enum class Host {
  not_clang,
  clang,             ///< a plugin can be loaded
  clang_of_libcxx,   ///< linked with another C++ library than ours: no call with a string or a container would work
  clang_not_exported ///< a Clang by its name, whose symbols plugins cannot see
};

struct HostClang {
  Host host = Host::not_clang;
  int major = 0; ///< 0 where it cannot be told
};

HostClang host_clang();

/// "Debian clang version 19.1.7 (3~deb12u1)" -> 19; 0 without "clang version <number>".
int clang_major(std::string_view full_version);

/// Is a program of this path the compiler ("clang", "clang++-19", "x86_64-linux-gnu-clang")? Not clangd, not
/// clang-tidy.
bool is_clang_program(std::string_view path);

} // namespace osaca

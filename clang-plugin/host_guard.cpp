// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// This file uses nothing that is declared in the compiler's headers: in the wrong host, they describe another compiler.
#include "host_guard.h"

#include "blocked_signals.h"
#include "loader/host_clang.h"

#include <cstdio>

namespace osaca::clang_plugin {
namespace {

bool ask() {
  const HostClang host = host_clang();
  if (host.host == Host::clang && host.major == OSACA_CLANG_MAJOR)
    return true;
  const BlockedSignals held;
  if (host.host == Host::clang)
    std::fprintf(stderr,
                 "note: osaca: this plugin was built for clang %d and does nothing in clang %d; use the osaca.so one "
                 "folder up, which loads the right plugin\n",
                 OSACA_CLANG_MAJOR, host.major);
  return false;
}

} // namespace

bool host_is_the_one_built_for() {
  static const bool answer = ask();
  return answer;
}

} // namespace osaca::clang_plugin

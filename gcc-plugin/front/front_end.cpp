// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/front_end.h"

namespace osaca::gcc {

namespace {

/// Only the beginning is compared, because the front ends later add the standard in use: "GNU Fortran2008".
bool calls_itself(const char *name) { return std::strncmp(lang_hooks.name, name, std::strlen(name)) == 0; }

} // namespace

FrontEndKind front_end_of_host() {
  if (gcc_compat::has_c_preprocessor())
    return FrontEndKind::c_family;
  if (calls_itself("GNU Fortran"))
    return FrontEndKind::fortran;
  return calls_itself("GNU GIMPLE") ? FrontEndKind::lto : FrontEndKind::other;
}

} // namespace osaca::gcc

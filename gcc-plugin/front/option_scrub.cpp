// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/option_scrub.h"

#include "gcc_compat.h"

namespace osaca::gcc {

void scrub_recorded_options() {
  unsigned kept = 0;
  for (unsigned i = 0; i < save_decoded_options_count; ++i) {
    const size_t option = save_decoded_options[i].opt_index;
    if (option != OPT_fplugin_ && option != OPT_fplugin_arg_ && option != OPT_iplugindir_)
      save_decoded_options[kept++] = save_decoded_options[i];
  }
  save_decoded_options_count = kept;
}

} // namespace osaca::gcc

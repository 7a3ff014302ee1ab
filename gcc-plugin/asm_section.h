// SPDX-License-Identifier: GPL-3.0-or-later
// The section `.osaca` at the end of the assembly, which carries the report in the object and which linkers drop.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// Not before the unit's code is written. The text follows all that the compiler itself writes, so that all other
/// sections stay what and where they are.
void append_report_section(const std::string &content);

} // namespace osaca::gcc

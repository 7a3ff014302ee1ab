// Which of the paths through a loop speaks for it.
#pragma once

#include "report/report.h"

namespace osaca {

/// Of two paths through one loop on one core: the likelier one; where nobody knows, or they are equally likely, the
/// slower one.
[[nodiscard]] bool speaks_before(const KernelReport &a, const KernelReport &b);

} // namespace osaca

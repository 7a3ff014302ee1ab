// What must hold for whatever a reader answers.
#pragma once

#include "base/expected.h"
#include "report/report.h"

namespace osaca::test {

/// Ends the program, with a core to look at.
void require(bool holds, const char *what);

/// What must hold wherever a report comes from, so that renderers need not look twice.
void check_shape(const Expected<Report> &report);

} // namespace osaca::test

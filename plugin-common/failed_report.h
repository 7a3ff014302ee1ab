// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of a unit that was not analysed. Without it, `osaca report` could not tell such a unit from one without
// annotated loops, and a check would pass although nothing was analysed. The plugin writes it without the driver, which
// may be missing.
#pragma once

#include <string>

namespace osaca {

/// JSON (docs/schema). `problem` says why.
[[nodiscard]] std::string failed_report(const std::string &unit, const std::string &problem);

/// The content of the section `.osaca` that holds this JSON (embedded_format.md). It is not compressed.
[[nodiscard]] std::string record_of(const std::string &json);

/// Writes the JSON to a file of its own first, so that the report is never incomplete. If that is not possible, the
/// file stays as it was.
void write_report_file(const std::string &file, const std::string &json);

} // namespace osaca

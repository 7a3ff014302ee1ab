// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the driver about one capture: starts `osaca capture`, reads its records, or says in one line what failed.
#pragma once

#include "arguments.h"
#include "capture.h"

#include <string>
#include <vector>

namespace osaca {

enum class RecordSeverity { note, warning, error };

struct Record {
  RecordSeverity severity = RecordSeverity::note;
  int location = -1; ///< index into the capture's locations, -1 for the whole unit
  std::string rule;  ///< "" for none
  std::string message;
  bool continues = false; ///< says more about the record before it
};

struct DriverAnswer {
  std::vector<Record> records;
  std::string error;    ///< "" if the driver answered in full
  std::string embedded; ///< content of the section `.osaca` (embedded_format.md); "": the object gets none
};

[[nodiscard]] DriverAnswer ask_driver(const capture::Capture &capture, const Arguments &arguments);

/// Reads the driver's records; whatever else is in the text is an error, never a guess.
[[nodiscard]] DriverAnswer parse_records(const std::string &text, int location_count);

/// The same, where the report for the object was asked for: its bytes have to follow the records.
[[nodiscard]] DriverAnswer parse_records_and_report(const std::string &text, int location_count);

} // namespace osaca

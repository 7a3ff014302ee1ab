// Reports without details (collection/loop_details.h) as bytes, so that they can be read much faster than from the JSON
// in objects. The bytes are for the same build of OSACA only.
#pragma once

#include "report/report.h"
#include "report/written_facts.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// Empty: the report has details, or facts that reports from files do not have.
[[nodiscard]] std::optional<std::string> bytes_of_summary(const Report &summary);

/// Reads many reports. For one thread.
class SummaryDecoder {
public:
  enum class Steps { kept, left_out };
  explicit SummaryDecoder(Steps steps = Steps::kept) : steps_(steps) {} ///< of findings

  /// Empty: the bytes are damaged. Every index in the result is within its list.
  [[nodiscard]] std::optional<Report> decode(std::string_view bytes);

private:
  Steps steps_;
  WrittenFacts facts_;
};

} // namespace osaca

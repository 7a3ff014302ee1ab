// Parts of JSON reports that several readers share: common fields, how certain a prediction is, and a loop's memory
// figures.
#pragma once

#include "base/format.h"
#include "pipeline/read/json_document.h"
#include "report/memory_report.h"
#include "report/report.h"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <utility>

namespace osaca {

// Fields that several JSON documents have in common.

constexpr int most_lines = 1 << 30; ///< limit for line numbers, and for other numbers without a limit of their own

/// Converts a name to its enumerator; `names` lists the valid names.
template <class Kind>
Kind kind_named(const JsonField &field, std::initializer_list<std::pair<const char *, Kind>> names) {
  const std::string text = field.text();
  for (const auto &[name, kind] : names)
    if (text == name)
      return kind;
  field.fail(format_text("unknown value '{}'", text.substr(0, 40)));
}

inline BoundKind bound_kind(const JsonField &field) {
  return kind_named<BoundKind>(field, {{"ports", BoundKind::ports},
                                       {"divider", BoundKind::divider},
                                       {"front_end", BoundKind::front_end},
                                       {"stores", BoundKind::stores},
                                       {"lcd", BoundKind::loop_carried},
                                       {"memory", BoundKind::memory}});
}

/// Indices of instructions (or kernels), each checked to be below `count`.
inline std::vector<int> indices(const JsonField &list, std::size_t count) {
  std::vector<int> out;
  for (std::size_t i = 0; i < list.size(); ++i)
    out.push_back(list.at(i).number(0, static_cast<int>(count) - 1));
  return out;
}

inline std::vector<std::string> texts(const JsonField &list) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < list.size(); ++i)
    out.push_back(list.at(i).text());
  return out;
}

// How certain a prediction is. Each function throws MalformedJson.

[[nodiscard]] CodePlacement code_placement(const JsonField &field);
[[nodiscard]] ShortRuns short_runs(const JsonField &field);
[[nodiscard]] ExampleOfShortRuns example_of_short_runs(const JsonField &field);
[[nodiscard]] UnalignedArrays unaligned_arrays(const JsonField &field);
/// `prediction` is a kernel's member of this name, which has `instruction_count` instructions.
[[nodiscard]] std::optional<Uncertainty> uncertainty(const JsonField &prediction, std::size_t instruction_count);
[[nodiscard]] std::optional<Confidence> confidence(const JsonField &prediction);

/// Reads an entry of a kernel's "calls". Throws MalformedJson.
[[nodiscard]] CalledFunction called_function(const JsonField &field);

/// Reads an entry of a kernel's "result_latencies". Throws MalformedJson.
[[nodiscard]] ResultLatency result_latency(const JsonField &field);

// Reads a MemoryReport: the inverse of render/json/memory_json.cpp.

/// Throws MalformedJson. `instruction_count`: of the kernel that contains the memory report.
[[nodiscard]] MemoryReport memory_report(const JsonField &field, std::size_t instruction_count);

// Reads a RooflineReport: the inverse of render/json/roofline_json.cpp.

/// Throws MalformedJson.
[[nodiscard]] RooflineReport roofline_report(const JsonField &field);

} // namespace osaca

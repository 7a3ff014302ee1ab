// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations of a capture and their names in JSON, shared by the writer and the reader.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace osaca::capture {

/// Longest name of an array, in bytes.
constexpr std::size_t longest_array_name = 80;

/// Longest name of a function that contains a loop of an annotated statement, in bytes.
constexpr std::size_t longest_function_name = 200;

/// Longest message of a compiler about a loop, in bytes.
constexpr std::size_t longest_words = 200;

/// The most loops that a compiler generates for one statement; larger statements are not split.
constexpr int most_parts = 1000;

/// Limit for trip counts, numbers of iterations and row sizes in bytes; larger values are not written to a capture.
constexpr long largest_nest_number = 1L << 50;

/// Limit for a loop's iterations and entries; larger counts are not written to a capture.
constexpr double largest_count = 1e18;

/// Where the frequencies of loops and branches come from. estimate: the compiler's heuristics; profile: a training run.
enum class FrequencySource { unknown, estimate, profile };

/// What selected the loop: a pragma, the argument `all`, or the argument `function=`.
enum class AnnotationKind { pragma, all, function };

enum class AnnotationStatus { found, vanished, not_a_loop };

/// The role of a machine loop among those that were generated from the same source loop (capture_format.md). plain: it
/// is the only known one.
enum class LoopRole { plain, copy, vector_body, remainder, scalar_version };

[[nodiscard]] constexpr std::string_view name_of(AnnotationKind kind) {
  switch (kind) {
  case AnnotationKind::pragma: return "pragma";
  case AnnotationKind::all: return "all";
  case AnnotationKind::function: return "function";
  }
  return "pragma";
}

[[nodiscard]] constexpr std::string_view name_of(AnnotationStatus status) {
  switch (status) {
  case AnnotationStatus::found: return "found";
  case AnnotationStatus::vanished: return "vanished";
  case AnnotationStatus::not_a_loop: return "not_a_loop";
  }
  return "found";
}

[[nodiscard]] constexpr std::string_view name_of(LoopRole role) {
  switch (role) {
  case LoopRole::plain: return "";
  case LoopRole::copy: return "copy";
  case LoopRole::vector_body: return "vector body";
  case LoopRole::remainder: return "remainder";
  case LoopRole::scalar_version: return "scalar version";
  }
  return "";
}

[[nodiscard]] constexpr std::string_view name_of(FrequencySource source) {
  switch (source) {
  case FrequencySource::unknown: return "unknown";
  case FrequencySource::estimate: return "estimate";
  case FrequencySource::profile: return "profile";
  }
  return "unknown";
}

/// The value among `all` whose name is `name`.
template <class Named, std::size_t count>
[[nodiscard]] constexpr std::optional<Named> named(std::string_view name, const std::array<Named, count> &all) {
  for (const Named one : all)
    if (name_of(one) == name)
      return one;
  return std::nullopt;
}

[[nodiscard]] constexpr std::optional<AnnotationKind> annotation_kind_named(std::string_view name) {
  return named(name, std::array{AnnotationKind::pragma, AnnotationKind::all, AnnotationKind::function});
}

[[nodiscard]] constexpr std::optional<AnnotationStatus> annotation_status_named(std::string_view name) {
  return named(name, std::array{AnnotationStatus::found, AnnotationStatus::vanished, AnnotationStatus::not_a_loop});
}

[[nodiscard]] constexpr std::optional<FrequencySource> frequency_source_named(std::string_view name) {
  return named(name, std::array{FrequencySource::unknown, FrequencySource::estimate, FrequencySource::profile});
}

} // namespace osaca::capture

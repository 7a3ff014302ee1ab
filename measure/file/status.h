// The result of a measurement.
#pragma once

#include <optional>
#include <string_view>

namespace osaca::measure {

enum class Status {
  ok,
  empty,
  invalid_hex,
  unreadable_assembly,
  undecodable,
  privileged, ///< it calls the system, or would if it had the privilege: not run
  too_long,
  illegal_instruction, ///< this processor does not have it
  fault,               ///< it accesses memory that cannot be mapped
  too_many_pages,
  arithmetic, ///< division by zero or overflow
  trap,
  timeout,
  crashed,
  impossible,   ///< runs show less time than any core needs
  unstable,     ///< runs differ by more than 3 %; the figure is their median
  exit_unknown, ///< a loop whose number of iterations could not be controlled
  unsupported   ///< this machine cannot measure it
};

[[nodiscard]] std::string_view name_of(Status status);

/// The result for an instruction form.
enum class FormStatus {
  ok,
  illegal, ///< this processor does not have it
  faults,
  privileged,
  impossible,   ///< its figures contradict known facts about the core; see the reason
  not_generated ///< no code could be generated that measures it
};

[[nodiscard]] std::string_view name_of(FormStatus status);
[[nodiscard]] std::optional<FormStatus> form_status_named(std::string_view name);

} // namespace osaca::measure

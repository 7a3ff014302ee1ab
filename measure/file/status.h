// What became of a measurement.
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
  privileged, ///< talks to the system, or would if it were allowed to: not run
  too_long,
  illegal_instruction, ///< this processor does not have it
  fault,               ///< touches memory that cannot be given to it
  too_many_pages,
  arithmetic, ///< division by zero or overflow
  trap,
  timeout,
  crashed,
  impossible,   ///< runs say that it took less time than it can on any core
  unstable,     ///< runs differ by more than 3 %; the figure is their median
  exit_unknown, ///< a loop whose number of iterations could not be set
  unsupported   ///< this machine cannot measure it
};

[[nodiscard]] std::string_view name_of(Status status);

/// What became of an instruction form.
enum class FormStatus {
  ok,
  illegal, ///< this processor does not have it
  faults,
  privileged,
  impossible,   ///< its figures contradict what is known of the core; see the reason
  not_generated ///< no code was found that would measure it
};

[[nodiscard]] std::string_view name_of(FormStatus status);
[[nodiscard]] std::optional<FormStatus> form_status_named(std::string_view name);

} // namespace osaca::measure

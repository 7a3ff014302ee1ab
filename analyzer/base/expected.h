// A value, or the error that prevented it. It provides the part of C++23's std::expected that this project uses.
#pragma once

#include "base/source_location.h"

#include <string>
#include <utility>
#include <variant>

namespace osaca {

/// An error message for the user, and the place that it refers to (the file may be empty; line 0: unknown).
struct Error {
  std::string message;
  SourceLocation where = {};

  /// "file:line: message", without the parts of the place that are unknown.
  [[nodiscard]] std::string text() const { return where.text().empty() ? message : where.text() + ": " + message; }
};

template <class T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}     // NOLINT: by design
  Expected(Error error) : state_(std::in_place_index<1>, std::move(error)) {} // NOLINT: by design

  [[nodiscard]] explicit operator bool() const { return state_.index() == 0; }
  [[nodiscard]] const T &value() const & { return std::get<0>(state_); }
  [[nodiscard]] T &&value() && { return std::get<0>(std::move(state_)); }
  [[nodiscard]] const T &operator*() const & { return value(); }
  [[nodiscard]] T &&operator*() && { return std::move(*this).value(); }
  [[nodiscard]] const T *operator->() const { return &value(); }
  [[nodiscard]] const Error &error() const { return std::get<1>(state_); }

private:
  std::variant<T, Error> state_;
};

} // namespace osaca

/// Evaluates an expression whose value is an Expected. If it is an error, the enclosing function returns this error.
/// Otherwise the value is stored in the variable, which may be declared here:
///
///     OSACA_TRY(const std::string text, read_table(path));
///     OSACA_TRY(made.levels, levels_of(text));
#define OSACA_TRY(target, ...) OSACA_TRY_AS(OSACA_JOIN(tried_, __LINE__), target, __VA_ARGS__)
#define OSACA_TRY_AS(tried, target, ...)                                                                               \
  auto tried = (__VA_ARGS__);                                                                                          \
  if (!tried)                                                                                                          \
    return tried.error();                                                                                              \
  target = *std::move(tried)
#define OSACA_JOIN(first, second) OSACA_JOIN_EXPANDED(first, second)
#define OSACA_JOIN_EXPANDED(first, second) first##second

// A value or the reason why there is none. (std::expected is C++23; this is the part of it that we use.)
#pragma once

#include "base/source_location.h"

#include <string>
#include <utility>
#include <variant>

namespace osaca {

/// What went wrong, in words for the person at the terminal, and where (file may be empty, line 0: no place).
struct Error {
  std::string message;
  SourceLocation where = {};

  /// "file:line: message" with what of the place is known.
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

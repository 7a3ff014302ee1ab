// An optional value that takes the space of a pointer while it is empty. For large members that most objects of a type
// do not have.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace osaca {

/// Used like std::optional.
template <class T> class Boxed {
public:
  Boxed() = default;
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {} // NOLINT: like std::optional
  Boxed(std::optional<T> value) {                                   // NOLINT: the same, on the heap
    if (value)
      emplace(*std::move(value));
  }
  Boxed(const Boxed &other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed &&) noexcept = default;
  Boxed &operator=(Boxed other) noexcept {
    value_.swap(other.value_);
    return *this;
  }
  ~Boxed() = default;

  template <class... Values> T &emplace(Values &&...values) {
    value_ = std::make_unique<T>(std::forward<Values>(values)...);
    return *value_;
  }
  void reset() { value_.reset(); }

  [[nodiscard]] bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return value_.get(); }
  const T *operator->() const { return value_.get(); }

private:
  std::unique_ptr<T> value_;
};

} // namespace osaca

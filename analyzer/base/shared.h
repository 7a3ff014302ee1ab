// A value that its copies share until one of them is edited. For large values that are copied often and rarely changed.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace osaca {

template <class T> class Shared {
public:
  Shared() = default; ///< a T() that takes no memory
  template <class Value>
    requires(std::convertible_to<Value, T> && !std::same_as<std::remove_cvref_t<Value>, Shared>)
  Shared(Value &&value) : value_(std::make_shared<T>(std::forward<Value>(value))) {} // NOLINT: used like a T

  const T &operator*() const { return value_ ? *value_ : none(); }
  const T *operator->() const { return &**this; }
  operator const T &() const { return **this; } // NOLINT: used like a T

  /// The value of this copy alone. Not while another thread copies it.
  T &edit() {
    if (!value_)
      value_ = std::make_shared<T>();
    else if (value_.use_count() > 1)
      value_ = std::make_shared<T>(*value_);
    return *value_;
  }

private:
  static const T &none() {
    static const T value = T();
    return value;
  }

  std::shared_ptr<T> value_;
};

} // namespace osaca

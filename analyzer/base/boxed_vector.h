// A vector of large elements, each in memory of its own: they are not moved when the vector grows or is put in order.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace osaca {

/// Used like std::vector.
template <class T> class BoxedVector {
  using Boxes = std::vector<std::unique_ptr<T>>;

  template <class Item> class Iterator {
  public:
    using difference_type = std::ptrdiff_t;
    using value_type = T;
    using reference = Item &;
    using pointer = Item *;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    explicit Iterator(typename Boxes::const_iterator at) : at_(at) {}
    Item &operator*() const { return **at_; }
    Item *operator->() const { return at_->get(); }
    Iterator &operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++at_;
      return before;
    }
    friend bool operator==(const Iterator &, const Iterator &) = default;

  private:
    typename Boxes::const_iterator at_;
  };

public:
  using iterator = Iterator<T>;
  using const_iterator = Iterator<const T>;

  BoxedVector() = default;
  BoxedVector(std::initializer_list<T> values) {
    for (const T &value : values)
      push_back(value);
  }
  BoxedVector(const BoxedVector &other) {
    for (const T &value : other)
      push_back(value);
  }
  BoxedVector(BoxedVector &&) noexcept = default;
  BoxedVector &operator=(BoxedVector other) noexcept {
    boxes_.swap(other.boxes_);
    return *this;
  }
  ~BoxedVector() = default;

  [[nodiscard]] std::size_t size() const { return boxes_.size(); }
  [[nodiscard]] bool empty() const { return boxes_.empty(); }
  T &operator[](std::size_t index) { return *boxes_[index]; }
  const T &operator[](std::size_t index) const { return *boxes_[index]; }
  T &at(std::size_t index) { return *boxes_.at(index); }
  [[nodiscard]] const T &at(std::size_t index) const { return *boxes_.at(index); }
  T &front() { return *boxes_.front(); }
  [[nodiscard]] const T &front() const { return *boxes_.front(); }
  T &back() { return *boxes_.back(); }
  [[nodiscard]] const T &back() const { return *boxes_.back(); }
  iterator begin() { return iterator(boxes_.begin()); }
  iterator end() { return iterator(boxes_.end()); }
  [[nodiscard]] const_iterator begin() const { return const_iterator(boxes_.begin()); }
  [[nodiscard]] const_iterator end() const { return const_iterator(boxes_.end()); }

  void reserve(std::size_t count) { boxes_.reserve(count); }
  void clear() { boxes_.clear(); }
  void push_back(T value) { boxes_.push_back(std::make_unique<T>(std::move(value))); }
  void push_back(std::unique_ptr<T> box) { boxes_.push_back(std::move(box)); }
  T &emplace_back() { return *boxes_.emplace_back(std::make_unique<T>()); }

private:
  Boxes boxes_;
};

} // namespace osaca

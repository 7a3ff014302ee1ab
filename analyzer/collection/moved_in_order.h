// Sorts a vector of large items.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace osaca {

/// The items in this order; equal ones stay in theirs. Each item is moved once, while a sort moves it again and again.
template <class T, class ComesBefore> std::vector<T> moved_in_order(std::vector<T> items, ComesBefore comes_before) {
  std::vector<T *> order;
  order.reserve(items.size());
  for (T &item : items)
    order.push_back(&item);
  std::ranges::stable_sort(order, [&](const T *a, const T *b) { return comes_before(*a, *b); });
  std::vector<T> out;
  out.reserve(items.size());
  for (T *item : order)
    out.push_back(std::move(*item));
  return out;
}

} // namespace osaca

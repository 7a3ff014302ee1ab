// Typed indices into lists, so that the index of one kind of object cannot be used for another kind.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <type_traits>
#include <vector>

namespace osaca {

/// Converts a non-negative number to a position in a list.
[[nodiscard]] constexpr std::size_t at(std::signed_integral auto number) { return static_cast<std::size_t>(number); }

/// The position of an enumerator.
template <class Enum>
  requires std::is_enum_v<Enum>
[[nodiscard]] constexpr std::size_t at(Enum enumerator) {
  return static_cast<std::size_t>(enumerator);
}

/// The index of an object in the list of all objects of its kind; -1: none.
template <class Thing> struct Index {
  int number = -1;

  [[nodiscard]] constexpr bool exists() const { return number >= 0; }
  constexpr Index &operator++() {
    ++number;
    return *this;
  }
  friend constexpr auto operator<=>(Index, Index) = default;
};

/// A list that is indexed by Index<Thing>: the objects themselves, or a property of each of them.
template <class Thing, class Item = Thing> class Indexed : public std::vector<Item> {
public:
  using std::vector<Item>::vector;

  [[nodiscard]] decltype(auto) operator[](Index<Thing> index) {
    return std::vector<Item>::operator[](at(index.number));
  }
  [[nodiscard]] decltype(auto) operator[](Index<Thing> index) const {
    return std::vector<Item>::operator[](at(index.number));
  }

  /// The index that the next appended item will have.
  [[nodiscard]] Index<Thing> end_index() const { return {static_cast<int>(this->size())}; }

  [[nodiscard]] auto indices() const {
    return std::views::iota(0, static_cast<int>(this->size())) |
           std::views::transform([](int number) { return Index<Thing>{number}; });
  }
};

} // namespace osaca

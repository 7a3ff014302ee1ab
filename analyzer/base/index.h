// Numbers of things in lists: typed, so that the number of one kind of thing is not taken for that of another.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <type_traits>
#include <vector>

namespace osaca {

/// The place in a list of what has this number, which is not negative.
[[nodiscard]] constexpr std::size_t at(std::signed_integral auto number) { return static_cast<std::size_t>(number); }

/// The place of an enumerator.
template <class Enum>
  requires std::is_enum_v<Enum>
[[nodiscard]] constexpr std::size_t at(Enum enumerator) {
  return static_cast<std::size_t>(enumerator);
}

/// The number of a thing in the list of all of its kind.
template <class Thing> struct Index {
  int number = -1;

  [[nodiscard]] constexpr bool exists() const { return number >= 0; }
  constexpr Index &operator++() {
    ++number;
    return *this;
  }
  friend constexpr auto operator<=>(Index, Index) = default;
};

/// What there is of each thing, by its number: the things themselves, or something about each of them.
template <class Thing, class Item = Thing> class Indexed : public std::vector<Item> {
public:
  using std::vector<Item>::vector;

  [[nodiscard]] decltype(auto) operator[](Index<Thing> index) {
    return std::vector<Item>::operator[](at(index.number));
  }
  [[nodiscard]] decltype(auto) operator[](Index<Thing> index) const {
    return std::vector<Item>::operator[](at(index.number));
  }

  /// The number that what is added next gets.
  [[nodiscard]] Index<Thing> end_index() const { return {static_cast<int>(this->size())}; }

  [[nodiscard]] auto indices() const {
    return std::views::iota(0, static_cast<int>(this->size())) |
           std::views::transform([](int number) { return Index<Thing>{number}; });
  }
};

} // namespace osaca

// Values that occur often, each kept once and named by its number.
#pragma once

#include "base/printable.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace osaca::html {

/// `Value` under a key that says all of it. Numbers are in the order of the first use.
template <class Value> class Interned {
public:
  template <class Make> int number_of(std::string key, Make &&make) {
    const auto [known, is_new] = numbers_.try_emplace(std::move(key), static_cast<int>(values_.size()));
    if (is_new)
      values_.push_back(make());
    return known->second;
  }
  [[nodiscard]] const std::vector<Value> &values() const { return values_; }

private:
  std::unordered_map<std::string, int> numbers_;
  std::vector<Value> values_;
};

/// A browser obeys characters that change the direction of text as a terminal does.
class Texts : public Interned<std::string> {
public:
  int operator()(std::string_view text) {
    std::string shown = printable(text);
    return number_of(shown, [&] { return shown; });
  }
};

} // namespace osaca::html

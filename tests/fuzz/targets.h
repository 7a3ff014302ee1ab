// What is fed with damaged input: everything that reads what others wrote.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace osaca::test {

struct FuzzTarget {
  std::string_view name;
  std::string_view what;
  void (*run)(const std::string &input);
  std::span<const std::string_view> dictionary;
  bool binary = false;
};

[[nodiscard]] std::span<const FuzzTarget> fuzz_targets();

/// Null if there is none.
[[nodiscard]] const FuzzTarget *find_fuzz_target(std::string_view name);

} // namespace osaca::test

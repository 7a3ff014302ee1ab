// Loops and findings as the page's script reads them, and what they have in common.
#pragma once

#include "base/printable.h"
#include "collection/collection.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace osaca::html {

// Values that occur often, each kept once and named by its number.

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

// One loop as the page's script reads it, and what loops have in common.

using Json = nlohmann::ordered_json;

/// As all forms for people show it: two places.
[[nodiscard]] double number_of(Cycles cycles);

/// What loops, findings and changes name by a number.
class Shared {
public:
  int text(std::string_view text) { return texts_(text); }
  int file(std::string_view name) { return files_(name); }
  /// [file, line, column]
  Json place(const SourceLocation &where);
  /// Instructions without their figures: the same on every core.
  int code(const KernelReport &kernel);
  /// What an instruction costs, as an array.
  int figures(const InstructionLine &line, std::size_t port_count);
  int port_list(const KernelReport &kernel);
  /// Edges, chains and whatever else copies and cores have in common.
  int list(Json value);

  [[nodiscard]] const std::vector<std::string> &texts() const { return texts_.values(); }
  [[nodiscard]] const std::vector<std::string> &files() const { return files_.values(); }
  [[nodiscard]] const std::vector<Json> &codes() const { return codes_.values(); }
  [[nodiscard]] const std::vector<Json> &figures() const { return figures_.values(); }
  [[nodiscard]] const std::vector<Json> &port_lists() const { return port_lists_.values(); }
  [[nodiscard]] const std::vector<Json> &lists() const { return lists_.values(); }

private:
  static int kept(Interned<Json> &among, Json value);

  Texts texts_;
  Texts files_;
  Interned<Json> codes_;
  Interned<Json> figures_;
  Interned<Json> port_lists_;
  Interned<Json> lists_;
};

[[nodiscard]] Json loop_data(const CollectedLoop &loop, Shared &shared);

// Where a loop's data may be, as the page's script reads it.

/// Precondition: there is a MemoryReport.
[[nodiscard]] Json memory_data(const KernelReport &kernel, Shared &shared);

// One finding as the page's script reads it.

/// A finding speaks in the words of its slowest loop; those of the other loops (cores, paths) are beside it where they
/// differ.
[[nodiscard]] Json finding_data(const CollectedFinding &collected, const Collection &collection, Shared &shared);

} // namespace osaca::html

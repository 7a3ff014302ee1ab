// The data of loops and findings for the script of the HTML page, and the values that they share.
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

// Values that occur often. Each is stored once and referred to by its number.

/// Stores values under a key that identifies them completely. Numbers are assigned in the order of the first use.
template <class Value> class Interned {
public:
  Interned() = default;
  /// For a part of a page: values in `base` keep their numbers, and the numbers of others follow. `base` must outlive
  /// this object and must not change.
  explicit Interned(const Interned *base) : base_(base) {}

  template <class Make> int number_of(std::string key, Make &&make) {
    if (base_ != nullptr)
      if (const auto known = base_->numbers_.find(key); known != base_->numbers_.end())
        return known->second;
    const auto [known, is_new] = numbers_.try_emplace(std::move(key), static_cast<int>(first() + values_.size()));
    if (is_new)
      values_.push_back(make());
    return known->second;
  }
  /// Those that are not in `base`.
  [[nodiscard]] const std::vector<Value> &values() const { return values_; }

private:
  [[nodiscard]] std::size_t first() const { return base_ == nullptr ? 0 : base_->values_.size(); }

  const Interned *base_ = nullptr;
  std::unordered_map<std::string, int> numbers_;
  std::vector<Value> values_;
};

/// Stored texts are made printable, because browsers obey characters that change the direction of text, as terminals
/// do.
class Texts : public Interned<std::string> {
public:
  using Interned::Interned;
  int operator()(std::string_view text) {
    std::string shown = printable(text);
    return number_of(shown, [&] { return shown; });
  }
};

// The data of one loop, and the values that loops share.

using Json = nlohmann::ordered_json;

/// Rounded to two places, as in all formats for people.
[[nodiscard]] double number_of(Cycles cycles);

/// The values that loops, findings and changes refer to by a number.
class Shared {
public:
  Shared() = default;
  /// For a part of a page: see Interned.
  explicit Shared(const Shared *base)
      : texts_(&base->texts_), files_(&base->files_), codes_(&base->codes_), figures_(&base->figures_),
        port_lists_(&base->port_lists_), lists_(&base->lists_) {}

  int text(std::string_view text) { return texts_(text); }
  int file(std::string_view name) { return files_(name); }
  /// [file, line, column]
  Json place(const SourceLocation &where);
  /// The instructions without their figures: the same on every core.
  int code(const KernelReport &kernel);
  /// The costs of an instruction, as an array.
  int figures(const InstructionLine &line, std::size_t port_count);
  int port_list(const KernelReport &kernel);
  /// Any list that copies and cores share, such as edges and chains.
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

/// What the list of loops shows. `loop` may be without details.
[[nodiscard]] Json loop_row(const CollectedLoop &loop, Shared &shared);

/// What the page of a loop shows besides. `kernel`: the report of `loop` with its details.
[[nodiscard]] Json loop_details(const CollectedLoop &loop, const KernelReport &kernel, Shared &shared);

// The memory figures of a loop.

/// Precondition: the kernel has a MemoryReport.
[[nodiscard]] Json memory_data(const KernelReport &kernel, Shared &shared);

// The floating-point operations of a loop.

/// Precondition: the kernel has a RooflineReport.
[[nodiscard]] Json roofline_data(const KernelReport &kernel, Shared &shared);

// The data of one finding.

/// The text of a finding is that of its slowest loop. Texts of the other loops (cores, paths) are added if they differ.
[[nodiscard]] Json finding_data(const CollectedFinding &collected, const Collection &collection, Shared &shared);

} // namespace osaca::html

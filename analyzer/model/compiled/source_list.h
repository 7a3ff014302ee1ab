// The provenances of one model, each once: its figures name them by number.
#pragma once

#include "base/index.h"
#include "kernel/cost.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace osaca {

class SourceList {
public:
  SourceList() = default;
  explicit SourceList(std::vector<Provenance> sources) : sources_(std::move(sources)) {}

  /// It is added if it is new.
  [[nodiscard]] int number_of(const Provenance &source) {
    const auto found = std::ranges::find(sources_, source);
    if (found == sources_.end()) {
      sources_.push_back(source);
      return static_cast<int>(sources_.size()) - 1;
    }
    return static_cast<int>(found - sources_.begin());
  }

  /// Null: there is none of that number.
  [[nodiscard]] const Provenance *at(int number) const {
    return number >= 0 && static_cast<std::size_t>(number) < sources_.size() ? &sources_[osaca::at(number)] : nullptr;
  }

  [[nodiscard]] std::vector<Provenance> &all() { return sources_; }

private:
  std::vector<Provenance> sources_;
};

} // namespace osaca

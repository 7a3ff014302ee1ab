// Uops by the cycle in which they may issue: a ring of lists, linked through an array, so that filing costs nothing.
#pragma once

#include "base/index.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace osaca {

class Calendar {
public:
  explicit Calendar(std::size_t uops) : next_(std::make_unique_for_overwrite<int[]>(uops)) { heads_.fill(-1); }

  /// What lies beyond the ring's horizon is found earlier, and has to be filed again.
  void file(int uop, int cycle, int now) {
    int &head = heads_[place(std::min(cycle, now + horizon - 1))];
    next_[at(uop)] = head;
    head = uop;
  }

  /// Takes out what is filed under `now`, one by one.
  template <class Found> void take(int now, Found found) {
    int uop = std::exchange(heads_[place(now)], -1);
    while (uop >= 0) {
      const int next = next_[at(uop)];
      found(uop);
      uop = next;
    }
  }

private:
  static constexpr int horizon = 256;
  static std::size_t place(int cycle) { return static_cast<unsigned>(cycle) % horizon; }

  std::array<int, horizon> heads_{};
  std::unique_ptr<int[]> next_; ///< by uop; written when it is filed
};

} // namespace osaca

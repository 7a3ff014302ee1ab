// Which ports can take a uop in this cycle, and until when the others keep theirs.
#pragma once

#include "base/index.h"
#include "simulation/program.h"

#include <algorithm>
#include <array>
#include <bit>

namespace osaca {

class PortsInUse {
public:
  void begin_cycle(int now) {
    now_ticks_ = now * ticks_per_cycle;
    for (PortSet rest = taken_; rest != 0; rest &= rest - 1)
      if (is_free(std::countr_zero(rest)))
        taken_ &= ~lowest(rest);
  }

  /// One uop a cycle begins on a port, however short it is.
  [[nodiscard]] PortSet free_of(PortSet ports) const { return ports & ~taken_; }

  void begin_uop(int port, int ticks) {
    occupy(port, ticks);
    taken_ |= PortSet{1} << port;
  }

  /// A unit beside the port; it may take another in the same cycle.
  void occupy(int unit, int ticks) {
    int &until = busy_until_[at(unit)];
    until = std::max(until, now_ticks_) + ticks;
    ever_used_ |= PortSet{1} << unit;
    if (!is_free(unit))
      taken_ |= PortSet{1} << unit;
  }

  /// For how long yet after this cycle: what its successors depend on.
  template <class Each> bool describe(Each each) const {
    const int next_ticks = now_ticks_ + ticks_per_cycle;
    for (PortSet rest = ever_used_; rest != 0; rest &= rest - 1)
      if (!each(std::max(busy_until_[at(std::countr_zero(rest))] - next_ticks, 0)))
        return false;
    return true;
  }

private:
  static PortSet lowest(PortSet ports) { return ports & (~ports + 1); }
  [[nodiscard]] bool is_free(int port) const { return busy_until_[at(port)] < now_ticks_ + ticks_per_cycle; }

  std::array<int, 64> busy_until_{}; ///< by port, ticks
  int now_ticks_ = 0;
  PortSet taken_ = 0;
  PortSet ever_used_ = 0;
};

} // namespace osaca

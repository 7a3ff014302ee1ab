// SPDX-License-Identifier: GPL-3.0-or-later
// The natural loops of the function that is about to be written. GCC has thrown its own loop and block tables
// away by then, so they are computed again for as long as this object lives, and everything is put back after.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

class MachineCfg {
public:
  MachineCfg();
  ~MachineCfg();
  MachineCfg(const MachineCfg &) = delete;
  MachineCfg &operator=(const MachineCfg &) = delete;

  /// Inner loops before the loops around them; without the root.
  [[nodiscard]] const std::vector<class loop *> &loops() const { return inner_first_; }

  /// Whether control can come back to a block, although no natural loop holds it: a cycle with several entries.
  [[nodiscard]] bool is_on_odd_cycle(basic_block block);

  /// Whether control can get from one loop to the other without another turn of the loop around both.
  [[nodiscard]] static bool leads_to(const class loop *from, const class loop *to);

  /// The loops of which one must be left to get to this one, nearest only, within the loop around them.
  [[nodiscard]] static std::vector<const class loop *> just_before(const class loop *to);

private:
  /// A block's first or last instruction as the compiler left it.
  struct Border {
    basic_block block;
    rtx_insn *head;
    rtx_insn *end;
  };

  void mend_borders();

  std::vector<Border> stale_borders_;
  struct loops *tree_ = nullptr;
  bool had_dominators_ = false;
  std::vector<class loop *> saved_fathers_;
  std::vector<class loop *> inner_first_;
  std::unordered_map<int, bool> odd_cycles_; ///< by block index
};

/// The name of the function that a call instruction calls, "" if it is no direct call.
[[nodiscard]] std::string callee_of(rtx_insn *insn);

/// Whether the instruction stands for text, not for a note to the compiler itself.
[[nodiscard]] bool is_real(rtx_insn *insn);

} // namespace osaca::gcc

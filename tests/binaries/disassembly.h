// What objdump shows of a program, and the innermost loops in it by the textbook: a jump back to a block that dominates
// it closes a natural loop. Nothing here is shared with the project's own search for loops.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::test {

struct Line {
  std::uint64_t address = 0;
  std::string mnemonic;
  std::string operands;
  std::optional<std::uint64_t> target; ///< of a jump or call
};

struct Listing {
  std::string function;
  std::uint64_t begin = 0;
  std::vector<Line> lines;
};

/// Of `objdump -d --no-show-raw-insn -w`, in its order.
[[nodiscard]] std::vector<Listing> read_listing(const std::string &text);

struct FoundLoops {
  std::vector<std::uint64_t> headers; ///< of innermost loops, ascending
  bool is_certain = true; ///< false: jumps whose targets objdump does not know, or loops with several entries
};
[[nodiscard]] FoundLoops innermost_loops(const Listing &function);

} // namespace osaca::test

// The functions and loops of a program, and how many samples fall into each of them.
#pragma once

#include "base/source_location.h"
#include "profile/perf_script.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

// A program's machine code, as far as samples need it: where its functions are, and the loops of some of them.

/// A function of a program. Addresses are those stored in the file. The system may load the program at another address.
struct ProgramFunction {
  std::vector<std::string> names; ///< symbols
  std::uint64_t begin = 0;
  std::uint64_t end = 0; ///< the first address after it
};

/// A loop of a program.
struct ProgramLoop {
  int outer = -1;                       ///< index of the enclosing loop in the same list; -1: none
  std::string function;                 ///< the symbol that contains most of its instructions
  std::vector<std::uint64_t> addresses; ///< of its instructions, including those of inner loops; ascending
  std::vector<std::string> opcodes;     ///< parallel to `addresses`
  std::vector<int> lines;               ///< source lines, parallel to `addresses`; 0: unknown
  SourceLocation place;                 ///< place of the first instruction outside inner loops that has a known place
};

/// A direct call, or a jump to the beginning of a function.
struct ProgramCall {
  std::uint64_t from = 0; ///< address of the instruction
  std::uint64_t to = 0;   ///< ProgramFunction::begin
};

struct ProgramCode {
  std::vector<ProgramLoop> loops;
  std::vector<ProgramCall> calls; ///< from anywhere in the program to the requested functions; sorted by `from`
};

// Assigns each sample to the innermost loop that contains it.

/// The address in the file of each sample, derived from its symbol. Empty if it is unknown. A program may be loaded at
/// another address each time it starts. If several functions have the same symbol, the one is chosen that agrees with
/// the load address that other samples imply.
[[nodiscard]] std::vector<std::optional<std::uint64_t>>
addresses_in_file(const std::vector<const ProfileSample *> &samples, const std::vector<ProgramFunction> &functions);

/// The number of events (the sum of the periods) in each loop, outside its inner loops. `addresses` is parallel to
/// `samples`.
[[nodiscard]] std::vector<double> events_by_loop(const std::vector<const ProfileSample *> &samples,
                                                 const std::vector<std::optional<std::uint64_t>> &addresses,
                                                 const std::vector<ProgramLoop> &loops);

/// The events in a function, as the sum of the periods of its samples.
struct FunctionEvents {
  double all = 0;
  double outside_loops = 0; ///< outside all `loops`
};

/// Parallel to `functions`. If several functions are at the same address, the first one gets the events.
[[nodiscard]] std::vector<FunctionEvents> events_by_function(const std::vector<const ProfileSample *> &samples,
                                                             const std::vector<std::optional<std::uint64_t>> &addresses,
                                                             const std::vector<ProgramFunction> &functions,
                                                             const std::vector<ProgramLoop> &loops);

/// Finds the function that contains an address.
class FunctionsByAddress {
public:
  explicit FunctionsByAddress(const std::vector<ProgramFunction> &functions);
  /// Its index in the list; empty: none.
  [[nodiscard]] std::optional<std::size_t> find(std::uint64_t address) const;

private:
  const std::vector<ProgramFunction> &functions_;
  std::map<std::uint64_t, std::size_t> by_begin_;
};

} // namespace osaca

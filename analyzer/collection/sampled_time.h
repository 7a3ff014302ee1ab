// What samples of running programs said of a loop.
#pragma once

#include "base/source_location.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

struct SampledTime {
  double share = 0;                           ///< of all samples of the programs, 0 to 1
  std::optional<double> cycles_per_iteration; ///< measured, of the machine loop
};

/// A loop of a program that was sampled.
struct SampledLoop {
  int outer = -1;       ///< place of the loop around it in the same list; -1: none
  std::string function; ///< symbol
  std::vector<std::string>
      opcodes;                 ///< of its instructions, those of loops inside it included, in the order of addresses
  std::vector<int> lines = {}; ///< of the source, parallel; 0: unknown
  SourceLocation place = {};   ///< where it begins; unknown without debug information
  double share = 0;            ///< of all samples, but for those in loops inside it
  std::optional<double> cycles = {}; ///< of the core, in the same; empty: the samples do not tell
};

/// A function that takes time outside of its loops, or has none.
struct HotFunction {
  std::string function;      ///< symbol
  SourceLocation place = {}; ///< where it begins; unknown without debug information
  bool has_loops = false;
  double share = 0;                ///< of all samples, outside of its loops
  SourceLocation called_from = {}; ///< the call in the function with most samples; unknown without debug information
  std::string caller = {};         ///< that function's symbol; empty: nothing in its program calls it directly
  int other_calls = 0;             ///< further places that call it
};

/// A program with samples in it whose loops are not known.
struct UnreadProgram {
  std::string name;
  double share = 0;   ///< of all samples
  std::string reason; ///< as reading it says
};

/// What was sampled, and how much of it is in loops that a report is of.
struct SampledPrograms {
  std::string name;  ///< of the file, for people
  std::string event; ///< "cpu-clock"
  std::size_t sample_count = 0;
  std::vector<SampledLoop> loops = {};    ///< of all programs, in the order of their addresses
  bool same_run_as_profile = false;       ///< somebody said that the compiler's profile is of the run that was sampled
  std::set<std::string> functions = {};   ///< symbols of all programs that were read
  std::vector<UnreadProgram> unread = {}; ///< those with enough samples to matter
  std::vector<HotFunction> hot_functions = {}; ///< the same
};

/// A loop of a program that is none of the collection's.
struct UnreportedLoop {
  std::string function;
  SourceLocation place; ///< unknown without debug information
  double share = 0;     ///< of all samples
};

/// How much of the samples is in loops of the collection; see samples_by_loop.h.
struct PlacedSamples {
  std::string name;
  std::string event;
  std::size_t sample_count = 0;
  double placed_share = 0;      ///< in loops of the collection
  double other_loops_share = 0; ///< in loops of these programs that no report is of
  std::vector<UnreadProgram> unread;
  std::vector<HotFunction> hot_functions; ///< most first
  std::vector<UnreportedLoop> unreported; ///< those with most of `other_loops_share`, most first, a few
};

} // namespace osaca

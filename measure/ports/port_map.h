// What was inferred of the ports of a core.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/port_bound.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

/// Upper halves of vector registers, beyond 128 bits. Code that uses them and code that must keep them each take
/// hundreds of cycles when they follow each other on some cores: a mix of both says nothing about ports.
enum class UpperHalves : std::uint8_t {
  untouched, ///< or zeroed
  kept,      ///< by encodings older than the wide registers
  used
};

/// What is known of a form before anything is measured.
struct FormUnderTest {
  std::string name;
  std::string group; ///< of the registers and memory that it uses: forms of different groups probably use other pipes
  int rank = 0;      ///< the simplest first: they are the ones to build on
  bool may_be_class = true;    ///< false: its copies consist of more than the form
  bool works_on_memory = true; ///< or may do so
  UpperHalves upper_halves = UpperHalves::untouched;
  /// Other forms whose uops it probably has, all of them: of `add (%rdi), %rax` the addition and a load.
  std::vector<int> parts = {};
};

[[nodiscard]] constexpr bool can_be_mixed(UpperHalves a, UpperHalves b) {
  return a == b || a == UpperHalves::untouched || b == UpperHalves::untouched;
}

/// Forms with one uop each that may go to the same pipes.
struct PipeClass {
  int representative = 0;
  std::vector<int> members; ///< the representative too
  PipeSet pipes = 0;
};

struct FormUsage {
  enum class Kind {
    uops,    ///< what `demands` says
    no_pipe, ///< as fast as the core takes up instructions: pipes do not show
    unknown  ///< `reason` says why; `demands` is what explains it best nevertheless
  };
  Kind kind = Kind::unknown;
  std::string reason;
  std::vector<PipeDemand> demands; ///< the smallest sets that are known of
  std::optional<double> solo_cycles;
  std::optional<double> slots; ///< of dispatch
  int unit = -1;               ///< a slow unit that limits it besides its pipes; -1: none
  double unit_cycles = 0;
  double confidence = 0; ///< that `demands` and no other explanation is right, from zero to one
  double misfit = 0;     ///< how badly the figures fit even so: mean over its mixes
  int explanations = 0;  ///< sets of pipes that explain the same about as well, these included; 0: a class's
  std::vector<PipeDemand> beside_others = {}; ///< of forms that need no pipe alone: what they take beside others
  int mixes = 0;                              ///< random ones that it took part in ...
  double worst_error = 0;                     ///< ... and the largest deviation from what was predicted for one
};

/// Two classes of which no mix could tell how many pipes they have in common.
struct SharingDoubt {
  int first_class = 0;
  int second_class = 0;
  int least = 0;
  int most = 0;
};

/// Predictions for random mixes of all forms held against what they take.
struct MixResidual {
  int mixes = 0;
  double mean = 0;
  double worst = 0;
  Mix worst_mix;
  double worst_predicted = 0;
  double worst_measured = 0;
};

struct PortMap {
  double dispatch_width = 0;  ///< most instructions per cycle of any mix
  bool width_is_seen = false; ///< by instructions that no pipe limits; otherwise the pipes may be what limits
  int pipes = 0;
  std::vector<PipeClass> classes;
  std::vector<SetRate> rates;   ///< of sets of pipes that never quite fill
  int units = 0;                ///< slow units, as those of divisions
  std::vector<FormUsage> forms; ///< one per form under test
  std::vector<SharingDoubt> doubts;
  std::vector<std::string> notes; ///< what else could not be told apart
  MixResidual residual;
};

/// Cycles per round; the unit of form i is busy `unit_cycles` for each copy. Empty: a form of it is unknown.
[[nodiscard]] std::optional<double> predicted_cycles(const PortMap &map, const Mix &mix);

} // namespace osaca::measure

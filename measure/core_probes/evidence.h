// The timings that support one finding: their spread, whether they were disturbed, and what failed. Also finds the
// place where a curve of such timings changes.
#pragma once

#include "measure/core_probes/probe.h"
#include "measure/core_probes/probe_finding.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

// Where a curve changes: a jump between two levels (a resource is full), or a rise from a plateau.

/// Measures the curve's value at one x; an empty value ends the search.
using Sampler = std::function<std::optional<double>(int)>;

struct Knee {
  int last_before = 0; ///< the largest x on the lower side
  double low = 0;      ///< the levels below and above the jump, close to it
  double high = 0;
};

struct KneeSearch {
  std::vector<CurvePoint> points; ///< all that were sampled, by x
  std::optional<Knee> knee;
  std::string why_not; ///< if there is none
};

struct Grid {
  int first = 0;
  int last = 0;
  int step = 1;
};

/// The one place where the curve jumps and stays up. The curve may also rise slowly. Single disturbed points, which are
/// too high, are sampled again.
[[nodiscard]] KneeSearch find_step(const Sampler &sample, const Grid &grid);

/// The end of the plateau that the curve begins with: the largest x at which the curve exceeds the plateau by at most
/// the fraction `tolerance`. `grid` is ascending. First the two grid points around the end are found; then the end is
/// searched between them, to one percent.
[[nodiscard]] KneeSearch find_rise(const Sampler &sample, const std::vector<int> &grid, double tolerance);

// The timings that support one finding: their spread, whether they were disturbed, and what failed.

class Evidence {
public:
  explicit Evidence(Bench &bench) : bench_(bench) {}

  /// Empty: the code did not run, and problem() says why. Unstable code is timed again a few times; the lowest figure
  /// counts.
  [[nodiscard]] std::optional<double> time(const ProbeCode &code);

  /// The fastest of three timings. This is for code whose rate is of interest, because another thread on the core can
  /// only lower the rate.
  [[nodiscard]] std::optional<double> fastest(const ProbeCode &code);

  [[nodiscard]] const std::string &problem() const { return problem_; }

  [[nodiscard]] ProbeFinding make_finding(std::string name, std::string unit, double value,
                                          std::string concluded) const;
  [[nodiscard]] ProbeFinding make_finding(std::string name, bool yes, std::string concluded) const;
  /// A finding without a value; the reason includes problem() if there is one.
  [[nodiscard]] ProbeFinding make_undetermined(std::string name, std::string unit, std::string why) const;

private:
  [[nodiscard]] ProbeFinding frame(std::string name, std::string unit, std::string concluded) const;

  Bench &bench_;
  double spread_ = 0;
  bool is_unstable_ = false;
  std::string problem_;
};

/// Adds to a finding which statement of a model it can be compared with.
[[nodiscard]] ProbeFinding about(ProbeFinding finding, Aspect aspect, std::string subject);

/// "2.25"
[[nodiscard]] std::string cycles_text(double cycles);

// From a general register to a vector register and back: any chain that leaves one kind of register must come back, so
// only the sum of both ways can be measured.

/// Half of the time from a general register to a vector register and back. The equal division is an assumption.
[[nodiscard]] inline std::optional<double> half_round_trip(Evidence &evidence) {
  const auto both = evidence.time(straight("vmovq %rax, %xmm0\nvmovq %xmm0, %rax"));
  return both ? std::optional(*both / 2) : std::nullopt;
}

constexpr const char *split_note =
    "; minus half of the round trip to a vector register, because the two directions cannot be measured separately";

} // namespace osaca::measure::core_probes

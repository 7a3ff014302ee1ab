// Figures by analogy of names: what VMULPDZrr costs follows from VMULPDYrr, if most other opcodes that cost the same as
// VMULPDYrr cost as much with Z instead of Y.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca::measure::from_tables {

/// A figure that one way of deriving it gives, and how often this way is right for forms whose figure is known.
struct Vote {
  double value = 0;
  double reliability = 0; ///< 0 to 1: the share of right figures, reduced where there are few cases
};

/// `right` of `all` cases were right. Few cases give a reliability near a half.
[[nodiscard]] double reliability_of(std::size_t right, std::size_t all);

/// A form with its figure, and a number that is equal for forms to which LLVM's model of the core gives the same
/// figures.
struct KnownFigure {
  double value = 0;
  int trait = 0;
};

class Analogies {
public:
  explicit Analogies(std::map<std::string, KnownFigure> known);

  /// One vote for each known name that differs from `opcode` in one place. If LLVM's model tells the cases of an
  /// analogy apart, those count that have `trait`.
  [[nodiscard]] std::vector<Vote> votes(const std::string &opcode, int trait) const;

  /// The figure of the same AArch64 operation on general registers of the other width (ADDWri, ADDXri), if LLVM's model
  /// of the core gives both the same figures. Tables that only have one width contain no such analogy.
  [[nodiscard]] std::optional<Vote> vote_of_other_width(const std::string &opcode, int trait) const;

private:
  struct Place {
    std::string opcode;
    std::string middle; ///< the letters between the two parts of the key
  };
  using Edit = std::pair<std::string, std::string>; ///< a middle, and what replaces it

  struct Case {
    KnownFigure before;
    KnownFigure after;
  };
  [[nodiscard]] std::optional<Vote> vote(const std::vector<Case> &cases, double before, int trait) const;

  std::map<std::string, KnownFigure> known_;
  std::map<std::string, std::vector<Place>> by_frame_; ///< "VMULPD*rr" -> opcodes that fit
  std::map<Edit, std::vector<Case>> cases_;
};

/// Whether two figures are the same, but for the scatter of measurements.
[[nodiscard]] bool same_figure(double a_cycles, double b_cycles);

/// The figure that most of `figures` agree with, and how many do. `figures` must not be empty.
struct Majority {
  double value = 0;
  std::size_t count = 0;
};
[[nodiscard]] Majority majority_of(const std::vector<double> &figures);

} // namespace osaca::measure::from_tables

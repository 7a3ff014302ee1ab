// Figures for forms that no table has, derived from the forms that one has.
#pragma once

#include "measure/from_tables/analogies.h"
#include "measure/from_tables/catalogue.h"
#include "measure/from_tables/observations.h"
#include "measure/from_tables/port_fit.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::measure::from_tables {

// There are several ways to derive a figure: by analogy of names (Analogies), and from the forms that LLVM's scheduling
// models treat most alike. The latter take the same operands (number, kinds, widths, roles). The distance of two forms
// is the number of models in which their figures differ; the model of the core itself counts several times. Each way
// and each analogy votes for a figure, and so does LLVM's own figure. A vote weighs more if the way it was derived is
// right more often for forms whose figure is known.

class Relatives {
public:
  /// All must outlive the object.
  Relatives(const Catalogue &catalogue, const TableForms &tables, const PortFitter &fitter);

  /// Whether a table has an instruction of the same extension, as far as the opcodes' names show that.
  [[nodiscard]] bool has_kin(const std::string &opcode) const;

  /// Empty: neither way gives a figure that is reliable enough.
  [[nodiscard]] std::optional<TableFigures> figures_for(const KnownForm &form) const;

private:
  struct Relative {
    const KnownForm *form = nullptr;
    const TableFigures *figures = nullptr;
  };
  struct Nearest {
    int distance = 0;
    std::vector<Relative> relatives;
  };
  using Figure = std::function<std::optional<double>(const TableFigures &)>;
  using CompilerFigure = std::function<std::optional<double>(const KnownForm &)>;
  struct Kind {
    Figure figure;
    CompilerFigure compiler_figure;
    Analogies analogies;
    std::map<int, double> reliability; ///< by distance: the share of known figures that their nearest forms have
    std::map<int, double> compiler_reliability; ///< by trait: the share of known figures that LLVM has
  };

  [[nodiscard]] Kind kind_of(const Catalogue &catalogue, const TableForms &tables, const Figure &figure,
                             const CompilerFigure &compilers) const;
  [[nodiscard]] Nearest nearest(const KnownForm &form, const Figure &figure) const;
  [[nodiscard]] std::optional<double> derive(const KnownForm &form, const Kind &kind) const;
  /// For a division or a root. Its time does not follow from similar names: one of 256 bits takes as long as one of 128
  /// bits on some cores, and twice as long on others, even on cores where sums of both widths take the same time.
  /// Therefore, LLVM's figure is corrected by the factor that rows of the same instruction have.
  [[nodiscard]] std::optional<double> division_figure(const KnownForm &form, const Kind &kind) const;
  [[nodiscard]] std::map<int, double> reliability_by_distance(const Figure &figure) const;
  [[nodiscard]] std::map<int, double> reliability_of_compiler(const Figure &figure,
                                                              const CompilerFigure &compilers) const;

  const PortFitter &fitter_;
  Isa isa_;
  std::map<std::string, std::vector<Relative>> by_operands_;
  std::vector<Relative> divisions_; ///< forms with rows
  std::set<std::string> extensions_;
  std::map<OperandNumbers, Kind> latencies_; ///< for each pair of operands that has a latency in a table
  std::optional<Kind> from_address_;
  std::optional<Kind> throughput_;
  std::optional<double> gather_cycles_per_element_; ///< of gathers in tables
};

} // namespace osaca::measure::from_tables

// Which forms are worth measuring once more at the end of a run, and which of their records counts then. Somebody else
// on the core for a few milliseconds leaves a figure that looks as good as any; forms of the same kind tell.
#pragma once

#include "decode/code/instruction_forms.h"
#include "measure/file/measurement.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::measure {

class SecondLook {
public:
  void remember(const InstructionForm &form, const MeasuredForm &record);
  /// All records so far were made while somebody else was on the core.
  void forget_all();

  /// Opcodes of forms with unstable figures, and of forms whose throughput differs from the one that most forms of
  /// their kind have.
  [[nodiscard]] std::set<std::string> wanted() const;

  /// Of two records of the form: the one with fewer unstable figures, or whose throughput is nearer to that of its
  /// kind.
  [[nodiscard]] const MeasuredForm &better(const MeasuredForm &first, const MeasuredForm &second) const;

private:
  /// What most forms of a kind take; empty: they do not agree, or there are too few.
  [[nodiscard]] std::optional<double> usual_throughput(unsigned kind) const;

  std::map<unsigned, std::map<std::string, double>>
      of_kind_; ///< least throughput by opcode, by the compiler's scheduling class
  std::map<std::string, unsigned> kind_;
  std::set<std::string> unstable_;
  std::set<std::string> forgotten_;
};

} // namespace osaca::measure

// Cores that exist only here: forms with known uops, and what mixes of them take, with noise as real runs have it.
#pragma once

#include "measure/ports/port_inference.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace osaca::measure {

struct MadeUpForm {
  std::string name;
  std::vector<PipeDemand> uops;
  double slots = 1;
  double busy_cycles = 0; ///< of unit `unit`
  int unit = 0;
  int rank = 0;
  std::string group = "all";
};

struct MadeUpCore {
  double width = 6;
  std::vector<MadeUpForm> forms;
  double noise = 0;  ///< figures are off by up to this part of them, either way
  double spread = 0; ///< and runs seem to differ by this part
  unsigned seed = 1;
  std::vector<SetRate> reached = {}; ///< sets of pipes that never quite fill

  /// Of the set's pipes, those of one that never fills do together what that one does.
  [[nodiscard]] double capacity(PipeSet set) const {
    double least = __builtin_popcountll(set);
    for (const SetRate &one : reached)
      if ((one.pipes & ~set) == 0)
        least = std::min(least, one.uops_per_cycle + __builtin_popcountll(set & ~one.pipes));
    return least;
  }

  [[nodiscard]] std::vector<FormUnderTest> under_test() const {
    std::vector<FormUnderTest> made;
    for (const MadeUpForm &form : forms)
      made.push_back({form.name, form.group, form.rank});
    return made;
  }

  /// Written anew rather than with the code under test: tries all subsets of the pipes.
  [[nodiscard]] double cycles(const Mix &mix) const {
    double slots = 0;
    std::vector<double> busy(8, 0);
    std::vector<PipeDemand> demands;
    PipeSet all = 0;
    for (const MixItem &item : mix) {
      const MadeUpForm &form = forms.at(static_cast<std::size_t>(item.form));
      slots += form.slots * item.copies;
      busy.at(static_cast<std::size_t>(form.unit)) += form.busy_cycles * item.copies;
      for (const PipeDemand &uop : form.uops) {
        demands.push_back({uop.pipes, uop.cycles * item.copies});
        all |= uop.pipes;
      }
    }
    double most = std::max(slots / width, *std::ranges::max_element(busy));
    for (PipeSet set = all; set != 0; set = (set - 1) & all) {
      double inside = 0;
      for (const PipeDemand &one : demands)
        if ((one.pipes & ~set) == 0)
          inside += one.cycles;
      most = std::max(most, inside / capacity(set));
    }
    return most;
  }

  [[nodiscard]] MixMeasurer measurer() const {
    return [core = *this, random = std::mt19937(seed)](const Mix &mix) mutable {
      const double off = std::uniform_real_distribution(-core.noise, core.noise)(random);
      return MixFigure{core.cycles(mix) * (1 + off), true, core.spread};
    };
  }

  [[nodiscard]] PortMap inferred() const {
    MixLog log(measurer());
    return infer_ports(under_test(), log, {});
  }

  [[nodiscard]] int index(const std::string &name) const {
    for (std::size_t i = 0; i < forms.size(); ++i)
      if (forms[i].name == name)
        return static_cast<int>(i);
    return -1;
  }
};

} // namespace osaca::measure

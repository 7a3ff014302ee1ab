// One example of a piece of advice: what docs/rules/examples/<rule>/<name>/ holds. All errors are messages for who
// wrote it.
#pragma once

#include "base/expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace osaca::advice {

/// The source before or after the advice was followed.
struct Side {
  std::string title; ///< "bad", "good"
  std::filesystem::path source;
  std::vector<std::string> options;
  std::vector<std::filesystem::path> other_units; ///< compiled with the same options, and linked to it
  double elements = 1;                            ///< that an iteration of the source handles
  double source_iterations = 0;                   ///< of a machine iteration, where the compiler cannot tell; 0: it can
  bool link_time = false;                         ///< the loop is looked at after the units were linked
};

enum class Prediction {
  lower,          ///< the good one's is lower
  lower_bound,    ///< the bad one's is "at least", so that only the measured time tells; the good one's is not, or the
                  ///< advice has been followed as far as can be
  not_part_of_it, ///< what the advice saves is not modelled: it must not be higher
};

enum class Equality { exact, rounding, approximate };

struct Example {
  std::filesystem::path folder;
  std::string rule;                   ///< "osaca-divider-bound"
  std::string name;                   ///< "reciprocal"
  std::string title;                  ///< what is done, for people
  std::string advice;                 ///< words of the finding's advice that this proves
  std::vector<std::string> compilers; ///< "gcc-12", "clang-22"
  std::string arch;
  std::string function;
  std::string driver;       ///< of tests/advice/drivers
  std::string measured;     ///< how many data in which level were timed; empty: so few that they stay in the first
  std::string note;         ///< for the page
  std::string remains;      ///< why the good one may still have the finding; empty: it has not
  std::string not_measured; ///< why; empty: it is
  std::string not_faster;   ///< why the measured time did not fall where this core is not the one that is advised
  Prediction prediction = Prediction::lower;
  Equality equality = Equality::exact;
  Side bad;
  Side good;

  [[nodiscard]] bool is_one_source() const { return bad.source == good.source; }
  /// "reciprocal of osaca-divider-bound".
  [[nodiscard]] std::string text() const { return name + " of " + rule; }
};

[[nodiscard]] Expected<Example> read_example(const std::filesystem::path &folder);

/// Those in `root`/<rule>/<name>/, by rule and name.
[[nodiscard]] Expected<std::vector<Example>> read_examples(const std::filesystem::path &root);

} // namespace osaca::advice

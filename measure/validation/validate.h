// Compares predictions with measurements of loops that compilers made of real source code.
#pragma once

#include "base/expected.h"
#include "measure/file/status.h"
#include "measure/validation/source_compiler.h"
#include "measure/validation/source_trees.h"
#include "report/report.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace osaca::measure::validation {

/// A loop that was measured and predicted.
struct JudgedLoop {
  std::string tree;
  std::string file;       ///< of the source, below the folder of its tree
  std::string build = {}; ///< Build::text()
  std::string name = {};  ///< label of the loop
  std::string function = {};
  std::string text = {};     ///< uniform_text()
  std::string path = {};     ///< which branches are taken, if the loop has several paths
  std::string directed = {}; ///< jumps that got another condition for the measurement
  BoundKind bound_by = BoundKind::ports;
  double measured_cycles = 0; ///< per iteration, with all data in L1
  double predicted_cycles = 0;

  [[nodiscard]] double deviation() const { return predicted_cycles / measured_cycles - 1; }
};

/// How many loops and files are missing in the result, and why.
struct LeftOut {
  std::size_t files_not_compiled = 0;
  std::size_t loops_with_calls = 0;
  std::size_t loops_known = 0;       ///< the same loop was found before
  std::size_t loops_not_sampled = 0; ///< beyond the most of one file
  std::size_t not_predicted = 0;     ///< the model lacks an instruction
  std::size_t depend_on_data = 0;    ///< they update places that their data choose, which are made up here
  std::map<Status, std::size_t> not_measured;
};

struct Validation {
  std::string arch;              ///< the model that predicted
  std::vector<JudgedLoop> loops; ///< both halves
  std::size_t files_compiled = 0;
  LeftOut left_out;
};

struct ValidationOptions {
  std::vector<SourceTree> trees;
  std::vector<Build> builds; ///< each file is compiled by one of them that fits its language, chosen by its path
  std::string arch;          ///< a model; empty: that of this machine
  std::string folder;        ///< for temporary files; it exists
  std::size_t most_loops = 1000;
  std::size_t most_per_file = 8;
  double most_seconds = 600;
  std::function<void(std::size_t loops)> progress = {};
};

/// Takes files from the trees in turn until there are enough loops or the time is over. Error: nothing can be timed on
/// this machine, or the model cannot be used.
[[nodiscard]] Expected<Validation> validate(const ValidationOptions &options);

/// The text for the terminal: the agreement of both halves; of the half that may be seen, the kinds of code and the
/// worst loops.
[[nodiscard]] std::string report_of(const Validation &validation, std::size_t worst);

/// CSV with one line per loop of the half that may be seen.
[[nodiscard]] std::string csv_of(const Validation &validation);

} // namespace osaca::measure::validation

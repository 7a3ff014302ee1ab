// Makes a complete machine model from published tables, LLVM's ports and a description of the core.
#pragma once

#include "base/expected.h"
#include "measure/from_tables/catalogue.h"
#include "measure/from_tables/observations.h"
#include "measure/tables/published_table.h"
#include "model/machine_model.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure::from_tables {

// The description of a core is a model file: its head, `core:`, and `forms:` for what no table tells. These forms take
// precedence over tables. The new model is the same text with further sources and forms between marked lines, so a
// model that was made in this way is itself a description, and can be made again from other tables.

struct Description {
  std::string text; ///< without the marked parts
  MachineModel model;
};

/// Error: the problems of the model file.
[[nodiscard]] Expected<Description> read_description(const std::string &yaml, const std::string &file);

struct TableModel {
  std::string yaml;
  int rows = 0;                        ///< of the tables that were used
  int idioms = 0;                      ///< rows that the core does not execute
  int unreadable = 0;                  ///< rows without an instruction that LLVM knows
  std::map<std::string, int> by_basis; ///< the number of forms by the source of their figures
};

/// `source`: the key in the description's `sources` that names the tables.
[[nodiscard]] Expected<TableModel>
model_from_tables(const Description &description, const std::vector<PublishedTable> &tables, const std::string &source);

} // namespace osaca::measure::from_tables

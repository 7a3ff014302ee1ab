// The `forms:` of a model that is made from tables.
#pragma once

#include "measure/from_tables/catalogue.h"
#include "measure/from_tables/observations.h"
#include "measure/from_tables/port_fit.h"
#include "measure/from_tables/relatives.h"
#include "model/machine_model.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace osaca::measure::from_tables {

/// Entries of a model as text. Forms with the same figures share an entry.
class EntryList {
public:
  /// `figures`: the lines after `match:`; `source`: a key of the model's sources.
  void add(const std::string &opcode, const std::string &figures, const std::string &source);

  [[nodiscard]] std::string yaml() const;
  [[nodiscard]] const std::map<std::string, int> &forms_by_source() const { return by_source_; }

private:
  std::map<std::string, std::size_t> place_of_; ///< index of entries_
  std::vector<std::pair<std::string, std::vector<std::string>>> entries_;
  std::map<std::string, int> by_source_;
};

/// What the writers of entries read. All members must outlive them.
struct TableEvidence {
  const Catalogue &catalogue;
  const TableForms &tables;
  const Relatives &relatives;
  const PortFitter &fitter;
  std::string source; ///< the key of the tables
};

/// Entries of the forms that access no memory. `model`: the description; its own entries take precedence.
[[nodiscard]] EntryList register_entries(const TableEvidence &evidence, const MachineModel &model);

/// Entries of forms that access memory, for those whose figures do not follow from the register form and the core's
/// loads and stores. `model`: the description with the register entries.
[[nodiscard]] EntryList memory_entries(const TableEvidence &evidence, const MachineModel &model);

/// The key in the model's sources for figures of tables with ports of that origin.
[[nodiscard]] std::string source_key(const std::string &tables, PortOrigin origin);
/// For forms without a latency in the tables.
[[nodiscard]] std::string throughput_key(const std::string &tables);
/// For forms that no table has.
[[nodiscard]] std::string relatives_key(const std::string &tables);

struct DerivedSource {
  std::string key;
  const char *kind;
  std::string text;
};
/// All sources that entries may have. `text` describes the tables, `cpu` is LLVM's core. `of_other_core`: the tables
/// are of another core, so all figures are composed.
[[nodiscard]] std::vector<DerivedSource> derived_sources(const std::string &tables, const std::string &text,
                                                         const std::string &cpu, bool of_other_core);

/// The source of vector forms by LMUL and SEW.
[[nodiscard]] DerivedSource vector_source(const std::string &tables, const std::string &text, const std::string &cpu);

} // namespace osaca::measure::from_tables

// The sections of `core:` in a composed model, one function each: YAML, indented as there; "" where the measurements
// say nothing about it.
#pragma once

#include "measure/model/access_parts.h"
#include "measure/model/bypasses.h"
#include "measure/model/form_facts.h"
#include "measure/model/pipe_plan.h"
#include "measure/model/structure_reader.h"

#include <string>
#include <vector>

namespace osaca::measure::composer {

struct CoreEvidence {
  const StructureFindings &structure;
  const std::vector<FormFacts> &facts;
  const PipePlan &plan;
  const AccessParts &access;
  const Bypasses &bypasses;
  double dispatch_width = 0;
};

struct CoreSection {
  const char *name;
  std::string (*text)(const CoreEvidence &evidence);
};

/// In the order of the file.
[[nodiscard]] const std::vector<CoreSection> &core_sections();

[[nodiscard]] std::string ports_section(const CoreEvidence &evidence);
[[nodiscard]] std::string loads_section(const CoreEvidence &evidence);
[[nodiscard]] std::string stores_section(const CoreEvidence &evidence);
[[nodiscard]] std::string memory_renaming_section(const CoreEvidence &evidence);
[[nodiscard]] std::string renamed_additions_section(const CoreEvidence &evidence);
[[nodiscard]] std::string bypasses_section(const CoreEvidence &evidence);
[[nodiscard]] std::string load_banks_section(const CoreEvidence &evidence);
[[nodiscard]] std::string grouped_accesses_section(const CoreEvidence &evidence);
[[nodiscard]] std::string dense_code_section(const CoreEvidence &evidence);
[[nodiscard]] std::string wide_vectors_section(const CoreEvidence &evidence);
[[nodiscard]] std::string high_byte_reads_section(const CoreEvidence &evidence);
[[nodiscard]] std::string schedulers_section(const CoreEvidence &evidence);
[[nodiscard]] std::string fusion_section(const CoreEvidence &evidence);
[[nodiscard]] std::string idioms_section(const CoreEvidence &evidence);

/// Opcodes of additions that are done at rename if their constant is small.
[[nodiscard]] std::vector<std::string> renamed_additions(const CoreEvidence &evidence);

/// Macro-ops per cycle; 0: nobody found out.
[[nodiscard]] double dispatch_width_of(const StructureFindings &structure);

} // namespace osaca::measure::composer

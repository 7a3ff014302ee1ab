// Converts the instruction tables of other tools to our measurement files.
#pragma once

#include "base/expected.h"
#include "kernel/isa.h"
#include "measure/file/measurement_file.h"
#include "yaml/tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

struct ImportSource {
  std::string_view text;
  std::string name;         ///< of the file, for messages
  std::string isa;          ///< "" if the file states it: x86-64, aarch64, riscv64
  std::string architecture; ///< for uops.info: which architecture of the file ("ZEN4"); empty: the only one
};

struct Imported {
  MeasurementFile file;
  std::vector<Error> unmapped; ///< entries that were left out, with the reason; each with its line
};

[[nodiscard]] Expected<Imported> import_winic(const ImportSource &source); ///< YAML, or our CSV form of it
[[nodiscard]] Expected<Imported> import_osaca(const ImportSource &source);
[[nodiscard]] Expected<Imported> import_uops_info(const ImportSource &source);
[[nodiscard]] Expected<Imported> import_exegesis(const ImportSource &source);
[[nodiscard]] Expected<Imported> import_ibench(const ImportSource &source);
[[nodiscard]] Expected<Imported> import_asmbench(const ImportSource &source);

/// Limits for the tables of other tools, which are larger than models.
[[nodiscard]] YamlLimits table_limits();
[[nodiscard]] const YamlNode *child(const YamlNode &node, std::string_view key);
[[nodiscard]] std::string text_at(const YamlNode &node, std::string_view key); ///< "" if it is not a scalar
/// Cycles from 0 to a million; empty: not a number, or outside of the plausible range.
[[nodiscard]] std::optional<double> cycles_in(std::string_view text);
[[nodiscard]] Isa isa_or_x86(std::string_view name);

} // namespace osaca::measure

// The output of `osaca instruction`: tables for people, JSON for programs.
#pragma once

#include "osaca/instruction_figures.h"

#include <string>
#include <vector>

namespace osaca::driver {

/// The answer to one argument of the user.
struct AnsweredQuery {
  std::string query;
  LookupResult result;
};

/// For each instruction a heading and one row per core, then the sources of the figures. `width`: columns of the
/// terminal; 0: no limit.
[[nodiscard]] std::string instruction_tables(const std::vector<AnsweredQuery> &answers, bool colour, int width);

/// docs/schema/osaca-instruction-1.schema.json describes it.
[[nodiscard]] std::string instruction_json(const std::vector<AnsweredQuery> &answers,
                                           const std::vector<LookupNote> &notes);

} // namespace osaca::driver

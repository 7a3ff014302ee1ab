// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments that all plugins accept, parsed from the key-value pairs that the compiler passes. An argument that is
// not understood is reported, and never stops the compile.
#pragma once

#include <string>
#include <vector>

namespace osaca {

struct Arguments {
  std::string arch;                   ///< comma-separated list of cores for the driver; "": the compiler's own target
  std::string data;                   ///< the level where the loops' data are; "": not given
  std::string mispredict;             ///< share of branches that are mispredicted; "": not given
  std::string calls;                  ///< a table with the costs of calls; "": only the shipped tables
  std::string report;                 ///< file for the JSON report
  std::string report_dir;             ///< folder for one JSON report per object, named after the object
  std::string marked;                 ///< file for the marked assembly
  std::string driver;                 ///< path of `osaca`; "": searched for next to the plugin
  std::vector<std::string> functions; ///< analyse the innermost loops of these functions
  bool all = false;               ///< every innermost loop, and outer loops with enough instructions outside inner ones
  bool fixed = false;             ///< distribute uops equally over their ports
  bool embed = false;             ///< store the report in the object
  bool object_is_deleted = false; ///< not an argument: the command also links, and deletes the object afterwards
  bool linked = false;            ///< the linked program is analysed: do not report code left to the linker (Clang)
  bool warn = false;              ///< show warnings instead of notes
  bool strict = false;            ///< an unmet expectation in the source is an error
  bool whole_unit = false;        ///< compile the whole unit a second time, not only what the loops need (Clang)
  int verbosity = 1;              ///< 0 to 2
  int timeout_seconds = 30;
  int memory_mib = 4096; ///< memory that the driver may use in addition to what it has at its start
};

struct RawArgument {
  std::string key;
  std::string value;
  bool has_value = false;
};

struct ParsedArguments {
  Arguments arguments;
  std::vector<std::string> problems; ///< one line each
};

[[nodiscard]] ParsedArguments parse_arguments(const std::vector<RawArgument> &raw);

/// The candidate that is most similar to `word`, or "" if none is similar enough to be what the user meant.
[[nodiscard]] std::string nearest(const std::string &word, const std::vector<std::string> &candidates);

} // namespace osaca

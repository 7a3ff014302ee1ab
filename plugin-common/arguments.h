// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments that every compiler's plugin understands, read from the key and value pairs that the
// compiler hands over. What cannot be understood is a problem to show, never a reason to stop.
#pragma once

#include <string>
#include <vector>

namespace osaca {

struct Arguments {
  std::string arch;                   ///< comma list for the driver; "" takes the compiler's own target
  std::string data;                   ///< where the loops' data are; "": nobody said
  std::string mispredict;             ///< part of the branches that is predicted wrongly; "": nobody said
  std::string report;                 ///< file for the JSON report
  std::string report_dir;             ///< folder for one JSON report per object, named after the object
  std::string marked;                 ///< file for the marked assembly
  std::string driver;                 ///< path of `osaca`; "" searches beside the plugin
  std::vector<std::string> functions; ///< analyse every innermost loop of these
  bool all = false;   ///< analyse every loop that works itself: innermost, or does more beside the loops in it
  bool fixed = false; ///< equal split over ports
  bool embed = false; ///< the report goes into the object
  bool object_is_deleted = false; ///< no argument: the command also links, and deletes the object with the report
  bool linked = false; ///< somebody looks at the linked program: nothing is said of code that the linker writes (Clang)
  bool warn = false;   ///< warnings instead of notes
  bool strict = false; ///< what the source expects of a loop and does not get is an error
  bool whole_unit = false; ///< generate the whole unit a second time, not only what the loops need (Clang)
  int verbosity = 1;       ///< 0..2
  int timeout_seconds = 30;
  int memory_mib = 4096; ///< how much more than at its start the driver may take
};

struct RawArgument {
  std::string key;
  std::string value;
  bool has_value = false;
};

struct ParsedArguments {
  Arguments arguments;
  std::vector<std::string> problems; ///< one clear line each
};

[[nodiscard]] ParsedArguments parse_arguments(const std::vector<RawArgument> &raw);

/// The candidate nearest to `word`, or "" if none is near enough to be what was meant.
[[nodiscard]] std::string nearest(const std::string &word, const std::vector<std::string> &candidates);

} // namespace osaca

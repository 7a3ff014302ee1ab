// Compiles an example with a plugin and reads what the report says of its loops.
#pragma once

#include "example.h"

#include "base/expected.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::advice {

/// What the checks need besides the examples.
struct Tools {
  std::string osaca;
  std::string plugin;
  std::filesystem::path drivers;
  std::map<std::string, std::string> compilers; ///< "gcc-12" -> path; only those that a plugin was built for
};

struct Given {
  std::string rule;
  std::string fix;
};

struct Outcome {
  double cycles_per_element = 0; ///< summed over the annotated loops
  bool at_least = false;         ///< something is not part of the prediction
  std::vector<Given> findings;   ///< of the loops that do the work
  [[nodiscard]] bool has(const std::string &rule) const;
  [[nodiscard]] bool has(const std::string &rule, const std::string &advice) const;
};

/// The report on one side, for the example's core. What handles the elements that fill no vector, and what runs where
/// pointers overlap, is left out; of several paths or copies the slowest counts.
[[nodiscard]] Expected<Outcome> predict(const Example &example, const Side &side, const std::string &compiler,
                                        const Tools &tools);

/// "12.2.0", as the compiler tells it.
[[nodiscard]] Expected<std::string> version_of(const std::string &compiler);

/// Links one side with its driver into `program`.
[[nodiscard]] Expected<std::filesystem::path> link(const Example &example, const Side &side,
                                                   const std::string &compiler, const std::filesystem::path &drivers,
                                                   const std::filesystem::path &folder);

} // namespace osaca::advice

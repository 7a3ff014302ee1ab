// Compiles files of source code that was not configured, as far as that is possible.
#pragma once

#include "base/expected.h"
#include "driver/programs/compilers.h"
#include "measure/validation/source_trees.h"

#include <string>
#include <vector>

namespace osaca::measure::validation {

/// One way to compile a file.
struct Build {
  driver::InstalledCompiler compiler;
  std::vector<std::string> flags;

  /// "gcc-12 -O3 -march=native"
  [[nodiscard]] std::string text() const;
};

/// Every compiler with each set of flags. `flags`: words separated by blanks.
[[nodiscard]] std::vector<Build> builds_of(const std::vector<driver::InstalledCompiler> &compilers,
                                           const std::vector<std::string> &flags);

/// Compiles single files without the build system of their package. The folders with the package's headers are searched
/// for headers. A header that is still missing, as it would be written by a configure script, is replaced by an empty
/// one.
class SourceCompiler {
public:
  /// `folder`: exists, for the compiler's output and for empty headers.
  SourceCompiler(const SourceTree &tree, std::string folder);

  /// The assembly. Error: the file cannot be compiled in this way.
  [[nodiscard]] Expected<std::string> compile(const SourceFile &file, const Build &build);

private:
  std::vector<std::string> include_options_;
  std::string folder_;
  std::string empty_headers_;
};

/// "config.h", if that is the header that the compiler's messages say is missing, and its name stays below the folder
/// in which it is searched for. Otherwise empty.
[[nodiscard]] std::string missing_header(const std::string &messages);

} // namespace osaca::measure::validation

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

/// Compiles single files without the build system of their package, but with the include folders and macros of its
/// compile_commands.json, if there is one. If a header is missing, it is searched for in the
/// package; the one that is nearest to the source file is taken. A header that a configure script would write is
/// replaced by an empty one if the package contains its template.
class SourceCompiler {
public:
  /// `folder`: exists, for the compiler's output and for empty headers.
  SourceCompiler(const SourceTree &tree, std::string folder);

  /// The assembly. Error: the file cannot be compiled in this way.
  [[nodiscard]] Expected<std::string> compile(const SourceFile &file, const Build &build);

private:
  /// Adds the folder from which `header` can be included. False: there is none.
  [[nodiscard]] bool provide(const std::string &header, const std::string &source);

  SourceTree tree_;
  std::vector<std::string> include_folders_; ///< in the order in which they were needed
  std::string folder_;
  std::string empty_headers_;
};

/// The folder from which `header` can be included: a header of the tree whose path ends with it, and which has most
/// folders in common with `source`. Empty: there is none.
[[nodiscard]] std::string folder_to_include(const std::string &header, const std::string &source,
                                            const std::vector<std::string> &headers);

/// "config.h", if that is the header that the compiler's messages say is missing, and its name stays below the folder
/// in which it is searched for. Otherwise empty.
[[nodiscard]] std::string missing_header(const std::string &messages);

} // namespace osaca::measure::validation

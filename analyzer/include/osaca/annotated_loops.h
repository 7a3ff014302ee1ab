// The annotated loops of linked programs, libraries and objects, without the compiler that made them: annotations are
// read from the sources that the line tables name, and each is led to the loops of the machine code that came of its
// statement.
#pragma once

#include "base/expected.h"
#include "osaca/analyze.h"
#include "osaca/analyze_inputs.h"
#include "report/report.h"

#include <functional>
#include <string>

namespace osaca {

struct SourceText {
  std::string name;     ///< for reports
  std::string identity; ///< the same for all names of one file
  std::string text;
  bool is_newer = false; ///< than the program
  bool may_be_quoted =
      true; ///< false: line tables can name any file, and the user did not choose the folder of this one
};

/// The source that `program` was compiled from, which its line table calls `name`, in `working_folder` if that is known
/// and the name is relative. Errors: it is not there, or is nothing that can be read as a source.
using SourceFinder = std::function<Expected<SourceText>(const InputFile &program, const std::string &name,
                                                        const std::string &working_folder)>;

/// Every annotation of the sources is in Report::annotated: those in files that the line tables name. What keeps one
/// from seeing annotations (no line tables, sources that are missing or were changed) is among the notes; that of a
/// file without line tables among the problems. Inputs::read and `sources` are called in the caller's thread.
/// WorkOptions::most_functions is not looked at. `all`: as the plugins' argument of that name, every loop statement of
/// these files is asked for but for those of headers that come with the system (/usr/include and the like); in
/// Report::annotated are those whose loop works itself, and the innermost ones that left code.
[[nodiscard]] Report analyze_annotated_loops(const Inputs &inputs, const SourceFinder &sources, bool all,
                                             const AnalyzeOptions &options, const WorkOptions &work);

} // namespace osaca

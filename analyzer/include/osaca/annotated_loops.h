// Analyses the annotated loops of linked programs, libraries and objects without help from the compiler. Annotations
// are read from the sources that the line tables name, and each one is matched with the machine loops that were
// generated from its loop statement.
#pragma once

#include "base/expected.h"
#include "osaca/analyze.h"
#include "osaca/analyze_inputs.h"
#include "report/report.h"

#include <functional>
#include <string>

namespace osaca {

struct SourceText {
  std::string name;     ///< used in reports
  std::string identity; ///< the same for all names of one file
  std::string text;
  bool is_newer = false;     ///< the source was changed after the program was built
  bool may_be_quoted = true; ///< false: the report must not quote its lines. A line table may name any file, even a
                             ///< private one, so only files in folders that the user chose are quoted
};

/// Returns the source that `program` was compiled from. `name` is its name in the line table; a relative name is
/// resolved in `working_folder` if that is known. Errors: the file does not exist, or cannot be read as a source.
using SourceFinder = std::function<Expected<SourceText>(const InputFile &program, const std::string &name,
                                                        const std::string &working_folder)>;

/// Report::annotated contains every annotation of the sources that the line tables name. Reasons why annotations may be
/// missed (missing or changed sources) are listed in the notes; a file without line tables is listed in
/// Report::problems. Inputs::read and `sources` are called in the caller's thread. WorkOptions::most_functions is
/// ignored. `all` selects every loop statement of these files, like the plugins' argument of that name, except in
/// headers of the system (/usr/include and the like). Report::annotated then lists the innermost loops, and the outer
/// loops that do work outside their inner loops, if they have machine code.
[[nodiscard]] Report analyze_annotated_loops(const Inputs &inputs, const SourceFinder &sources, bool all,
                                             const AnalyzeOptions &options, const WorkOptions &work);

} // namespace osaca

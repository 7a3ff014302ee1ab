#include "pipeline/opened_input.h"

#include "container/file_kind.h"
#include "decode/object/object_file.h"

#include <exception>
#include <iterator>

namespace osaca {
void OpenedInput::add(Report part) {
  std::move(part.kernels.begin(), part.kernels.end(), std::back_inserter(analysed.report.kernels));
  std::move(part.problems.begin(), part.problems.end(), std::back_inserter(analysed.report.problems));
}

OpenedInput open_input(const RawInput &input, Worker &worker) {
  OpenedInput made;
  made.name = input.name;
  made.archive = input.archive;
  made.error = input.error;
  const FileIdentity identity = identity_of(input.bytes);
  made.is_object = has_machine_code(identity.kind);
  if (made.error)
    return made;
  try {
    if (made.is_object) {
      made.error = worker.error_of_other_isa(identity.machine, input.name);
      if (made.error)
        return made;
      Expected<ObjectFile> file = ObjectFile::open(input.bytes, input.name, input.debug_bytes);
      if (file)
        made.file = std::move(file).value();
      else
        made.error = file.error();
    } else if (std::optional<Error> unusable = unusable_text(input.bytes, input.name)) {
      made.error = std::move(unusable);
    } else if (Expected<Analysed> analysed = worker.analyze_text(input.bytes, input.name)) {
      made.analysed = std::move(analysed).value();
    } else {
      made.error = analysed.error();
    }
  } catch (const std::exception &problem) {
    made.error = Error{std::string("internal error: ") + problem.what(), {input.name, 0, 0}};
  }
  return made;
}

} // namespace osaca

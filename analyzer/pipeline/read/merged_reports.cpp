#include "osaca/read_report.h"

#include <algorithm>
#include <utility>

namespace osaca {

Report merged(const std::vector<Report> &reports) {
  Report all;
  for (const Report &report : reports) {
    const int first_kernel = static_cast<int>(all.kernels.size());
    const int first_annotation = static_cast<int>(all.annotated.size());
    for (KernelReport kernel : report.kernels) {
      if (kernel.annotation >= 0)
        kernel.annotation += first_annotation;
      all.kernels.push_back(std::move(kernel));
    }
    for (AnnotationReport annotation : report.annotated) {
      for (int &kernel : annotation.kernels)
        kernel += first_kernel;
      all.annotated.push_back(std::move(annotation));
    }
    all.problems.insert(all.problems.end(), report.problems.begin(), report.problems.end());
    all.compilers.insert(report.compilers.begin(), report.compilers.end());
    for (const std::string &note : report.notes)
      if (std::ranges::find(all.notes, note) == all.notes.end())
        all.notes.push_back(note);
  }
  return all;
}

} // namespace osaca

// Reads the details of collected loops from the files that contain their reports.
#pragma once

#include "collection/loop_details.h"
#include "driver/commands/report_inputs.h"
#include "driver/files/source_files.h"

#include <vector>

namespace osaca::driver {

class ReportDetails {
public:
  /// `places`: of the reports that the collection was made from. `where` and `sources`: as when it was made. `jobs`:
  /// the greatest number of threads.
  ReportDetails(const std::vector<ReportPlace> &places, const CollectOptions &where, SourceFolders sources, int jobs);

  /// Reads the details of these loops of the collection again: returns their reports with details, in the same order.
  /// A loop whose details cannot be read any more is returned as it is, and its file is reported on standard error.
  [[nodiscard]] std::vector<KernelReport> read(const Collection &collection, const std::vector<int> &loops);

  [[nodiscard]] bool good() const { return good_; } ///< everything could be read

private:
  const std::vector<ReportPlace> &places_;
  SourceFiles sources_;
  ProjectPaths paths_;
  int jobs_;
  bool good_ = true;
};

} // namespace osaca::driver

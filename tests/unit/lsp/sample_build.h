// A build of hand-made reports, for a server that is tested without files.
#pragma once

#include "driver/lsp/build_reports.h"

namespace osaca::driver::lsp::testing {

/// sample_collection() below /project, with its sources as they were compiled.
class SampleBuild : public BuildSource {
public:
  std::optional<Error> open(const std::string &root) override;
  State state() override { return next_state; }
  BuildReports read(const Progress &progress) override;
  [[nodiscard]] std::string path_of(const std::string &file) const override { return file; }

  State next_state = State::as_read;
  bool pi_is_outdated = false; ///< src/pi.c was changed, and nobody knows what it was like
  bool has_baseline = true;
  bool is_hostile = false; ///< hostile_collection() instead
  int reads = 0;
  std::string opened;
};

} // namespace osaca::driver::lsp::testing

// What is said of one loop, by the whole pipeline.
#pragma once

#include "osaca/analyze.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca {

/// `text`: assembly with one loop.
inline KernelReport report_of_loop(const std::string &text, const std::string &arch) {
  AnalyzeOptions options;
  options.archs = {arch};
  const auto report = analyze(text, "loop.s", options);
  EXPECT_TRUE(report) << arch << ": " << report.error().text();
  return report ? report->kernels.at(0) : KernelReport();
}

} // namespace osaca

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The capture (plugin-common/capture_format.md) as the tests read it: with a reader of its own, not the driver's.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca::conformance {

struct CapturedAnnotation {
  std::string file; ///< without folders
  int line = 0;
  std::string status;
  std::string reason;
};

struct CapturedLoop {
  int annotation = 0;
  int header_line = 0;
  std::vector<std::pair<int, int>> lines;
  bool innermost = false;
  std::string role;
  int source_iterations = 0;
};

struct CapturedFunction {
  std::string name;
  std::string assembly;
  std::vector<std::pair<int, int>> instructions; ///< first and last line
  std::vector<CapturedLoop> loops;
};

struct Captured {
  std::string isa;
  std::vector<CapturedAnnotation> annotations;
  std::vector<CapturedFunction> functions;
};

/// std::nullopt: not a capture.
[[nodiscard]] std::optional<Captured> read_capture(const std::string &json);

} // namespace osaca::conformance
